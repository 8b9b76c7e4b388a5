import { sql } from 'kysely';
import { append } from '#common/long-lists.ts';
import {
  hasUpdateFailed,
  type IndexRun,
  isPartlyReady,
  type UnitProgress,
} from '#gateway/modules/units/model.ts';
import type { UnitStore } from '#gateway/modules/units/ports/units.ts';
import type { UnitRow } from '#gateway/modules/units/tables.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { parseHealth, parseReason, toDate } from '#gateway/sql/json.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import { findUnitRow, hasFailedSource, hasKeptSource, hasLostSource } from './unit-rows.ts';

type States = Pick<UnitStore, 'progress' | 'timeline' | 'health' | 'heldText' | 'summary'>;

const MAX_SHOWN_FAILURES = 10;

export function createUnitStates({ read }: SqlDatabase): States {
  const progressOf = async (botId: number, ids: readonly number[]): Promise<UnitProgress[]> => {
    const rows = await read
      .selectFrom('unit')
      .leftJoin('index_job as job', (join) =>
        join.onRef('job.bot_id', '=', 'unit.bot_id').onRef('job.unit_id', '=', 'unit.id'),
      )
      .select([
        'unit.id',
        'unit.status',
        'unit.passages',
        'unit.reason',
        'unit.started_on',
        'unit.generation',
      ])
      .select(['job.stage', 'job.progress', 'job.picture', 'job.pictures'])
      // The queue is shared by all bots, so is the place in it.
      .select(
        sql<number>`(select count(*) from index_job as ahead where ahead.attempt = 0 and
          (ahead.cause = 'updated', ahead.queued_on, ahead.bot_id, ahead.id)
            <= (job.cause = 'updated', job.queued_on, job.bot_id, job.id))`.as('position'),
      )
      .select((eb) => {
        const all = eb
          .selectFrom('source')
          .whereRef('source.bot_id', '=', 'unit.bot_id')
          .whereRef('source.unit_id', '=', 'unit.id');
        const sources = all.where('former', '=', 0);
        const former = all.where('former', '=', 1);
        const failed = sources.where('source.status', '=', 'failed');
        const stale = failed.where('source.passages', '>', 0);
        const firstFailed = failed
          .orderBy(sql`case when source.passages > 0 then 1 else 0 end`)
          .orderBy('source.position')
          .limit(1);
        return [
          all
            .where('source.passages', '>', 0)
            .select((eb) => eb.fn.min<number | null>('source.read_on').as('n'))
            .as('text_read_on'),
          sources.select((eb) => eb.fn.count<number>('file_id').as('n')).as('files'),
          sources.select((eb) => eb.fn.count<number>('url').as('n')).as('urls'),
          failed
            .where('source.passages', '=', 0)
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .as('failed_sources'),
          stale.select((eb) => eb.fn.countAll<number>().as('n')).as('kept_sources'),
          stale.select((eb) => eb.fn.min<number | null>('source.read_on').as('n')).as('kept_read_on'),
          former.select((eb) => eb.fn.countAll<number>().as('n')).as('former_sources'),
          former.select((eb) => eb.fn.min<number | null>('source.read_on').as('n')).as('former_read_on'),
          firstFailed.select('source.id').as('failed_source'),
          firstFailed.select('source.reason').as('failed_reason'),
        ];
      })
      .where('unit.bot_id', '=', botId)
      .where('unit.id', 'in', ids)
      .where('unit.deleted_on', 'is', null)
      .orderBy('unit.id')
      .execute();
    return rows.map((row) => ({
      unitId: row.id,
      status: row.status,
      stage: row.status === 'indexing' ? row.stage : null,
      progress: row.status === 'indexing' ? (row.progress ?? 0) : null,
      startedOn: toDate(row.started_on),
      picture:
        row.status === 'indexing' && row.picture !== null && row.pictures !== null
          ? { at: row.picture, of: row.pictures }
          : null,
      position: row.status === 'waiting' ? Math.max(1, row.position) : null,
      passages: row.passages,
      readOn: row.generation === null ? null : toDate(row.text_read_on),
      reason: parseReason(row.reason),
      files: row.files ?? 0,
      urls: row.urls ?? 0,
      failedSources: row.failed_sources ?? 0,
      keptSources: row.kept_sources ?? 0,
      earlierIndex: earlierIndexOf(row),
      failure:
        row.failed_source === null
          ? null
          : { sourceId: row.failed_source, reason: parseReason(row.failed_reason) },
    }));
  };

  const runsOf = async (unit: UnitRow): Promise<IndexRun[]> => {
    const job = await read
      .selectFrom('index_job')
      .select(['cause', 'queued_on', 'attempt'])
      .where((eb) => eb.and({ bot_id: unit.bot_id, unit_id: unit.id }))
      .executeTakeFirst();
    const settled = await read
      .selectFrom('index_run')
      .selectAll()
      .where((eb) => eb.and({ bot_id: unit.bot_id, unit_id: unit.id }))
      .orderBy('id', 'desc')
      .execute();
    const current = job && {
      cause: job.cause,
      queued: new Date(job.queued_on),
      started: toDate(unit.started_on),
      read: null,
      settled: null,
      attempts: job.attempt,
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
  };

  const progress = async (botId: number, ids: readonly number[]): Promise<UnitProgress[]> => {
    const states: UnitProgress[] = [];
    for (const slice of slicesOf(ids, IDS_PER_QUERY)) append(states, await progressOf(botId, slice));
    return states;
  };

  return {
    progress,

    async timeline(botId, id) {
      const row = await findUnitRow(read, botId, id);
      if (!row) return undefined;
      return {
        registered: new Date(row.created_on),
        started: toDate(row.started_on),
        read: toDate(row.read_on),
        settled: toDate(row.settled_on),
        attempts: row.attempts,
        runs: await runsOf(row),
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

    async summary(botId) {
      const live = read.selectFrom('unit').where('bot_id', '=', botId).where('deleted_on', 'is', null);
      const counts = await live
        .select((eb) => [
          'status',
          eb.fn.countAll<number>().as('units'),
          eb.fn.sum<number>('passages').as('passages'),
          sql<number>`sum(case when ${hasLostSource} then 1 else 0 end)`.as('partly'),
          sql<number>`sum(case when ${hasKeptSource} and not ${hasLostSource} then 1 else 0 end)`.as('kept'),
        ])
        .groupBy('status')
        .execute();
      const failures = await live
        .select(['id', 'title', 'status', 'settled_on', 'modified_on', 'reason'])
        .where((eb) =>
          eb.or([eb('status', '=', 'failed'), eb.and([eb('status', '=', 'ready'), hasFailedSource])]),
        )
        .orderBy('settled_on', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_SHOWN_FAILURES)
        .execute();
      const { binned } = await read
        .selectFrom('unit')
        .where('bot_id', '=', botId)
        .where('deleted_on', 'is not', null)
        .select((eb) => eb.fn.countAll<number>().as('binned'))
        .executeTakeFirstOrThrow();
      const { updating } = await read
        .selectFrom('index_job')
        .where((eb) => eb.and({ bot_id: botId, cause: 'updated' }))
        .select((eb) => eb.fn.countAll<number>().as('updating'))
        .executeTakeFirstOrThrow();
      const failedIds = failures.map(({ id }) => id);
      const states = new Map((await progress(botId, failedIds)).map((state) => [state.unitId, state]));
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
        passages: counts.reduce((sum, row) => sum + row.passages, 0),
        failures: failures.map((row) => {
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
        }),
      };
    },
  };
}

/** What answers although the last run of a unit failed. */
function earlierIndexOf(row: {
  status: UnitRow['status'];
  generation: number | null;
  kept_sources: number | null;
  kept_read_on: number | null;
  former_sources: number | null;
  former_read_on: number | null;
}): UnitProgress['earlierIndex'] {
  const isOfFormerSources = (row.former_sources ?? 0) > 0;
  if (row.status === 'ready' && row.kept_sources)
    return { readOn: toDate(row.kept_read_on), isOfFormerSources: false };
  if (row.status !== 'failed' || row.generation === null) return null;
  return { readOn: toDate(isOfFormerSources ? row.former_read_on : row.kept_read_on), isOfFormerSources };
}
