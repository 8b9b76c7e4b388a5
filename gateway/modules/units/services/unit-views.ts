import type { HealthReport } from '#contract/health.ts';
import { type DeletionReceipt, KNOWLEDGE_SOURCE, type KnowledgeSource } from '#contract/knowledge.ts';
import type { AnswerInput } from '#contract/operations/operation.ts';
import type { getUnit } from '#contract/operations/units.ts';
import { statusNumber } from '#contract/source-status.ts';
import type { Reason as ReasonView, SourceState, UnitDetails, UnitState } from '#contract/unit-states.ts';
import { findFullDisk } from '#gateway/core/disk-space.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type Language, reasonMessage } from '#gateway/core/messages.ts';
import type { Reason } from '#gateway/core/reason.ts';
import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import type { ReadHealth } from '#gateway/engine/document.ts';
import { suggestQuestions } from '#gateway/engine/suggestions/suggest-questions.ts';
import { signFileUrl, storedName } from '#gateway/modules/files/services/signed-url.ts';
import {
  hasUpdateFailed,
  type IndexRun,
  isPartlyReady,
  type SectionSummary,
  type Source,
  type Unit,
  type UnitProgress,
  type UnitTimeline,
} from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { validityFields } from './audit-units.ts';
import { readUnit, type UnitRemoval } from './write-unit.ts';

/** What views of units depend on beside the unit: `origin` is the base of file addresses. */
export interface ViewContext {
  ports: Pick<Ports, 'settings' | 'clock'>;
  origin: string;
  language: Language;
}

const DISK_FULL: Reason = { code: 'disk-full', parameters: {} };

/** Section 2.4; file addresses are signed afresh. */
export async function unitView(context: ViewContext, unit: Unit): Promise<AnswerInput<typeof getUnit>> {
  return {
    id: unit.id,
    title: unit.title,
    description: unit.description,
    botId: unit.botId,
    createdOn: unit.createdOn.toISOString(),
    modifiedOn: unit.modifiedOn.toISOString(),
    sourceStatus: statusNumber(unit.isDraftAwaited ? 'waiting' : unit.status),
    aiKnowledgeSources: await Promise.all(unit.sources.map((source) => sourceView(context, source))),
  };
}

async function sourceView({ ports, origin }: ViewContext, source: Source): Promise<KnowledgeSource> {
  const { id, file, url } = source;
  if (!file) return { id, knowledgeSource: KNOWLEDGE_SOURCE.url, content: url ?? '' };
  const content = await signFileUrl(ports.settings.signingSecret, origin, file, ports.clock.now());
  return { id, knowledgeSource: KNOWLEDGE_SOURCE.file, content };
}

export function sourceName({ file, url }: Source): string {
  return file ? (file.name ?? storedName(file)) : (url ?? '');
}

export async function sourceStateView(
  context: ViewContext,
  source: Source,
  health: ReadHealth | undefined,
): Promise<SourceState> {
  const { file, fetched } = source;
  return {
    ...(await sourceView(context, source)),
    name: sourceName(source),
    mime: file?.mime ?? fetched?.mime ?? null,
    size: file?.size ?? fetched?.size ?? null,
    status: source.status,
    pages: source.pages,
    passages: source.passages,
    readOn: source.readOn?.toISOString() ?? null,
    reason: reasonView(source.reason, context.language),
    warnings: source.warnings.flatMap((warning) => reasonView(warning, context.language) ?? []),
    acceptedAlways: source.acceptedAlways,
    isWritten: file?.origin === 'written',
    ...(health ? { health: healthView(health) } : {}),
  };
}

/** The contract has every member, the model only those that apply. */
function healthView({ encoding, languages = [], items }: ReadHealth): HealthReport {
  const { label = '', evidence = 'utf-8', confidence = 0, declared = null } = encoding ?? {};
  return {
    encoding: encoding ? { label, evidence, confidence, declared } : null,
    languages,
    items: items.map((item) => ({ ...item, pages: item.pages ?? [], confidence: item.confidence ?? null })),
  };
}

export function reasonView(
  reason: { code: string; parameters?: Record<string, string | number> } | null,
  language: Language,
): ReasonView | null {
  if (!reason) return null;
  return { code: reason.code, parameters: reason.parameters ?? {}, message: reasonMessage(reason, language) };
}

/** Before that much is done and time has passed, a guess of what is left is worth nothing. */
const MIN_KNOWN_PROGRESS = 0.03;
const MIN_KNOWN_MS = 5_000;

/** What is left goes on as what was done so far. How long an address takes to answer nobody knows. */
function secondsLeft({ status, stage, progress, startedOn, waitMs }: UnitProgress, now: Date): number | null {
  if (waitMs !== undefined) return Math.ceil(waitMs / 1000);
  if (
    status !== 'indexing' ||
    stage === 'fetching' ||
    progress === null ||
    progress < MIN_KNOWN_PROGRESS ||
    !startedOn
  )
    return null;
  const elapsed = now.getTime() - startedOn.getTime();
  return elapsed < MIN_KNOWN_MS ? null : Math.ceil((elapsed * (1 - progress)) / progress / 1000);
}

