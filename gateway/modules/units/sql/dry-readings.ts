import type { Clock } from '#gateway/core/clock.ts';
import type { Reason } from '#gateway/core/reason.ts';
import type { Job } from '#gateway/modules/jobs/model.ts';
import { dropJob, finishJob, queueJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import { readJobs, readJobsOn } from '#gateway/modules/jobs/sql/read-jobs.ts';
import {
  DRY_READING_LIFETIME_MS,
  type DryReading,
  dryKey,
  emptyOrigin,
  type NewSource,
  type ReadingOrigin,
} from '#gateway/modules/units/model.ts';
import type { DryReadingStore } from '#gateway/modules/units/ports/dry-readings.ts';
import type { ReadingRow } from '#gateway/modules/units/tables.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { parseReason, printReason } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';
import { insertReading, toReading } from './readings.ts';

/** After which an address that could not be read is fetched again when somebody asks. */
const FAILURE_LIFETIME_MS = 60_000;

export function createDryReadingStore(db: SqlDatabase, clock: Clock): DryReadingStore {
  const { read, change } = db;
  const now = createStoreClock(db, clock);
  const since = () => clock.now().getTime() - DRY_READING_LIFETIME_MS;
  const isOver = ({ url, reason, ended_on: on }: ReadingRow): boolean =>
    url !== null && reason !== null && (on ?? 0) < clock.now().getTime() - FAILURE_LIFETIME_MS;

  /** What needs a job. */
  async function missing(reads: Reads, botId: number, items: readonly NewSource[], readerVersion: number) {
    const jobs = await jobsOf(reads, botId, items);
    const ended = await endedReadings(reads, botId, items, since());
    return items.filter((item) => {
      const row = ended.get(dryKey(item));
      return !jobs.has(dryKey(item)) && (!row || row.reader_version !== readerVersion || isOver(row));
    });
  }

  return {
    async request(botId, items, readerVersion) {
      // The page asks again whenever it opens: reading takes no lock.
      if ((await missing(read, botId, items, readerVersion)).length === 0) return;
      await change({ bot: botId }, async (trx) => {
        const moment = await now(trx);
        for (const item of await missing(trx, botId, items, readerVersion)) {
          const subject = String(await nextId(trx, botId, 'dry-reading'));
          const key = { botId, kind: 'read', subject } as const;
          await queueJob(trx, { ...key, resource: dryKey(item), payload: item }, moment);
        }
      });
    },

    async states(botId, items) {
      const states = new Map<string, DryReading>();
      const jobs = await jobsOf(read, botId, items);
      for (const [key, row] of await endedReadings(read, botId, items, since()))
        if (!jobs.has(key))
          states.set(key, { state: 'ended', reading: toReading(row), reason: parseReason(row.reason) });
      for (const [key, { owner }] of jobs) states.set(key, { state: owner === null ? 'waiting' : 'reading' });
      return states;
    },

    async ofJobs(botId, subjects) {
      const jobs = await readJobs(read, botId, 'read', subjects);
      return new Map([...jobs].map(([subject, { payload }]) => [subject, payload as NewSource]));
    },

    fail: (lease, origin, reason) =>
      change({ bot: lease.botId }, async (trx) => {
        if (!(await finishJob(trx, lease))) return false;
        await insertFailure(trx, origin, reason, clock.now().getTime());
        return true;
      }),
  };
}

async function insertFailure(
  trx: Queries,
  origin: ReadingOrigin,
  reason: Reason,
  now: number,
): Promise<void> {
  const id = await insertReading(trx, origin, now);
  await trx
    .updateTable('reading')
    .set({ reason: printReason(reason), ended_on: now })
    .where((eb) => eb.and({ bot_id: origin.botId, id }))
    .execute();
}

/** Keeps that a person cancelled a reading, so that the page does not ask for it again. */
export async function cancelDryReading(trx: Queries, { botId, payload }: Job, now: number): Promise<void> {
  const reason = { code: 'cancelled', parameters: {} };
  await insertFailure(trx, emptyOrigin(botId, payload as NewSource), reason, now);
}

/**
 * Gives a new source the reading that there is of its file or address, with the copy of the page; one that is not done ends,
 * since the unit reads the source itself.
 */
export async function takeDryReading(
  trx: Queries,
  { botId, unitId, sourceId, source }: { botId: number; unitId: number; sourceId: number; source: NewSource },
  now: number,
): Promise<void> {
  for (const job of (await jobsOf(trx, botId, [source])).values()) await dropJob(trx, job);
  const ended = await endedReadings(trx, botId, [source], now - DRY_READING_LIFETIME_MS);
  const row = ended.get(dryKey(source));
  if (!row || row.reason !== null) return;
  const { choices, readOn, ...reading } = toReading(row);
  await trx
    .updateTable('reading')
    .set({ unit_id: unitId, source_id: sourceId })
    .where((eb) => eb.and({ bot_id: botId, id: reading.id }))
    .execute();
  if (!choices.copy) return;
  await trx
    .updateTable('source')
    .set({
      fetched_blob: reading.blob,
      fetched_mime: choices.copy.mime,
      fetched_charset: choices.copy.charset,
      fetched_size: reading.size,
      fetched_sha256: reading.sha256,
      fetched_sha256_of: reading.blob,
      fetched_url: choices.copy.finalUrl,
      fetched_on: readOn.getTime(),
    })
    .where((eb) => eb.and({ bot_id: botId, id: sourceId }))
    .execute();
}

/** Jobs by what they read. */
const jobsOf = (reads: Reads, botId: number, items: readonly NewSource[]): Promise<Map<string, Job>> =>
  readJobsOn(reads, botId, 'read', items.map(dryKey));

/** The newest reading of each item that no unit has. */
async function endedReadings(reads: Reads, botId: number, items: readonly NewSource[], since: number) {
  const ended = new Map<string, ReadingRow>();
  for (const slice of slicesOf(items, IDS_PER_QUERY)) {
    const rows = await reads
      .selectFrom('reading')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('unit_id', 'is', null)
      .where('ended_on', 'is not', null)
      .where('made_on', '>=', since)
      .where((eb) => eb(eb.fn.coalesce('file_id', 'url'), 'in', slice.map(dryKey)))
      .orderBy('id')
      .execute();
    for (const row of rows) ended.set(row.file_id ?? row.url ?? '', row);
  }
  return ended;
}
