import { sql } from 'kysely';
import { append } from '#common/long-lists.ts';
import { namePersons } from '#gateway/modules/access/sql/person-rows.ts';
import type { Job } from '#gateway/modules/jobs/model.ts';
import { kindPausedOn } from '#gateway/modules/jobs/sql/job-pauses.ts';
import { readJobs, readPlaces } from '#gateway/modules/jobs/sql/read-jobs.ts';
import type { IndexPayload, UnitProgress, UnitStatus } from '#gateway/modules/units/model.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { parseReason, toDate } from '#gateway/sql/json.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import { payloadOf } from './queue.ts';
import { createValidityView } from './validity.ts';

/** How far the indexing of units is; units that are not there are left out. */
export async function readProgress(
  reads: Reads,
  now: StoreClock,
  botId: number,
  ids: readonly number[],
): Promise<UnitProgress[]> {
  const states: UnitProgress[] = [];
  for (const slice of slicesOf(ids, IDS_PER_QUERY)) {
    const rows = await selectProgress(reads, botId, slice).execute();
    const subjectsOf = (status: UnitStatus) =>
      rows.filter((row) => row.status === status).map(({ id }) => String(id));
    const jobs = await readJobs(reads, botId, 'index', subjectsOf('indexing'));
    const places = await readPlaces(reads, botId, 'index', subjectsOf('waiting'));
    const runMs = places.size > 0 ? await readRunMs(reads, botId) : null;
    const owners = await namePersons(reads, [...new Set(rows.flatMap(({ owner_id: id }) => id ?? []))]);
    const validityOf = await createValidityView(reads, now, rows);
    append(
      states,
      rows.map((row) => ({
        ...toProgress(row, jobs.get(String(row.id)), places.get(String(row.id)), runMs),
        owner: owners.get(row.owner_id ?? '') ?? null,
        validity: validityOf(row),
      })),
    );
  }
  return states;
}

/** Runs that succeeded, the last ones, that say how long the next ones may take; and fewer say nothing. */
const MEASURED_RUNS = 20;
const MIN_RUNS = 3;

/** How long one of the last runs took on average, over all bots; null where that says nothing about the next ones. */
async function readRunMs(reads: Reads, botId: number): Promise<number | null> {
  if ((await kindPausedOn(reads, botId, 'index')) !== null) return null;
  const runs = await reads
    .selectFrom('index_run')
    .select((eb) => eb('settled_on', '-', eb.ref('started_on')).as('ms'))
    .where('started_on', 'is not', null)
    .where('status', '=', 'ready')
    .orderBy('settled_on', 'desc')
    .limit(MEASURED_RUNS)
    .execute();
  if (runs.length < MIN_RUNS) return null;
  return runs.reduce((sum, { ms }) => sum + (ms ?? 0), 0) / runs.length;
}

type ProgressRow = Awaited<ReturnType<ReturnType<typeof selectProgress>['execute']>>[number];

function selectProgress(reads: Reads, botId: number, ids: readonly number[]) {
  return reads
    .selectFrom('unit')
    .select(['unit.id', 'unit.status', 'unit.passages', 'unit.reason', 'unit.started_on', 'unit.generation'])
    .select(['unit.owner_id', 'unit.draft_version', 'unit.is_off', 'unit.valid_from', 'unit.valid_until'])
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
    .orderBy('unit.id');
}

function toProgress(
  row: ProgressRow,
  job: Job | undefined,
  queuedPlace: number | undefined,
  runMs: number | null,
): Omit<UnitProgress, 'owner' | 'validity'> {
  const position: IndexPayload['position'] =
    job && (payloadOf(job).position ?? { stage: job.stage === 'fetch' ? 'fetching' : 'reading' });
  // A new unit whose text is held waits in no queue.
  const place = queuedPlace ?? (row.draft_version === null ? 1 : null);
  return {
    unitId: row.id,
    status: row.status,
    stage: position?.stage ?? null,
    progress: row.status === 'indexing' ? (job?.progress ?? 0) : null,
    startedOn: toDate(row.started_on),
    picture: position?.picture ?? null,
    position: row.status === 'waiting' ? place : null,
    ...(row.status === 'waiting' && place !== null && runMs !== null ? { waitMs: runMs * place } : {}),
    passages: row.passages,
    readOn: row.generation === null ? null : toDate(row.text_read_on),
    reason: parseReason(row.reason),
    files: row.files ?? 0,
    urls: row.urls ?? 0,
    failedSources: row.failed_sources ?? 0,
    keptSources: row.kept_sources ?? 0,
    earlierIndex: earlierIndexOf(row),
    draft: row.draft_version,
    failure:
      row.failed_source === null
        ? null
        : { sourceId: row.failed_source, reason: parseReason(row.failed_reason) },
  };
}

/** What answers although the last run of a unit failed. */
function earlierIndexOf(row: ProgressRow): UnitProgress['earlierIndex'] {
  const isOfFormerSources = (row.former_sources ?? 0) > 0;
  if (row.status === 'ready' && row.kept_sources)
    return { readOn: toDate(row.kept_read_on), isOfFormerSources: false };
  if (row.status !== 'failed' || row.generation === null) return null;
  return { readOn: toDate(isOfFormerSources ? row.former_read_on : row.kept_read_on), isOfFormerSources };
}
