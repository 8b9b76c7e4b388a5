import type { IndexJob } from '#gateway/modules/units/model.ts';
import type { IndexOutcome } from '#gateway/modules/units/ports/jobs.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { printReason } from '#gateway/sql/json.ts';
import { removeSources } from '#gateway/sql/orphans.ts';
import { queueUnit, retireGeneration } from './queue.ts';

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

  const isReady = outcome.status === 'ready';
  await retireGeneration(trx, botId, unitId, isReady ? unit.generation : job.generation, now);
  await trx
    .updateTable('unit')
    .set({
      status: outcome.status,
      reason: printReason(outcome.reason),
      read_on: outcome.readOn?.getTime() ?? null,
      settled_on: now,
      ...(isReady ? { generation: job.generation, passages: outcome.passages } : {}),
    })
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .execute();
  for (const source of outcome.sources)
    await trx
      .updateTable('source')
      .set({
        status: source.status,
        reason: printReason(source.reason),
        warnings: JSON.stringify(source.warnings),
        health: source.health ? JSON.stringify(source.health) : null,
        pages: source.pages,
        passages: source.passages,
      })
      .where((eb) => eb.and({ bot_id: botId, id: source.sourceId, unit_id: unitId }))
      .execute();
  if (isReady) await removeSources(trx, botId, unitId, now, { former: 1 });
  await trx.deleteFrom('index_job').where('bot_id', '=', botId).where('unit_id', '=', unitId).execute();
  if (isReady && outcome.title !== undefined && outcome.title !== unit.title)
    await queueUnit(trx, botId, unitId, now, null);
  return true;
}
