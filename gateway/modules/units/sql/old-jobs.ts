import { isAbandoned } from '#gateway/modules/fleet/sql/is-abandoned.ts';
import type { FailedFetch, IndexJob } from '#gateway/modules/units/model.ts';
import type { Queries, Reads } from '#gateway/sql/database.ts';
import { parseStored } from '#gateway/sql/json.ts';
import { retireGeneration } from './retire-generation.ts';

/** Index jobs of a gateway of the version before, which may still run beside this one. */

/** Jobs without a living lease. */
export function selectFreeOldJobs(reads: Reads, moment: number) {
  return reads
    .selectFrom('index_job')
    .selectAll()
    .where((eb) => eb.or([eb('free_on', '<=', moment), isAbandoned('index_job.lease_owner', moment)]));
}

/**
 * Whether a gateway of the version before wanted a unit indexed since a generation was begun: it queued the unit, or has begun
 * a later generation, which is published or given up by now.
 */
export async function isOvertaken(
  reads: Reads,
  { botId, unitId, generation }: Pick<IndexJob, 'botId' | 'unitId' | 'generation'>,
): Promise<boolean> {
  const row = await reads
    .selectFrom('index_job')
    .select('id')
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
    .unionAll(
      reads
        .selectFrom('unit')
        .select('id')
        .where((eb) => eb.and({ bot_id: botId, id: unitId }))
        .where('last_generation', '>', generation),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the old job of a unit, whoever holds it. Returns its sources whose address could not be fetched. */
export async function dropOldJob(
  trx: Queries,
  botId: number,
  unitId: number,
  now: number,
): Promise<FailedFetch[]> {
  const row = await trx
    .deleteFrom('index_job')
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
    .returning(['id', 'generation', 'fetch_failures'])
    .executeTakeFirst();
  if (!row) return [];
  await retireGeneration(trx, botId, unitId, row.generation, now);
  if (row.fetch_failures === null) return [];
  const { job, sources } = parseStored(row.fetch_failures) as { job: number; sources: FailedFetch[] };
  return job === row.id ? sources : [];
}
