import { sql } from 'kysely';
import { PRIORITIES } from '#gateway/modules/jobs/model.ts';
import { countWithPriority } from '#gateway/modules/jobs/sql/read-jobs.ts';
import { hasUpdateFailed, isPartlyReady } from '#gateway/modules/units/model.ts';
import type { UnitStore } from '#gateway/modules/units/ports/units.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { parseReason } from '#gateway/sql/json.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import { readProgress } from './unit-progress.ts';
import { hasFailedSource, hasKeptSource, hasLostSource } from './unit-rows.ts';
import { isAvailableAt } from './validity.ts';

type Summary = Awaited<ReturnType<UnitStore['summary']>>;

const MAX_SHOWN_FAILURES = 10;

/** Counts of a bot's units by status, and the last failures. */
export async function summarize(reads: Reads, now: StoreClock, botId: number): Promise<Summary> {
  const moment = await now(reads);
  const counts = await liveUnits(reads, botId)
    .select((eb) => [
      'status',
      eb.fn.countAll<number>().as('units'),
      eb.fn.sum<number>('passages').as('passages'),
      sql<number>`sum(case when ${hasLostSource} then 1 else 0 end)`.as('partly'),
      sql<number>`sum(case when ${hasKeptSource} and not ${hasLostSource} then 1 else 0 end)`.as('kept'),
      sql<number>`sum(case when ${isAvailableAt(moment)} then 0 else 1 end)`.as('unavailable'),
      sql<number>`sum(case when live_version is null and draft_version is not null then 1 else 0 end)`.as(
        'drafts',
      ),
    ])
    .groupBy('status')
    .execute();
  const { binned } = await reads
    .selectFrom('unit')
    .where('bot_id', '=', botId)
    .where('deleted_on', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('binned'))
    .executeTakeFirstOrThrow();
  const updating = await countWithPriority(reads, botId, 'index', PRIORITIES.last);
  const units = { waiting: 0, indexing: 0, ready: 0, failed: 0, partlyReady: 0, updateFailed: 0 };
  for (const row of counts) {
    units[row.status] = row.units;
    if (row.status !== 'ready') continue;
    units.partlyReady = row.partly;
    units.updateFailed = row.kept;
  }
  return {
    units,
    binned,
    updating,
    unavailable: counts.reduce((sum, row) => sum + row.unavailable, 0),
    newDrafts: counts.find(({ status }) => status === 'waiting')?.drafts ?? 0,
    passages: counts.reduce((sum, row) => sum + row.passages, 0),
    failures: await lastFailures(reads, now, botId),
  };
}

const liveUnits = (reads: Reads, botId: number) =>
  reads.selectFrom('unit').where('bot_id', '=', botId).where('deleted_on', 'is', null);

/** Units that failed, and those of which a source did, the last first. */
async function lastFailures(reads: Reads, now: StoreClock, botId: number): Promise<Summary['failures']> {
  const failures = await liveUnits(reads, botId)
    .select(['id', 'title', 'status', 'settled_on', 'modified_on', 'reason'])
    .where((eb) =>
      eb.or([eb('status', '=', 'failed'), eb.and([eb('status', '=', 'ready'), hasFailedSource])]),
    )
    .orderBy('settled_on', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN_FAILURES)
    .execute();
  const failedIds = failures.map(({ id }) => id);
  const progress = await readProgress(reads, now, botId, failedIds);
  const states = new Map(progress.map((state) => [state.unitId, state]));
  return failures.map((row) => {
    const state = states.get(row.id);
    const failure = state?.failure;
    return {
      id: row.id,
      title: row.title,
      on: new Date(row.settled_on ?? row.modified_on),
      reason: failure?.reason ?? parseReason(row.reason),
      sourceId: failure?.sourceId ?? null,
      isPartlyReady: state !== undefined && isPartlyReady(state),
      hasUpdateFailed: state !== undefined && hasUpdateFailed(state),
    };
  });
}
