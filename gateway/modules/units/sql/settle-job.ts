import type { IndexJob } from '#gateway/modules/units/model.ts';
import type { IndexOutcome, SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { printReason } from '#gateway/sql/json.ts';
import { retireGeneration } from './queue.ts';
import { removeSources } from './remove-sources.ts';

/** The commit point: publishes the generation or keeps the last good one, notes how the sources fared, ends the job. */
export async function settleJob(
  trx: Queries,
  job: IndexJob,
  outcome: IndexOutcome,
  now: number,
): Promise<boolean> {
  const { botId, unitId } = job;
  const unit = await trx
    .selectFrom('unit')
    .select(['generation', 'title'])
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .executeTakeFirst();
  if (!unit) return false;

  const publishes = outcome.status === 'ready' && outcome.keepsPublished !== true;
  await retireGeneration(trx, botId, unitId, publishes ? unit.generation : job.generation, now);
  await trx
    .updateTable('unit')
    .set({
      status: outcome.status,
      reason: printReason(outcome.reason),
      read_on: outcome.readOn?.getTime() ?? null,
      settled_on: now,
      ...(publishes
        ? {
            generation: job.generation,
            passages: outcome.passages,
            indexed_title: outcome.title ?? unit.title,
            ...(outcome.changesText ? { modified_on: now } : {}),
          }
        : {}),
    })
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .execute();
  await recordRun(trx, job, outcome, now);
  for (const source of outcome.sources)
    await trx
      .updateTable('source')
      .set({ status: source.status, reason: printReason(source.reason), passages: source.passages })
      .set({ held_text: source.heldText ?? null })
      .$if(!keepsReading(source), (query) => query.set(readingOf(source)))
      .where((eb) => eb.and({ bot_id: botId, id: source.sourceId, unit_id: unitId }))
      .execute();
  if (publishes) await removeSources(trx, botId, unitId, now, { former: 1 });
  await trx.deleteFrom('index_job').where('bot_id', '=', botId).where('unit_id', '=', unitId).execute();
  return true;
}

/** Whether a source keeps answering with the passages of an earlier reading. */
const keepsReading = ({ readOn, passages }: SourceOutcome): boolean => readOn === undefined && passages > 0;

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

async function recordRun(trx: Queries, job: IndexJob, outcome: IndexOutcome, now: number): Promise<void> {
  const { botId, unitId, id } = job;
  const { cause, queued_on, attempt, started_on } = await trx
    .selectFrom('index_job as queued')
    .innerJoin('unit', (join) =>
      join.onRef('unit.bot_id', '=', 'queued.bot_id').onRef('unit.id', '=', 'queued.unit_id'),
    )
    .select(['queued.cause', 'queued.queued_on', 'queued.attempt', 'unit.started_on'])
    .where((eb) => eb.and({ 'queued.bot_id': botId, 'queued.unit_id': unitId }))
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('index_run')
    .values({
      bot_id: botId,
      unit_id: unitId,
      id,
      cause,
      queued_on,
      started_on,
      read_on: outcome.readOn?.getTime() ?? null,
      settled_on: now,
      attempts: attempt,
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
