import type { Clock } from '#gateway/core/clock.ts';
import type { BotRemoval, BotStore, RevokedKey } from '#gateway/modules/access/ports/bots.ts';
import { sweepBatch } from '#gateway/modules/units/sql/sweep-rows.ts';
import type { Queries, Reads, Scope, SqlDatabase } from '#gateway/sql/database.ts';
import { parseStored } from '#gateway/sql/json.ts';
import { existingBotRow, toBot } from './bot-rows.ts';
import { removeRows } from './remove-bot-rows.ts';
import { removeFiles, removeSpokenAudio, removeUnits } from './remove-bot-units.ts';

type Removal = Pick<BotStore, 'beginRemoval' | 'removeSlice' | 'removals' | 'endRemoval'>;

/** Rows, files and units in one transaction: each holds the lock for some milliseconds. */
const ROWS_PER_BATCH = 250;
const PASSAGES_PER_BATCH = 200;

export function createBotRemoval(
  { read, change }: SqlDatabase,
  clock: Clock,
  writing: <Result>(work: (trx: Queries) => Promise<Result>, scopes: readonly Scope[]) => Promise<Result>,
  isLast: (trx: Queries, id: number) => Promise<boolean>,
): Removal {
  return {
    beginRemoval: (id, on) =>
      writing(
        async (trx) => {
          const row = await existingBotRow(trx, id);
          if (!row) return { conflict: 'missing' };
          if (row.deleted_on === null && (await isLast(trx, id))) return { conflict: 'last' };
          const now = on.getTime();
          const revokedKeys = await revokeKeysOfBot(trx, id, now);
          const removal = { ...(await countOf(trx, id)), keysRevoked: revokedKeys.length };
          await trx
            .updateTable('bot')
            .set({ removed_on: now, deleted_on: row.deleted_on ?? now })
            .where('id', '=', id)
            .execute();
          return { bot: toBot(row), removal, revokedKeys };
        },
        ['global', { bot: id }],
      ),

    async removeSlice(id) {
      if (!(await isGone(read, id))) return false;
      if ((await sweepBatch({ read, change }, { botId: id }, PASSAGES_PER_BATCH)) !== undefined) return true;
      const removed = await change({ bot: id }, async (trx) => {
        const now = clock.now().getTime();
        return (
          (await removeUnits(trx, id, now)) ||
          (await removeFiles(trx, id, now)) ||
          (await removeSpokenAudio(trx, id, now))
        );
      });
      return removed || removeRows({ read, change }, id, ROWS_PER_BATCH);
    },

    async removals() {
      const rows = await read
        .selectFrom('bot')
        .select(['id', 'removed_on'])
        .where('removed_on', 'is not', null)
        .where('purged_on', 'is', null)
        .orderBy('removed_on')
        .execute();
      return rows.map(({ id, removed_on: removedOn }) => ({ id, removedOn: new Date(removedOn ?? 0) }));
    },

    async endRemoval(id, on) {
      await change('global', (trx) =>
        trx
          .updateTable('bot')
          .set({ purged_on: on.getTime(), name: '', settings: '{}' })
          .where('id', '=', id)
          .where('removed_on', 'is not', null)
          .execute(),
      );
    },
  };
}

async function isGone(db: Reads, id: number): Promise<boolean> {
  const gone = await db
    .selectFrom('bot')
    .select('id')
    .where('id', '=', id)
    .where('removed_on', 'is not', null)
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

/** Ends the keys of this bot alone, and takes the bot out of other keys. Returns the ended keys that were usable. */
async function revokeKeysOfBot(trx: Queries, id: number, now: number): Promise<RevokedKey[]> {
  const keys = await trx
    .selectFrom('api_key')
    .select(['id', 'name', 'bots', 'expires_on'])
    .where('revoked_on', 'is', null)
    .where('all_bots', '=', 0)
    .execute();
  const ended: RevokedKey[] = [];
  for (const key of keys) {
    const bots = parseStored(key.bots) as number[];
    if (!bots.includes(id)) continue;
    const rest = bots.filter((bot) => bot !== id);
    const change = rest.length > 0 ? { bots: JSON.stringify(rest) } : { revoked_on: now };
    await trx.updateTable('api_key').set(change).where('id', '=', key.id).execute();
    if (rest.length === 0 && (key.expires_on === null || key.expires_on > now))
      ended.push({ id: key.id, name: key.name, on: new Date(now) });
  }
  return ended;
}
