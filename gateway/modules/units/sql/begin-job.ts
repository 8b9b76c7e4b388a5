import type { JobLease } from '#gateway/modules/jobs/model.ts';
import { finishJob, updateHeld } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { IndexJob } from '#gateway/modules/units/model.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { toDate } from '#gateway/sql/json.ts';
import { payloadOf } from './queue.ts';
import { retireGeneration } from './retire-generation.ts';

/**
 * The number of a unit's next generation: seconds since 1970, or one more than the last. Counted from 1, a database restored
 * to an earlier state would give numbers again that caches know with other content.
 */
const nextGeneration = (last: number, now: number): number => Math.max(last + 1, Math.floor(now / 1000));

/**
 * Begins a generation for a lease: each lease writes one of its own, so an owner that outlived its lease can spoil nothing.
 * Undefined when the lease was lost meanwhile, or the unit is gone: a gateway of the version before leaves its job.
 */
export async function beginJob(trx: Queries, lease: JobLease, now: number): Promise<IndexJob | undefined> {
  const { botId, id, tries } = lease;
  const unitId = Number(lease.subject);
  const unit = await trx
    .selectFrom('unit')
    .select('last_generation')
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
  const { generation: last, position: _position, ...request } = payloadOf(lease);
  await retireGeneration(trx, botId, unitId, last, now);
  if (!unit) {
    await finishJob(trx, lease);
    return undefined;
  }
  const generation = nextGeneration(unit.last_generation, now);
  const payload = { ...request, generation };
  if (!(await updateHeld(trx, lease, { payload }))) return undefined;
  const isReadAfterFetch = lease.stage === 'read' && request.fetchedOn !== undefined && tries === 1;
  await trx
    .updateTable('unit')
    .set((eb) => ({
      last_generation: generation,
      status: 'indexing',
      attempts: tries,
      // What was fetched has waited for its turn since.
      started_on: isReadAfterFetch ? now : eb.fn.coalesce('started_on', eb.val(now)),
    }))
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .execute();
  await trx
    .insertInto('generation')
    .values({ bot_id: botId, unit_id: unitId, generation, retired_on: null })
    .execute();
  await trx
    .updateTable('source')
    .set({ status: 'indexing' })
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, former: 0 }))
    .execute();
  return {
    lease: { ...lease, payload },
    id,
    botId,
    unitId,
    generation,
    attempt: tries,
    fetchedSince: toDate(request.fetchedSince ?? null),
    cause: request.cause,
    version: request.version ?? null,
    failedFetches: request.failed ?? [],
    fetchHost: lease.resource,
  };
}
