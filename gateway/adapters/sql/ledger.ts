import { sql } from 'kysely';
import type { LedgerKind, LedgerState } from '#gateway/model.ts';
import type { Clock, LedgerStore } from '#gateway/ports.ts';
import { compileOnce } from './compile-once.ts';
import type { Queries, SqlDatabase } from './database.ts';
import { toDate } from './json.ts';
import type { Tables } from './tables.ts';

type LedgerRow = Omit<Tables['ledger'], 'bot_id'>;

function toState({ starts_on, ends_on, ...row }: LedgerRow): LedgerState {
  return { ...row, startsOn: toDate(starts_on), endsOn: toDate(ends_on) };
}

const RELEASED_AT_ONCE = 200;

export function createLedgerStore({ read, write }: SqlDatabase, clock: Clock): LedgerStore {
  const columns = ['ledger', 'used', 'reserved', 'total', 'period', 'zone', 'starts_on', 'ends_on'] as const;
  const stateOf = compileOnce(read, (botId: number, ledger: LedgerKind) =>
    read.selectFrom('ledger').select(columns).where('bot_id', '=', botId).where('ledger', '=', ledger),
  );
  return {
    state: async (botId, ledger) => (await stateOf(botId, ledger)).map(toState)[0],
    all: async (botId) => {
      const rows = await read
        .selectFrom('ledger')
        .select(columns)
        .where('bot_id', '=', botId)
        .orderBy('ledger')
        .execute();
      return rows.map(toState);
    },
    async grant(botId, ledger, total) {
      await write
        .insertInto('ledger')
        .values({
          bot_id: botId,
          ledger,
          used: 0,
          reserved: 0,
          total,
          period: 'none',
          zone: 'UTC',
          starts_on: null,
          ends_on: null,
        })
        .onConflict((conflict) => conflict.columns(['bot_id', 'ledger']).doUpdateSet({ total }))
        .execute();
    },

    reserve: ({ botId, ledger, requestId, keyId, action, amount, on }) =>
      write.transaction().execute(async (trx) => {
        const entry = trx
          .selectFrom('ledger_entry')
          .select('request_id')
          .where('bot_id', '=', botId)
          .where('request_id', '=', requestId);
        if (await entry.executeTakeFirst()) return true;
        // The check and the reservation are one statement: two calls can never both see the last of the quota.
        const reserved = await trx
          .updateTable('ledger')
          .set((eb) => ({ reserved: eb('reserved', '+', amount) }))
          .where('bot_id', '=', botId)
          .where('ledger', '=', ledger)
          .where(sql<boolean>`used + reserved + ${amount} <= total`)
          .executeTakeFirst();
        if (reserved.numUpdatedRows === 0n) return false;
        await trx
          .insertInto('ledger_entry')
          .values({
            bot_id: botId,
            request_id: requestId,
            ledger,
            key_id: keyId,
            action,
            reserved: amount,
            reserved_on: on.getTime(),
            settled: null,
            settled_on: null,
            estimated: 0,
            unit_id: null,
          })
          .execute();
        return true;
      }),

    settle: (botId, requestId, amount, estimated) =>
      write
        .transaction()
        .execute((trx) => settleEntry(trx, botId, requestId, amount, estimated, clock.now().getTime())),

    async releaseOlderThan(before) {
      let released = 0;
      for (;;) {
        const entries = await read
          .selectFrom('ledger_entry')
          .select(['bot_id', 'request_id'])
          .where('settled', 'is', null)
          .where('reserved_on', '<', before.getTime())
          .limit(RELEASED_AT_ONCE)
          .execute();
        if (entries.length === 0) return released;
        await write.transaction().execute(async (trx) => {
          for (const entry of entries)
            await settleEntry(trx, entry.bot_id, entry.request_id, 0, false, clock.now().getTime());
        });
        released += entries.length;
      }
    },
  };
}

async function settleEntry(
  trx: Queries,
  botId: number,
  requestId: string,
  amount: number,
  estimated: boolean,
  now: number,
): Promise<void> {
  const wanted = Math.max(0, amount);
  const entry = await trx
    .updateTable('ledger_entry')
    .set({
      settled: sql<number>`case when reserved < ${wanted} then reserved else ${wanted} end`,
      settled_on: now,
      estimated: estimated ? 1 : 0,
    })
    .where('bot_id', '=', botId)
    .where('request_id', '=', requestId)
    .where('settled', 'is', null)
    .returning(['ledger', 'reserved', 'settled'])
    .executeTakeFirst();
  if (!entry) return;
  await trx
    .updateTable('ledger')
    .set((eb) => ({
      reserved: eb('reserved', '-', entry.reserved),
      used: eb('used', '+', entry.settled ?? 0),
    }))
    .where('bot_id', '=', botId)
    .where('ledger', '=', entry.ledger)
    .execute();
}
