import type { Job } from '#gateway/modules/jobs/model.ts';
import type { IndexOutcome, SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { printReason } from '#gateway/sql/json.ts';
import { keepsReading, publishVersion } from './publish-version.ts';
import { endAttempt, payloadOf } from './queue.ts';
import { removeSources } from './remove-sources.ts';
import { restoreSources } from './restore-sources.ts';

/** Publishes the generation of a job that ended or keeps the last good one, and notes how the sources fared. */
export async function settleRun(
  trx: Queries,
  job: Job,
  outcome: IndexOutcome,
  now: number,
): Promise<boolean> {
  const { botId } = job;
  const unitId = Number(job.subject);
  const { generation, version } = payloadOf(job);
  const unit = await trx
    .selectFrom('unit')
    .select(['generation', 'title', 'started_on', 'live_version'])
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .executeTakeFirst();
  if (!unit) return false;

  const publishes = outcome.status === 'ready' && outcome.keepsPublished !== true;
  if (!publishes) await endAttempt(trx, job, now);
  const published = publishes ? await publishVersion(trx, job, unit, outcome, now) : undefined;
  await trx
    .updateTable('unit')
    .set({
      status: outcome.status,
      reason: printReason(outcome.reason),
      read_on: outcome.readOn?.getTime() ?? null,
      settled_on: now,
      ...(published
        ? {
            ...published,
            generation,
            passages: outcome.passages,
            indexed_title: outcome.title ?? unit.title,
            ...(outcome.changesText ? { modified_on: now } : {}),
          }
        : {}),
    })
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .execute();
  await recordRun(trx, job, unit.started_on, outcome, now);
  // What a version that was given up was made of is of no interest.
  if (version !== undefined && !published) {
    if (unit.live_version !== null)
      await restoreSources(trx, { bot_id: botId, unit_id: unitId, number: unit.live_version });
    return true;
  }
  for (const source of outcome.sources)
    await trx
      .updateTable('source')
      .set({ status: source.status, reason: printReason(source.reason), passages: source.passages })
      .set({ held_text: source.heldText ?? null })
      .$if(!keepsReading(source), (query) => query.set(readingOf(source)))
      .where((eb) => eb.and({ bot_id: botId, id: source.sourceId, unit_id: unitId }))
      .execute();
  if (publishes) await removeSources(trx, botId, unitId, now, { former: 1 });
  return true;
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
