import { sql } from 'kysely';
import type {
  FoundContradiction,
  StoredContradiction,
  StoredStatement,
} from '#gateway/modules/contradictions/model.ts';
import type { ContradictionStore } from '#gateway/modules/contradictions/ports/contradictions.ts';
import type { ContradictionRow } from '#gateway/modules/contradictions/tables.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { parseStored, toDate } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';

/** Open ones of a bot; people who settle these see more. */
const MAX_OPEN = 200;

export function createContradictionStore(
  { read, change }: SqlDatabase,
  extensions: Pick<SqlExtensions, 'knowledgeNumbers' | 'isActiveBot'>,
): ContradictionStore {
  return {
    async due(botIds, now) {
      for (const slice of slicesOf(botIds, IDS_PER_QUERY)) {
        const states = read.selectFrom('contradiction_state').selectAll().where('bot_id', 'in', slice);
        const byBot = new Map((await states.execute()).map((state) => [state.bot_id, state]));
        for (const [botId, number] of await extensions.knowledgeNumbers(read, slice)) {
          const state = byBot.get(botId);
          if (state?.number !== number && (state?.next_on ?? 0) <= now.getTime()) return { botId, number };
        }
      }
      return undefined;
    },

    replace: ({ botId, number }, pairs, { now, next }) =>
      change({ bot: botId }, async (trx) => {
        const { rows } = await sql<{ active: number }>`select 1 as active
          where ${extensions.isActiveBot(sql<number>`cast(${botId} as bigint)`)}`.execute(trx);
        if (rows.length === 0) return 0;
        const next_on = next.getTime();
        await trx
          .insertInto('contradiction_state')
          .values({ bot_id: botId, number, next_on })
          .onConflict((conflict) => conflict.column('bot_id').doUpdateSet({ number, next_on }))
          .execute();
        return replaceOpen(trx, botId, pairs, now.getTime());
      }),

    async list(botId, state) {
      const rows = await ofBot(read, botId)
        .where('state', '=', state)
        .orderBy('newer_on', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toContradiction);
    },

    get: (botId, id) => findOne(read, botId, id),

    dismiss: (botId, id, dismissal) =>
      change({ bot: botId }, async (trx) => {
        await trx
          .updateTable('contradiction')
          .set({
            state: dismissal === null ? 'open' : 'dismissed',
            dismissed_by: dismissal?.by ?? null,
            dismissed_on: dismissal?.on.getTime() ?? null,
          })
          .where((eb) => eb.and({ bot_id: botId, id }))
          .execute();
        return findOne(trx, botId, id);
      }),
  };
}

const ofBot = (db: Reads, botId: number) =>
  db.selectFrom('contradiction').selectAll().where('bot_id', '=', botId);

async function findOne(db: Reads, botId: number, id: number): Promise<StoredContradiction | undefined> {
  const row = await ofBot(db, botId).where('id', '=', id).executeTakeFirst();
  return row && toContradiction(row);
}

/** Ids stay with pairs that are found again. */
async function replaceOpen(
  trx: Queries,
  botId: number,
  pairs: readonly FoundContradiction[],
  now: number,
): Promise<number> {
  const rows = await ofBot(trx, botId).execute();
  const before = new Map(rows.map((row) => [row.identity, row]));
  const open = pairs.filter(({ identity }) => before.get(identity)?.state !== 'dismissed').slice(0, MAX_OPEN);
  const added = open.filter(({ identity }) => !before.has(identity));
  await trx
    .deleteFrom('contradiction')
    .where((eb) => eb.and({ bot_id: botId, state: 'open' }))
    .execute();
  let id = added.length === 0 ? 0 : (await nextId(trx, botId, 'contradiction', added.length)) - added.length;
  const values = open.map((pair): ContradictionRow => {
    const row = before.get(pair.identity);
    return {
      bot_id: botId,
      id: row?.id ?? ++id,
      identity: pair.identity,
      state: 'open',
      found_on: row?.found_on ?? now,
      newer_unit_id: pair.newer.unitId,
      older_unit_id: pair.older.unitId,
      newer_on: pair.newer.readOn ?? 0,
      newer: JSON.stringify(pair.newer),
      older: JSON.stringify(pair.older),
      dismissed_by: null,
      dismissed_on: null,
    };
  });
  if (values.length > 0) await trx.insertInto('contradiction').values(values).execute();
  return open.length;
}

/** A unit that is gone contradicts nothing. */
export async function removeOfUnit(trx: Queries, botId: number, unitId: number): Promise<void> {
  await trx
    .deleteFrom('contradiction')
    .where('bot_id', '=', botId)
    .where((eb) => eb.or({ newer_unit_id: unitId, older_unit_id: unitId }))
    .execute();
}

const toContradiction = (row: ContradictionRow): StoredContradiction => ({
  id: row.id,
  identity: row.identity,
  state: row.state,
  foundOn: new Date(row.found_on),
  newer: parseStored(row.newer) as StoredStatement,
  older: parseStored(row.older) as StoredStatement,
  dismissedBy: row.dismissed_by,
  dismissedOn: toDate(row.dismissed_on),
});
