import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import type { ReasonCode } from '#contract/reasons.ts';
import type { SourceState } from '#contract/unit-states.ts';

/** What takes the place of a source, or joins the others. */
export type SourceForm = 'file' | 'address';

/** Failures of a web address for which uploading a file is the better repair. */
const NEEDS_FILE = new Set<string>([
  'too-large',
  'page-type-not-readable',
  'compression-not-readable',
  'blocked-page',
  'page-without-text',
] satisfies ReasonCode[]);
/** Failures that may be gone by now: the same source can simply be indexed again. */
const MAY_PASS = new Set<string>([
  'unreachable',
  'page-timeout',
  'http-status',
  'index-failed',
  'indexing-interrupted',
  'cancelled',
  'bad-certificate',
  'host-not-listed',
  'address-not-allowed',
  'error-page',
  'blocked-page',
] satisfies ReasonCode[]);

type FailedSource = Partial<Pick<SourceState, 'reason'>> & Pick<SourceState, 'knowledgeSource'>;

/** The form that repairs a source: another file for a file, another address for an address, unless only a file helps. */
export function suggestForm({ knowledgeSource, reason }: FailedSource): SourceForm {
  const needsFile = reason ? NEEDS_FILE.has(reason.code) : false;
  return knowledgeSource === KNOWLEDGE_SOURCE.url && !needsFile ? 'address' : 'file';
}

/** The word of `repair` for what takes the place of a source: as the dialog is called, and each button that opens it. */
export function replacementWord({ knowledgeSource }: FailedSource, form: SourceForm) {
  const isUrl = knowledgeSource === KNOWLEDGE_SOURCE.url;
  if (isUrl === (form === 'address')) return isUrl ? 'changeAddress' : 'replaceFile';
  return form === 'file' ? 'replaceWithFile' : 'replaceWithAddress';
}

export function mayPass({ reason }: FailedSource): boolean {
  return reason ? MAY_PASS.has(reason.code) : false;
}
