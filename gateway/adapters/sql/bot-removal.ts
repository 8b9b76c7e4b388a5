import type { BotRemoval, BotStore, Clock, EndedKey } from '#gateway/ports.ts';
import { removeRows } from './bot-rows-left.ts';
import { standingRow, toBot } from './bot-rows.ts';
import type { Queries, SqlDatabase } from './database.ts';
import { isBlobUsed, orphanBlobs } from './orphans.ts';
import { removeSpoken } from './spoken.ts';
import { sweepSlice } from './sweep-rows.ts';
import { removeUnitRow } from './unit-bin.ts';

type Removal = Pick<BotStore, 'beginRemoval' | 'removeSlice' | 'removals' | 'endRemoval'>;

/** Rows, files and units in one transaction: each holds the lock for some milliseconds. */
const ROWS = 250;
const PASSAGES = 200;
const FILES = 50;
const UNITS = 5;

export function createBotRemoval(
  { read, write }: SqlDatabase,
  clock: Clock,
  writing: <Result>(work: (trx: Queries) => Promise<Result>) => Promise<Result>,
  isLast: (trx: Queries, id: number) => Promise<boolean>,
): Removal {
  return {
    beginRemoval: (id, on) =>
      writing(async (trx) => {
        const row = await standingRow(trx, id);
        if (!row) return { conflict: 'missing' };
        if (row.deleted_on === null && (await isLast(trx, id))) return { conflict: 'last' };
        const now = on.getTime();
        const ended = await forgetBot(trx, id, now);
        const removal = { ...(await countOf(trx, id)), keysRevoked: ended.length };
        await trx
          .updateTable('bot')
          .set({ gone_on: now, deleted_on: row.deleted_on ?? now })
          .where('id', '=', id)
          .execute();
        return { bot: toBot(row), removal, ended };
      }),

    async removeSlice(id) {
      if (!(await isGone(read, id))) return false;
      if ((await sweepSlice(write, { botId: id }, PASSAGES)) !== undefined) return true;
      const removed = await write.transaction().execute(async (trx) => {
        const now = clock.now().getTime();
        return (
          (await removeUnits(trx, id, now)) ||
          (await removeFiles(trx, id, now)) ||
          (await removeSounds(trx, id, now))
        );
      });
      return removed || removeRows({ read, write }, id, ROWS);
    },

    async removals() {
      const rows = await read
        .selectFrom('bot')
        .select(['id', 'gone_on'])
        .where('gone_on', 'is not', null)
        .where('swept_on', 'is', null)
        .orderBy('gone_on')
        .execute();
      return rows.map(({ id, gone_on: goneOn }) => ({ id, goneOn: new Date(goneOn ?? 0) }));
    },

    async endRemoval(id, on) {
      await write
        .updateTable('bot')
        .set({ swept_on: on.getTime(), name: '', settings: '{}' })
        .where('id', '=', id)
        .where('gone_on', 'is not', null)
        .execute();
    },
  };
}

async function isGone(db: Queries, id: number): Promise<boolean> {
  const gone = await db
    .selectFrom('bot')
    .select('id')
    .where('id', '=', id)
    .where('gone_on', 'is not', null)
    .executeTakeFirst();
  return gone !== undefined;
}

/** Units with the bin, published passages, files registered or not, and the blobs of files and fetched pages. */
async function countOf(trx: Queries, botId: number): Promise<Omit<BotRemoval, 'keysRevoked'>> {
  const units = await trx
    .selectFrom('unit')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('passages').as('passages'),
    ])
    .where('bot_id', '=', botId)
    .executeTakeFirstOrThrow();
  const files = await trx
    .selectFrom('stored_file')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('blob').distinct().as('blobs'),
    ])
    .where('bot_id', '=', botId)
    .executeTakeFirstOrThrow();
  const pages = await trx
    .selectFrom('source')
    .select((eb) => eb.fn.count<number>('fetched_blob').as('blobs'))
    .where('bot_id', '=', botId)
    .executeTakeFirstOrThrow();
  return {
    units: units.count,
    passages: units.passages ?? 0,
    files: files.count,
    blobs: files.blobs + pages.blobs,
  };
}

/** Keys that were only for this bot end; the others forget it. Returns those that ended and were usable. */
async function forgetBot(trx: Queries, id: number, now: number): Promise<EndedKey[]> {
  const keys = await trx
    .selectFrom('api_key')
    .select(['id', 'name', 'bots', 'expires_on'])
    .where('revoked_on', 'is', null)
    .where('all_bots', '=', 0)
    .execute();
  const ended: EndedKey[] = [];
  for (const key of keys) {
    const bots = JSON.parse(key.bots) as number[];
    if (!bots.includes(id)) continue;
    const rest = bots.filter((bot) => bot !== id);
    const change = rest.length > 0 ? { bots: JSON.stringify(rest) } : { revoked_on: now };
    await trx.updateTable('api_key').set(change).where('id', '=', key.id).execute();
    if (rest.length === 0 && (key.expires_on === null || key.expires_on > now))
      ended.push({ id: key.id, name: key.name, on: new Date(now) });
  }
  return ended;
}

async function removeUnits(trx: Queries, botId: number, now: number): Promise<boolean> {
  const units = await trx
    .selectFrom('unit')
    .select('id')
    .where('bot_id', '=', botId)
    .orderBy('id')
    .limit(UNITS)
    .execute();
  for (const { id } of units) await removeUnitRow(trx, botId, id, now);
  return units.length > 0;
}

async function removeSounds(trx: Queries, botId: number, now: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('spoken_audio')
    .select(['id', 'blob'])
    .where('bot_id', '=', botId)
    .limit(FILES)
    .execute();
  if (rows.length > 0) await removeSpoken(trx, botId, rows, now);
  return rows.length > 0;
}

/** What was uploaded and never registered. */
async function removeFiles(trx: Queries, botId: number, now: number): Promise<boolean> {
  const files = await trx
    .selectFrom('stored_file')
    .select(['id', 'blob'])
    .where('bot_id', '=', botId)
    .limit(FILES)
    .execute();
  if (files.length === 0) return false;
  const ids = files.map(({ id }) => id);
  await trx.deleteFrom('stored_file').where('bot_id', '=', botId).where('id', 'in', ids).execute();
  const blobs: string[] = [];
  for (const blob of new Set(files.map(({ blob }) => blob)))
    if (!(await isBlobUsed(trx, botId, blob))) blobs.push(blob);
  await orphanBlobs(trx, blobs, now);
  return true;
}