/** Why units that wait do so; null where they only wait their turn. */
export async function waitReasonOf({ diskSpace }: Pick<Ports, 'diskSpace'>): Promise<Reason | null> {
  return (await findFullDisk(diskSpace)) ? DISK_FULL : null;
}

export function progressView(
  progress: UnitProgress,
  { language, now, waitReason }: { language: Language; now: Date; waitReason: Reason | null },
): UnitState {
  const {
    unitId,
    failure,
    earlierIndex,
    keptSources: _kept,
    startedOn: _started,
    waitMs: _wait,
    validity,
    ...state
  } = progress;
  const reason = progress.status === 'waiting' ? waitReason : progress.reason;
  return {
    id: unitId,
    ...state,
    secondsLeft: waitReason && progress.status === 'waiting' ? null : secondsLeft(progress, now),
    readOn: progress.readOn?.toISOString() ?? null,
    reason: reasonView(reason, language),
    partlyReady: isPartlyReady(progress),
    updateFailed: hasUpdateFailed(progress),
    earlierIndex: earlierIndex && {
      readOn: earlierIndex.readOn?.toISOString() ?? null,
      ofFormerSources: earlierIndex.isOfFormerSources,
    },
    failure: failure && { sourceId: failure.sourceId, reason: reasonView(failure.reason, language) },
    availability: validity.availability,
    ...validityFields(validity),
  };
}

export function timelineView(timeline: UnitTimeline): UnitDetails['timeline'] {
  const { registered, attempts, runs } = timeline;
  return {
    registered: registered.toISOString(),
    ...momentsView(timeline),
    attempts,
    runs: runs.map((run) => ({
      cause: run.cause,
      queued: run.queued.toISOString(),
      ...momentsView(run),
      attempts: run.attempts,
      status: run.status,
      ...resultOf(run),
    })),
  };
}

/** What became of the sources of a run, where that was counted. */
function resultOf({ status, failedSources, keptSources }: IndexRun) {
  if (failedSources === null || keptSources === null) return {};
  const partlyReady = isPartlyReady({ status, failedSources });
  return { partlyReady, updateFailed: !partlyReady && keptSources > 0 };
}

function momentsView(run: Pick<UnitTimeline, 'started' | 'read' | 'settled'>) {
  return {
    started: run.started?.toISOString() ?? null,
    read: run.read?.toISOString() ?? null,
    settled: run.settled?.toISOString() ?? null,
  };
}

export function receiptView(removal: UnitRemoval): DeletionReceipt {
  const { id, title, keptUntil, passages, sources, files } = removal;
  return {
    id,
    title,
    forever: keptUntil === null,
    keptUntil: keptUntil?.toISOString() ?? null,
    removed: { passages, sources, files },
  };
}

/** A unit with all of its details. */
interface UnitDescription {
  unit: Unit;
  progress: UnitProgress;
  timeline: UnitTimeline;
  /** By source id. */
  health: ReadonlyMap<number, ReadHealth>;
  sections: SectionSummary[];
  /** Questions suggested by the unit's sections; empty until the unit can answer. */
  questions: string[];
}

/** Sections whose first passage is scanned for question-like text. */
const MAX_SCANNED_SECTIONS = 30;

export async function describeUnit(
  ports: Pick<Ports, 'index' | 'units'>,
  botId: number,
  id: number,
): Promise<UnitDescription> {
  const unit = await readUnit(ports, botId, id);
  const [progress] = await ports.units.progress(botId, [id]);
  const timeline = await ports.units.timeline(botId, id);
  const health = await ports.units.health(botId, id);
  // It may have been deleted in between.
  if (!progress || !timeline) throw new GatewayFault('unit-not-found', { id });
  const { generation } = unit;
  if (generation === null) return { unit, progress, timeline, health, sections: [], questions: [] };
  const sections = await ports.index.sections(botId, id, generation);
  const opening = await ports.index.readPassages(
    botId,
    id,
    generation,
    sections.slice(0, MAX_SCANNED_SECTIONS).map(({ firstOrdinal }) => firstOrdinal),
  );
  const texts = new Map(opening.map(({ ordinal, text }) => [ordinal, text] as const));
  const questions = suggestQuestions(
    sections.map(({ title, firstOrdinal }) => {
      const text = texts.get(firstOrdinal);
      return text === undefined ? { title } : { title, text };
    }),
    detectLanguage(opening.map(({ text }) => text).join('\n') || unit.title),
  );
  return { unit, progress, timeline, health, sections, questions };
}
