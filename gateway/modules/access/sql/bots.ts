import { foldText } from '#common/fold-text.ts';
import type { Clock } from '#gateway/core/clock.ts';
import type { Bot } from '#gateway/modules/access/model.ts';
import type { BotConflict, BotStore } from '#gateway/modules/access/ports/bots.ts';
import { applyQuotaSettings } from '#gateway/modules/usage/sql/ledger-grants.ts';
import { compileOnce } from '#gateway/sql/compile-once.ts';
import type { Queries, Scope, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { createRecentRows, forgettingChange } from '#gateway/sql/recent-rows.ts';
import { createBotRemoval } from './bot-removal.ts';
import { type BotRow, existingBotRow, newRow, toBot, updateBot } from './bot-rows.ts';

/** `keys`: the keys in memory, of which the end of a bot changes some. */
export function createBotStore(
  db: SqlDatabase,
  clock: Clock,
  extensions: SqlExtensions,
  keys: { forget(): void },
): BotStore {
  const { read } = db;
  const byId = compileOnce(read, (id: number) =>
    read.selectFrom('bot').selectAll().where('id', '=', id).where('removed_on', 'is', null),
  );
  const get = async (id: number) => (await byId(id)).map(toBot)[0];
  const cache = createRecentRows(clock, get);

  const change = forgettingChange(db, cache, keys);
  const writing = <Result>(
    work: (trx: Queries) => Promise<Result>,
    scopes: Scope | readonly Scope[] = 'global',
  ): Promise<Result> => change(scopes, work);
  /** Changes a bot that is not in the bin. */
  const changing = (
    id: number,
    work: (trx: Queries, row: BotRow) => Promise<Bot | BotConflict>,
    scopes?: readonly Scope[],
  ): Promise<Bot | BotConflict> =>
    writing(async (trx) => {
      const row = await existingBotRow(trx, id);
      return row && row.deleted_on === null ? work(trx, row) : { conflict: 'missing' };
    }, scopes);
  const all = async () => {
    const rows = await read
      .selectFrom('bot')
      .selectAll()
      .where('removed_on', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(toBot);
  };

  return {
    get,
    getCached: (id) => cache.get(id),
    peekCached: (id) => cache.known(id),
    all,

    async list({ ids, search = '', offset, limit }) {
      const words = foldText(search)
        .split(' ')
        .filter((word) => word !== '');
      // An installation has few of them, and each is a name.
      const matches = (await all())
        .filter(({ id }) => ids === undefined || ids.includes(id))
        .filter(({ id, name }) => {
          const folded = `${foldText(name)} ${id}`;
          return words.every((word) => folded.includes(word));
        })
        .toSorted((a, b) => rank(a) - rank(b) || a.id - b.id);
      return { items: matches.slice(offset, offset + limit), total: matches.length };
    },

    unitCounts: (ids) => extensions.countUnits(read, ids),

    createIfMissing: ({ id, name }, on) =>
      writing(async (trx) => {
        const row = await trx.selectFrom('bot').selectAll().where('id', '=', id).executeTakeFirst();
        if (row && row.removed_on === null)
          return row.deleted_on === null ? toBot(row) : updateBot(trx, row, { deleted_on: null });
        if (row && row.purged_on === null) throw new Error(`bot ${id} is still being removed`);
        const fresh = newRow({ id, name }, on.getTime());
        await trx
          .insertInto('bot')
          .values(fresh)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(fresh))
          .execute();
        return toBot(fresh);
      }),

    insert: (bot, on) =>
      writing(async (trx) => {
        const { highest } = await trx
          .selectFrom('bot')
          .select((eb) => eb.fn.max<number | null>('id').as('highest'))
          .executeTakeFirstOrThrow();
        const row = newRow({ ...bot, id: (highest ?? 0) + 1 }, on.getTime());
        await trx.insertInto('bot').values(row).execute();
        await applyQuotaSettings(trx, row.id, bot.allotment ?? {}, on);
        return toBot(row);
      }),

    change: (id, { name, settings, allotment = {} }, expectedVersion) =>
      changing(
        id,
        async (trx, row) => {
          const now = toBot(row);
          if (expectedVersion !== undefined && expectedVersion !== row.version)
            return { conflict: 'stale', bot: now };
          await applyQuotaSettings(trx, id, allotment, clock.now());
          return updateBot(trx, row, {
            ...(name === undefined ? {} : { name }),
            ...(settings ? { settings: JSON.stringify({ ...now.settings, ...settings }) } : {}),
          });
        },
        // Its ledgers change with it.
        ['global', { bot: id }],
      ),

    archive: (id, on) =>
      changing(id, async (trx, row) =>
        row.archived_on === null ? updateBot(trx, row, { archived_on: on.getTime() }) : toBot(row),
      ),

    restore: (id) =>
      writing(async (trx) => {
        const row = await existingBotRow(trx, id);
        if (!row) return { conflict: 'missing' };
        if (row.deleted_on !== null) return updateBot(trx, row, { deleted_on: null });
        return row.archived_on === null ? toBot(row) : updateBot(trx, row, { archived_on: null });
      }),

    moveToBin: (id, on) =>
      changing(id, async (trx, row) =>
        (await isLast(trx, id)) ? { conflict: 'last' } : updateBot(trx, row, { deleted_on: on.getTime() }),
      ),

    async binnedBefore(before, limit) {
      const rows = await read
        .selectFrom('bot')
        .select('id')
        .where('removed_on', 'is', null)
        .where('deleted_on', '<', before.getTime())
        .orderBy('deleted_on')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    ...createBotRemoval(db, clock, writing, isLast, extensions),
  };
}

const rank = ({ archivedOn, deletedOn }: Bot): number => (deletedOn ? 2 : archivedOn ? 1 : 0);

/** Whether every other bot is deleted. */
async function isLast(trx: Queries, id: number): Promise<boolean> {
  const other = await trx
    .selectFrom('bot')
    .select('id')
    .where('id', '!=', id)
    .where('deleted_on', 'is', null)
    .where('removed_on', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
