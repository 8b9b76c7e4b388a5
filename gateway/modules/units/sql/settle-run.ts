import type { Reason } from '#gateway/core/reason.ts';
import type { Job } from '#gateway/modules/jobs/model.ts';
import type { IndexOutcome, SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import type { Queries } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { printReason } from '#gateway/sql/json.ts';
import { keepsReading, publishVersion } from './publish-version.ts';
import { endAttempt, isOfVersion, payloadOf } from './queue.ts';
import { removeSources } from './remove-sources.ts';
import { restoreSources } from './restore-sources.ts';
import { readVersion, readVersionSources } from './version-rows.ts';

export const CANCELLED: Reason = { code: 'cancelled', parameters: {} };

/**
 * Publishes the generation of a job that ended, keeps it as a draft, or keeps the last good one; and notes how the sources
 * fared.
 */
export async function settleRun(
  trx: Queries,
  extensions: Pick<SqlExtensions, 'hasTests'>,
  job: Job,
  outcome: IndexOutcome,
  now: number,
): Promise<boolean> {
  const { botId } = job;
  const unitId = Number(job.subject);
  const unit = await trx
    .selectFrom('unit')
    .select(['generation', 'title', 'started_on', 'live_version', 'draft_version', 'draft_awaited'])
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .executeTakeFirst();
  if (!unit) return false;

  const { live_version: live } = unit;
  const key = { bot_id: botId, unit_id: unitId };
  const { version, cause, earlier } = payloadOf(job);
  const publishes = outcome.status === 'ready' && outcome.keepsPublished !== true;
  // Sources of a version that is being made, or of a draft, stand in for those of the live one while they are read.
  const isOther = version !== undefined || (unit.draft_version !== null && !isOfVersion(job));
  const isIndexOfDraft = version !== undefined && (await isDraftVersion(trx, { ...key, number: version }));
  if (!publishes) await endAttempt(trx, job, now);
  if (!publishes && isIndexOfDraft) await holdUnindexed(trx, { ...key, number: version }, outcome);
  const liveReadings = new Set(
    cause === 'updated'
      ? (await readVersionSources(trx, { ...key, number: live })).map((of) => of.reading_id)
      : [],
  );
  const publication = publishes ? await publishVersion(trx, extensions, job, unit, outcome, now) : {};
  const isDraft = isIndexOfDraft || (publishes && publication.generation === undefined);
  const returns = live !== null && (isDraft || (!publishes && isOther));
  // Of a change that could not be read the unit says so, while its live version answers.
  const isReady =
    returns && (isDraft || publishes || outcome.status === 'ready' || outcome.reason?.code === 'cancelled');
  await trx
    .updateTable('unit')
    .set({
      status: isReady ? 'ready' : isDraft ? 'waiting' : outcome.status,
      reason: isReady || isDraft ? null : printReason(outcome.reason),
      read_on: outcome.readOn?.getTime() ?? null,
      settled_on: now,
      ...publication,
      as_draft: !publishes && !returns && payloadOf(job).asDraft ? 1 : null,
      ...(publication.generation !== undefined && outcome.changesText ? { modified_on: now } : {}),
    })
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .execute();
  await recordRun(trx, job, unit.started_on, outcome, now);
  // The outcome of a source that was read again says whether a newer text is held.
  const before = cause === 'edited' || version !== undefined ? { live, earlier } : undefined;
  if (returns || (version !== undefined && (publishes || isDraft)))
    await restoreSources(trx, { ...key, number: publication.live_version ?? live ?? version ?? 0 }, before);
  // Of a draft its version says how its sources fared; a newer text that is held concerns what answers as well.
  const isNoted = ({ heldText }: SourceOutcome) => !isIndexOfDraft && (!returns || heldText !== undefined);
  for (const source of outcome.sources.filter(isNoted))
    await (cause === 'edited' || (source.readingId !== undefined && liveReadings.has(source.readingId))
      ? noteKept(trx, key, {
          ...source,
          reason: source.reason ?? earlier?.find((of) => of.sourceId === source.sourceId)?.reason ?? null,
        })
      : noteOutcome(trx, key, source, returns));
  if (publishes || returns) await removeSources(trx, botId, unitId, now, { former: 1 });
  return true;
}

const isDraftVersion = async (trx: Queries, key: Parameters<typeof readVersion>[1]): Promise<boolean> =>
  (await readVersion(trx, key))?.state === 'draft';

/** A draft of which no index can be made waits for a person. */
async function holdUnindexed(
  trx: Queries,
  key: Parameters<typeof readVersion>[1],
  { reason, sources }: IndexOutcome,
): Promise<void> {
  const cause = reason ?? sources[0]?.reason ?? CANCELLED;
  await trx
    .updateTable('unit_version')
    .set({ index_failed: 1, release: 'person' })
    .set((eb) => ({ held: eb.fn.coalesce('held', eb.val(printReason(cause))) }))
    .where((eb) => eb.and(key))
    .execute();
}

async function noteOutcome(
  trx: Queries,
  key: { bot_id: number; unit_id: number },
  source: SourceOutcome,
  isOfDraft: boolean,
): Promise<void> {
  await trx
    .updateTable('source')
    .set({ status: source.status, reason: printReason(source.reason), held_text: source.heldText ?? null })
    .$if(!isOfDraft, (query) => query.set({ passages: source.passages }))
    .$if(!isOfDraft && !keepsReading(source), (query) => query.set(readingOf(source)))
    .where((eb) => eb.and({ ...key, id: source.sourceId }))
    .execute();
}

/** What takes an earlier reading reads nothing: why there is no newer text, and the text that is held, stay. */
async function noteKept(
  trx: Queries,
  key: { bot_id: number; unit_id: number },
  { sourceId, reason, passages }: Pick<SourceOutcome, 'sourceId' | 'reason' | 'passages'>,
): Promise<void> {
  await trx
    .updateTable('source')
    .set({ status: reason ? 'failed' : 'ready', reason: printReason(reason), passages })
    .where((eb) => eb.and({ ...key, id: sourceId }))
    .execute();
}

function readingOf({ warnings, health, pages, page, readOn }: SourceOutcome) {
  return {
    ...(page ? { read_page: JSON.stringify(page) } : {}),
    warnings: JSON.stringify(warnings),
    health: health ? JSON.stringify(health) : null,
    pages,
    read_on: readOn?.getTime() ?? null,
  };
}

const countFailed = ({ sources }: IndexOutcome, isCounted: (source: SourceOutcome) => boolean): number =>
  sources.filter((source) => source.status === 'failed' && isCounted(source)).length;

/** Settled runs that are kept of a unit. */
const MAX_RUNS = 10;

async function recordRun(
  trx: Queries,
  job: Job,
  startedOn: number | null,
  outcome: IndexOutcome,
  now: number,
): Promise<void> {
  const { botId, id } = job;
  const unitId = Number(job.subject);
  await trx
    .insertInto('index_run')
    .values({
      bot_id: botId,
      unit_id: unitId,
      id,
      cause: payloadOf(job).cause,
      queued_on: job.queuedOn.getTime(),
      started_on: startedOn,
      read_on: outcome.readOn?.getTime() ?? null,
      settled_on: now,
      attempts: job.tries,
      status: outcome.keepsPublished ? 'failed' : outcome.status,
      sources_failed: countFailed(outcome, ({ passages }) => passages === 0),
      sources_kept: countFailed(outcome, ({ passages }) => passages > 0),
    })
    .execute();
  const runs = trx.selectFrom('index_run').where((eb) => eb.and({ bot_id: botId, unit_id: unitId }));
  const oldest = await runs
    .select('id')
    .orderBy('id', 'desc')
    .offset(MAX_RUNS - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldest)
    await trx
      .deleteFrom('index_run')
      .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
      .where('id', '<', oldest.id)
      .execute();
}
