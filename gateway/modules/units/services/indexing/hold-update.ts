import { accidentOf } from '#contract/reasons.ts';
import type { Reason } from '#gateway/core/reason.ts';
import type { Passage } from '#gateway/engine/document.ts';
import { MIN_LETTERS } from '#gateway/engine/reading/count-letters.ts';
import { contentHash, type Source, type Unit } from '#gateway/modules/units/model.ts';
import { findAccident, findReplacementWarning } from './accidents.ts';
import { emptyText, type MeasuredText, measureText } from './compare-readings.ts';
import { readPublished } from './keep-published.ts';
import { hostOf, isAccepted } from './page-copy.ts';
import type { IndexerPorts, Reading } from './read-source.ts';
import { SourceError } from './source-error.ts';

/** Characters of a held text and of the text that answers, for their comparison. */
export const MAX_HELD_CHARACTERS = 100_000;

/** A text was read that should not answer before a person has seen it. `text`: its beginning. */
export class HeldUpdateError extends SourceError {
  readonly text: string;
  constructor({ code, parameters }: { code: string; parameters: SourceError['parameters'] }, text: string) {
    super(code, parameters);
    this.name = 'HeldUpdateError';
    this.text = text;
  }
}

/** Whether a person refused these very bytes, while an earlier text of the source answers. */
export const isRejected = (source: Source): boolean =>
  source.passages > 0 && source.rejectedSha256 !== null && contentHash(source) === source.rejectedSha256;

/**
 * Whether the copy is another one than was read last, or of another host; of what an older version read only the moment is
 * known.
 */
export function isNewCopy({ fetched, readPage, readOn }: Source): boolean {
  if (!fetched) return false;
  if (!readPage) return readOn !== null && fetched.on > readOn;
  return fetched.sha256 !== readPage.sha256 || hostOf(fetched.finalUrl) !== readPage.host;
}

/** Follows a reading; `check` throws `HeldUpdateError` where its text should wait for a person, and returns warnings. */
export function watchReading(ports: Pick<IndexerPorts, 'index'>, unit: Unit, source: Source) {
  const text = emptyText();
  let beginning = '';
  const isUnderWatch = isNewCopy(source) && !isAccepted(source);
  const replaced = source.readOn === null ? findReplaced(unit, source) : undefined;
  const isMeasured = isUnderWatch || replaced !== undefined;
  const accepts = (code: string): boolean => source.acceptedAlways.some((kind) => kind === accidentOf(code));
  return {
    add(passages: readonly Passage[]): void {
      for (const passage of passages) {
        if (beginning.length < MAX_HELD_CHARACTERS) beginning += `${passage.text}\n\n`;
        if (isMeasured) measurePassage(text, passage);
      }
    },
    async check({ page, letters, facts }: Reading): Promise<Reason[]> {
      const code = facts.isFilledLater ? 'page-without-text' : 'no-text';
      if (letters < MIN_LETTERS && !isAccepted(source) && !accepts(code))
        throw new HeldUpdateError({ code, parameters: { letters } }, beginning.trimEnd());
      const predecessor = isUnderWatch && page ? source : replaced;
      if (!predecessor) return [];
      const published = await measurePublished(ports, unit, predecessor);
      if (published.characters === 0) return [];
      if (predecessor !== source) return [findReplacementWarning(published, text) ?? []].flat();
      const before = { page: source.readPage, text: published };
      const reason = findAccident(before, { page, text, title: facts.title }, source.acceptedAlways);
      if (reason) throw new HeldUpdateError(reason, beginning.slice(0, MAX_HELD_CHARACTERS));
      return [];
    },
  };
}

/** The source whose place a new one takes, while its text still answers. */
const findReplaced = ({ formerSources }: Unit, { position }: Source): Source | undefined =>
  formerSources.find((former) => former.position === position && former.passages > 0);

function measurePassage(text: MeasuredText, { sectionTitle, text: piece }: Passage): void {
  measureText(text, sectionTitle);
  measureText(text, piece);
}

async function measurePublished(ports: Pick<IndexerPorts, 'index'>, unit: Unit, { id }: Source) {
  const text = emptyText();
  for await (const passages of readPublished(ports, unit, id))
    for (const passage of passages) measurePassage(text, passage);
  return text;
}
