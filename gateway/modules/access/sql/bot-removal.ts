import type { Clock } from '#gateway/core/clock.ts';
import type { BotStore, RevokedKey } from '#gateway/modules/access/ports/bots.ts';
import type { Queries, Reads, Scope, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { parseStored } from '#gateway/sql/json.ts';
import { existingBotRow, toBot } from './bot-rows.ts';
import { takeBotFromPersons } from './person-rows.ts';

type Removal = Pick<BotStore, 'beginRemoval' | 'removeSlice' | 'removals' | 'endRemoval'>;

const NOTHING = { units: 0, passages: 0, files: 0, blobs: 0 };

export function createBotRemoval(
  { read, change }: SqlDatabase,
  clock: Clock,
  writing: <Result>(work: (trx: Queries) => Promise<Result>, scopes: readonly Scope[]) => Promise<Result>,
  isLast: (trx: Queries, id: number) => Promise<boolean>,
  extensions: SqlExtensions,
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
          await takeBotFromPersons(trx, id, now);
          const counts = await extensions.countRemoval(trx, id);
          const removal = { ...NOTHING, ...counts, keysRevoked: revokedKeys.length };
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
      return extensions.removeOfBot({ read, change }, id, clock.now().getTime(), extensions);
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
