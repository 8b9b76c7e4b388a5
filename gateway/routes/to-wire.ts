import type { HistoryItem, RetrievedDocument } from '#contract/answers.ts';
import type { HealthReport } from '#contract/health.ts';
import { KNOWLEDGE_SOURCE, type KnowledgeSource, type KnowledgeUnit } from '#contract/knowledge.ts';
import { statusNumber } from '#contract/source-status.ts';
import type { Reason as ReasonView, SourceState, UnitState } from '#contract/unit-states.ts';
import type { Language } from '#gateway/messages/language.ts';
import { wordReason } from '#gateway/messages/words.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { ContextItem, Source, Unit, UnitProgress } from '#gateway/model.ts';
import { signFileAddress, storedName } from '#gateway/services/files/file-address.ts';
import type { Retrieved } from '#gateway/services/answers/retrieve.ts';
import type { ReadHealth } from '#gateway/text/document.ts';

type Caller = Pick<Call, 'ports' | 'origin' | 'language'>;

/** Section 2.4; file addresses are signed afresh. */
export async function unitToWire(call: Caller, unit: Unit): Promise<KnowledgeUnit> {
  return {
    id: unit.id,
    title: unit.title,
    description: unit.description,
    botId: unit.botId,
    createdOn: unit.createdOn.toISOString(),
    modifiedOn: unit.modifiedOn.toISOString(),
    sourceStatus: statusNumber(unit.status),
    aiKnowledgeSources: await Promise.all(unit.sources.map((source) => sourceToWire(call, source))),
  };
}

async function sourceToWire({ ports, origin }: Caller, source: Source): Promise<KnowledgeSource> {
  const { id, file, url } = source;
  if (!file) return { id, knowledgeSource: KNOWLEDGE_SOURCE.url, content: url ?? '' };
  const content = await signFileAddress(ports.settings.signingSecret, origin, file, ports.clock.now());
  return { id, knowledgeSource: KNOWLEDGE_SOURCE.file, content };
}

export async function sourceStateToWire(
  call: Caller,
  source: Source,
  health: ReadHealth | undefined,
): Promise<SourceState> {
  const { file, fetched } = source;
  return {
    ...(await sourceToWire(call, source)),
    name: file ? (file.name ?? storedName(file)) : (source.url ?? ''),
    mime: file?.mime ?? fetched?.mime ?? null,
    size: file?.size ?? fetched?.size ?? null,
    status: source.status,
    pages: source.pages,
    passages: source.passages,
    reason: reasonToWire(source.reason, call.language),
    warnings: source.warnings.flatMap((warning) => reasonToWire(warning, call.language) ?? []),
    ...(health ? { health: healthToWire(health) } : {}),
  };
}

/** The wire has every member, the model only those that apply. */
function healthToWire({ encoding, languages = [], items }: ReadHealth): HealthReport {
  const { label = '', by = 'utf-8', certainty = 0, declared = null } = encoding ?? {};
  return {
    encoding: encoding ? { label, by, certainty, declared } : null,
    languages,
    items: items.map((item) => ({ ...item, pages: item.pages ?? [], certainty: item.certainty ?? null })),
  };
}

export function reasonToWire(
  reason: { code: string; parameters?: Record<string, string | number> } | null,
  language: Language,
): ReasonView | null {
  if (!reason) return null;
  return { code: reason.code, parameters: reason.parameters ?? {}, message: wordReason(reason, language) };
}

export function progressToWire(progress: UnitProgress, language: Language): UnitState {
  const { unitId, status, stage, picture, position, passages, files, urls, failedSources } = progress;
  const reason = reasonToWire(progress.reason, language);
  const share = progress.progress;
  return {
    id: unitId,
    status,
    stage,
    progress: share,
    picture,
    position,
    passages,
    reason,
    files,
    urls,
    failedSources,
  };
}

export function documentToWire({ text, score, fileId, sectionTitle }: Retrieved): RetrievedDocument {
  return { text, score, metadata: { file_id: fileId, 'Section Title': sectionTitle } };
}

export function historyToWire(items: readonly ContextItem[]): HistoryItem[] {
  return items.map(({ role, content }) => ({ role, content }));
}
