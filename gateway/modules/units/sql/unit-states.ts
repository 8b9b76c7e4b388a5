import { readJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { IndexRun } from '#gateway/modules/units/model.ts';
import type { UnitStore } from '#gateway/modules/units/ports/units.ts';
import type { UnitRow } from '#gateway/modules/units/tables.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { parseHealth, toDate } from '#gateway/sql/json.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import { summarize } from './knowledge-summary.ts';
import { jobKey, payloadOf } from './queue.ts';
import { readProgress } from './unit-progress.ts';
import { findUnitRow } from './unit-rows.ts';

type States = Pick<UnitStore, 'progress' | 'timeline' | 'health' | 'heldText' | 'summary'>;

export function createUnitStates({ read }: SqlDatabase, now: StoreClock): States {
  return {
    progress: (botId, ids) => readProgress(read, now, botId, ids),
    summary: (botId) => summarize(read, now, botId),

    async timeline(botId, id) {
      const row = await findUnitRow(read, botId, id);
      if (!row) return undefined;
      return {
        registered: new Date(row.created_on),
        started: toDate(row.started_on),
        read: toDate(row.read_on),
        settled: toDate(row.settled_on),
        attempts: row.attempts,
        runs: await runsOf(read, row),
      };
    },

    async health(botId, id) {
      const rows = await read
        .selectFrom('source')
        .select(['id', 'health'])
        .where((eb) => eb.and({ bot_id: botId, unit_id: id }))
        .execute();
      return new Map(
        rows.flatMap((row) => (row.health === null ? [] : [[row.id, parseHealth(row.health)] as const])),
      );
    },

    async heldText(botId, id, sourceId) {
      const row = await read
        .selectFrom('source')
        .select('held_text')
        .where((eb) => eb.and({ bot_id: botId, unit_id: id, id: sourceId, former: 0, status: 'failed' }))
        .executeTakeFirst();
      return row?.held_text ?? undefined;
    },
  };
}

/** The run under way, if any, and the settled ones, the last first. */
async function runsOf(reads: Reads, unit: UnitRow): Promise<IndexRun[]> {
  const job = await readJob(reads, jobKey(unit.bot_id, unit.id));
  const settled = await reads
    .selectFrom('index_run')
    .selectAll()
    .where((eb) => eb.and({ bot_id: unit.bot_id, unit_id: unit.id }))
    .orderBy('id', 'desc')
    .execute();
  const current = job && {
    cause: payloadOf(job).cause,
    queued: job.queuedOn,
    started: toDate(unit.started_on),
    read: null,
    settled: null,
    attempts: job.tries,
    status: unit.status,
    failedSources: null,
    keptSources: null,
  };
  return [
    ...(current ? [current] : []),
    ...settled.map((run) => ({
      cause: run.cause,
      queued: new Date(run.queued_on),
      started: toDate(run.started_on),
      read: toDate(run.read_on),
      settled: new Date(run.settled_on),
      attempts: run.attempts,
      status: run.status,
      failedSources: run.sources_failed,
      keptSources: run.sources_kept,
    })),
  ];
}
