import type { RunCause } from '#contract/unit-states.ts';
import type { VersionCause, VersionCauseKind } from '#contract/versions.ts';
import type { Job } from '#gateway/modules/jobs/model.ts';
import type { EditOutcome } from '#gateway/modules/units/ports/edits.ts';
import type { IndexOutcome, SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import type { UnitRow, VersionRow, VersionSourceRow } from '#gateway/modules/units/tables.ts';
import type { Queries } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { printReason } from '#gateway/sql/json.ts';
import { decideRelease } from './decide-release.ts';
import { endPending, readVersionEdits, writeVersionEdits } from './edit-rows.ts';
import { isOfVersion, payloadOf } from './queue.ts';
import {
  insertVersion,
  isHeldByAccident,
  NO_RELEASE,
  parseCauses,
  printCauses,
  readVersion,
  readVersionSources,
  replaceVersionSources,
  trimGenerations,
  updateVersion,
} from './version-rows.ts';

const CAUSES = {
  registered: 'added',
  sources: 'sources',
  reindexed: 'read-again',
  restored: 'restored',
  updated: 'reader',
  reader: 'reader',
  accepted: 'accepted',
  'rolled-back': 'rolled-back',
  edited: 'edited',
} as const satisfies Record<RunCause, VersionCauseKind>;

type PublishedUnit = Pick<
  UnitRow,
  'generation' | 'title' | 'live_version' | 'draft_version' | 'draft_awaited'
>;
const NO_DRAFT = { draft_version: null, draft_awaited: null };

type UnitKey = Pick<VersionRow, 'bot_id' | 'unit_id'>;
type NewSource = Omit<VersionSourceRow, 'number'>;

/** What the unit answers from now, or the draft that waits to be that. */
type Publication = Partial<
  Pick<
    UnitRow,
    'live_version' | 'draft_version' | 'draft_awaited' | 'generation' | 'passages' | 'indexed_title'
  >
>;

/**
 * Keeps the generation of a job: as that of the version that it was made for; as a new version where its text or its
 * sources are others than those of the live one, which answers or waits as a draft; else as another index of the live one.
 * Returns what of the unit changes.
 */
export async function publishVersion(
  trx: Queries,
  extensions: Pick<SqlExtensions, 'hasTests'>,
  job: Job,
  unit: PublishedUnit,
  outcome: IndexOutcome,
  now: number,
): Promise<Publication> {
  const { generation = null, version } = payloadOf(job);
  const key: UnitKey = { bot_id: job.botId, unit_id: Number(job.subject) };
  const indexed = { generation, passages: outcome.passages, indexed_title: outcome.title ?? unit.title };
  const { live_version: live } = unit;
  const { edits = [] } = outcome;
  if (version !== undefined) {
    const of = { ...key, number: version };
    const draft = await readVersion(trx, of);
    const text_date = await noteReadings(trx, of, outcome);
    await writeVersionEdits(trx, of, edits);
    await updateVersion(trx, of, { ...indexed, text_date });
    if (draft?.state === 'draft') {
      await trimGenerations(trx, key, draft.generation, now);
      return {};
    }
    await updateVersion(trx, of, { state: 'live', published_on: now });
    await replaceLive(trx, key, unit, version, now);
    return { ...indexed, live_version: version, ...(unit.draft_version === version ? NO_DRAFT : {}) };
  }
  if (!isOfVersion(job)) await endPending(trx, key, edits);
  // An upgrade reads what is live again, and leaves the draft as it is.
  const draft = isOfVersion(job) ? null : unit.draft_version;
  const waiting = draft === null ? undefined : await readVersion(trx, { ...key, number: draft });
  const ended = draft === null ? {} : NO_DRAFT;
  const before = await readVersionSources(trx, { ...key, number: live });
  const sources = await toVersionSources(trx, key, outcome, before);
  const text = { ...indexed, text_date: oldestDate(sources) };
  const isSameOrigin = live !== null && haveSameOrigins(before, sources);
  if (isSameOrigin && outcome.changesText !== true) {
    await updateVersion(trx, { ...key, number: live }, text);
    await replaceVersionSources(trx, { ...key, number: live }, sources);
    await writeVersionEdits(trx, { ...key, number: live }, edits);
    // The text is as it was before the draft.
    await discard(trx, key, waiting, now);
    await trimGenerations(trx, key, unit.generation, now);
    return { ...indexed, ...ended };
  }
  const payload = payloadOf(job);
  // Other sources are the change of a person, whatever was asked of the unit since.
  const isOwn = payload.cause === 'reindexed' && isSameOrigin && sources.some(({ url }) => url !== null);
  const conflicts = newConflicts(edits, await readVersionEdits(trx, { ...key, number: live }));
  const schedule = scheduleOf(waiting, now);
  const { release, held } = await decideRelease(trx, extensions, job.botId, {
    ...payload,
    isOwn,
    draft: waiting,
    isScheduled: schedule !== undefined,
    conflicts,
  });
  const number = await insertVersion(
    trx,
    {
      ...key,
      ...NO_RELEASE,
      ...text,
      ...originOf(job, waiting, live, now),
      ...stateOf(job, release, now),
      ...schedule,
      // What a page has become stays the reason of a draft to which something else is added.
      held: printReason(held ?? null) ?? (waiting && isHeldByAccident(waiting) ? waiting.held : null),
    },
    sources,
  );
  await writeVersionEdits(trx, { ...key, number }, edits);
  await discard(trx, key, waiting, now);
  if (release === null) {
    await replaceLive(trx, key, unit, number, now);
    return { ...indexed, live_version: number, ...ended };
  }
  await trimGenerations(trx, key, null, now);
  return { draft_version: number, draft_awaited: payload.isAwaited ? 1 : unit.draft_awaited };
}

/** Who made a version, and why: of a draft that grew all causes. */
function originOf(job: Job, draft: VersionRow | undefined, live: number | null, now: number) {
  const { cause, by = null, overtaken = [] } = payloadOf(job);
  const changes = [...overtaken, { cause, by, on: job.queuedOn.getTime() }].map(
    (change): VersionCause => ({
      kind: CAUSES[change.cause],
      by: change.by ?? null,
      on: new Date(change.on).toISOString(),
    }),
  );
  const causes = [...(draft ? parseCauses(draft.causes) : []), ...changes];
  return { base: live, causes: printCauses(causes), author: by, made_on: now };
}

function stateOf(job: Job, release: VersionRow['release'], now: number) {
  const { by = null } = payloadOf(job);
  if (release === null) return { state: 'live', published_on: now, published_by: by } as const;
  return { state: 'draft', published_on: null, published_by: null, release } as const;
}

/** Edits that lost their place since the live version: what a person published with a conflict is no news. */
const newConflicts = (edits: readonly EditOutcome[], live: readonly EditOutcome[]): number =>
  edits.filter(
    ({ id, state }) =>
      state === 'conflict' && !live.some((edit) => edit.id === id && edit.state === 'conflict'),
  ).length;

/** When a draft goes live, and who said so. A moment that passed while the draft was held is over. */
function scheduleOf(draft: VersionRow | undefined, now: number) {
  if (draft?.publish_on == null || (draft.held !== null && draft.publish_on <= now)) return undefined;
  const { publish_on, published_by } = draft;
  return { publish_on, published_by };
}

/** Notes what was read for a version whose sources have no reading yet; returns the date of its oldest text. */
async function noteReadings(
  trx: Queries,
  key: UnitKey & { number: number },
  { sources }: IndexOutcome,
): Promise<number | null> {
  for (const { sourceId, readingId, readOn, passages } of sources)
    if (readingId !== undefined && readOn)
      await trx
        .updateTable('version_source')
        .set({ reading_id: readingId, passages, read_on: readOn.getTime() })
        .where((eb) => eb.and({ ...key, source_id: sourceId }))
        .where('reading_id', 'is', null)
        .execute();
  return oldestDate(await readVersionSources(trx, key));
}

/** Gives up a draft; its index goes, unless another version has that too. */
async function discard(
  trx: Queries,
  key: UnitKey,
  draft: VersionRow | undefined,
  now: number,
): Promise<void> {
  if (!draft) return;
  await updateVersion(trx, { ...key, number: draft.number }, { state: 'discarded', generation: null });
  await trimGenerations(trx, key, draft.generation, now);
}

async function replaceLive(
  trx: Queries,
  key: UnitKey,
  { live_version: live, generation }: Pick<PublishedUnit, 'live_version' | 'generation'>,
  number: number,
  now: number,
): Promise<void> {
  if (live !== null && live !== number)
    await updateVersion(trx, { ...key, number: live }, { state: 'former' });
  await trimGenerations(trx, key, generation, now);
}

function oldestDate(sources: readonly NewSource[]): number | null {
  const dates = sources.flatMap(({ passages, read_on: on }) => (passages > 0 && on !== null ? [on] : []));
  return dates.toSorted((a, b) => a - b)[0] ?? null;
}

/** The sources of a run as a version keeps them; those that were not read keep their earlier reading. */
async function toVersionSources(
  trx: Queries,
  key: UnitKey,
  { sources }: IndexOutcome,
  before: readonly VersionSourceRow[],
): Promise<NewSource[]> {
  const rows = await trx
    .selectFrom('source')
    .select(['id', 'position', 'file_id', 'url', 'read_on'])
    .where((eb) => eb.and({ ...key, former: 0 }))
    .execute();
  const outcomes = new Map(sources.map((source) => [source.sourceId, source]));
  return rows.flatMap(({ id, read_on, ...source }) => {
    const outcome = outcomes.get(id);
    if (!outcome) return [];
    const earlier = keepsReading(outcome) ? before.find(({ source_id }) => source_id === id) : undefined;
    return {
      ...key,
      ...source,
      source_id: id,
      reading_id: outcome.readingId ?? earlier?.reading_id ?? null,
      reason: printReason(outcome.reason),
      passages: outcome.passages,
      read_on: outcome.readOn?.getTime() ?? earlier?.read_on ?? (keepsReading(outcome) ? read_on : null),
    };
  });
}

/** Whether a source keeps answering with the passages of an earlier reading. */
export const keepsReading = ({ readOn, passages }: SourceOutcome): boolean =>
  readOn === undefined && passages > 0;

function haveSameOrigins(before: readonly NewSource[], after: readonly NewSource[]): boolean {
  const print = (sources: typeof after) =>
    JSON.stringify(
      sources
        .toSorted((a, b) => a.position - b.position)
        .map(({ source_id, file_id, url }) => [source_id, file_id, url]),
    );
  return print(before) === print(after);
}
