import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Clock } from '#gateway/core/clock.ts';
import { isAbandoned } from '#gateway/modules/fleet/sql/is-abandoned.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type {
  LedgerStore,
  Reservation,
  ReserveResult,
  Settlement,
} from '#gateway/modules/usage/ports/ledger.ts';
import { compileOnce } from '#gateway/sql/compile-once.ts';
import { botScopes, type Queries, type SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtension } from '#gateway/sql/extensions.ts';
import { createGroupCommit } from '#gateway/sql/group-commit.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';
import { ledgerGrants } from './ledger-grants.ts';
import { createLedgerQueue } from './ledger-queue.ts';
import { hasEnded, notOpen, prepareLedger, readShortage, toState } from './ledger-rows.ts';
import { prepareRollUp } from './roll-up.ts';

const RELEASES_PER_BATCH = 200;

interface LedgerOptions {
  processId?: string | null;
  groupCommit?: ReturnType<typeof createGroupCommit>;
}

export function createLedgerStore(
  db: SqlDatabase,
  clock: Clock,
  { processId = null, groupCommit = createGroupCommit(db) }: LedgerOptions = {},
): LedgerStore {
  const { read } = db;
  const storeNow = createStoreClock(db, clock);
  const columns = ['ledger', 'used', 'reserved', 'total', 'period', 'zone', 'starts_on', 'ends_on'] as const;
  const ledgersOf = (botId: number) =>
    read.selectFrom('ledger').select(columns).where('bot_id', '=', botId).where('withdrawn_on', 'is', null);
  const stateOf = compileOnce(read, (botId: number, ledger: LedgerKind) =>
    ledgersOf(botId).where('ledger', '=', ledger),
  );
  const rows = prepareLedger();
  const rollUp = prepareRollUp();

  /** Holds an amount of the bot's ledger and of the key's cap, or of neither. */
  async function hold(trx: Queries, reservation: Reservation): Promise<ReserveResult> {
    const { botId, ledger, keyId, amount, cap = null, on } = reservation;
    const terms = await rows.rollOver(trx, botId, ledger, on);
    const [held] = await rows.hold(trx, amount, botId, ledger, amount);
    if (!terms || !held) return { reserved: false, shortage: await readShortage(trx, reservation, 'bot') };
    const fits = cap === null || amount <= cap;
    const [ofKey] = fits
      ? await rows.holdOfKey(trx, botId, keyId, ledger, amount, terms.starts_on, cap, cap)
      : [];
    if (!ofKey) {
      await rows.charge(trx, amount, 0, botId, ledger);
      return { reserved: false, shortage: await readShortage(trx, reservation, 'key') };
    }
    return { reserved: true };
  }

  async function reserve(trx: Queries, reservation: Reservation): Promise<ReserveResult> {
    const { botId, ledger, requestId, keyId, action, amount, on } = reservation;
    const [entry] = await rows.findEntry(trx, botId, requestId);
    if (entry) return { reserved: true };
    const held = await hold(trx, reservation);
    if (held.reserved)
      await rows.insertEntry(trx, botId, requestId, ledger, keyId, action, amount, on.getTime(), processId);
    return held;
  }

  async function reserveMore(trx: Queries, reservation: Reservation): Promise<ReserveResult> {
    const held = await hold(trx, reservation);
    if (!held.reserved) return held;
    const [entry] = await rows.growEntry(trx, reservation.amount, reservation.botId, reservation.requestId);
    // The transaction takes back what was held.
    if (!entry) throw notOpen(reservation.requestId);
    return held;
  }

  /** A call that died is let go: it counts in no sum. */
  async function settle(
    trx: Queries,
    botId: number,
    requestId: string,
    { amount, estimated, unitId = null }: Settlement,
  ): Promise<void> {
    const now = clock.now();
    const cost = Math.max(0, amount);
    const flag = estimated ? 1 : 0;
    const [entry] = await rows.settle(trx, cost, cost, now.getTime(), flag, unitId, botId, requestId);
    if (!entry) return;
    const { ledger, key_id: family, action, reserved, settled } = entry;
    const terms = await rows.rollOver(trx, botId, ledger, now);
    await rows.charge(trx, reserved, settled, botId, ledger);
    await rows.chargeKey(trx, botId, family, ledger, settled, terms?.starts_on ?? null, reserved);
    if (settled === 0) return;
    const zone = terms?.zone ?? 'UTC';
    await rollUp(trx, { botId, ledger, zone, action, family, unitId, amount: settled, estimated, on: now });
  }

  const oneByOne = {
    reserve: (reservation) => groupCommit({ bot: reservation.botId }, (trx) => reserve(trx, reservation)),
    reserveMore: (reservation) =>
      groupCommit({ bot: reservation.botId }, (trx) => reserveMore(trx, reservation)),
    settle: (botId, requestId, settlement) =>
      groupCommit({ bot: botId }, (trx) => settle(trx, botId, requestId, settlement)),
    spend: (reservation, settlement) =>
      groupCommit({ bot: reservation.botId }, async (trx) => {
        const held = await reserve(trx, reservation);
        if (held.reserved) await settle(trx, reservation.botId, reservation.requestId, settlement);
        return held;
      }),
  } satisfies Partial<LedgerStore>;
  const { ledgerGroups: groups, collectPending } = db;
  const turnPeriod = (botId: number, ledger: LedgerKind, now: Date) =>
    groupCommit({ bot: botId }, async (trx) => void (await rows.rollOver(trx, botId, ledger, now)));
  const writes = groups
    ? createLedgerQueue({ groups, collectPending, clock, processId, oneByOne, turnPeriod })
    : oneByOne;

  /** Frees what unsettled calls hold, a batch at a time; they cost nothing. */
  async function releaseWhere(condition: RawBuilder<SqlBool>): Promise<number> {
    let released = 0;
    for (;;) {
      const entries = await read
        .selectFrom('ledger_entry')
        .select(['bot_id', 'request_id'])
        .where('settled', 'is', null)
        .where(condition)
        .limit(RELEASES_PER_BATCH)
        .execute();
      if (entries.length === 0) return released;
      if (groups) {
        const settlement = { amount: 0, estimated: false };
        await Promise.all(entries.map((entry) => writes.settle(entry.bot_id, entry.request_id, settlement)));
      } else
        await groupCommit(botScopes(entries.map(({ bot_id: botId }) => ({ botId }))), async (trx) => {
          for (const { bot_id, request_id } of entries)
            await settle(trx, bot_id, request_id, { amount: 0, estimated: false });
        });
      released += entries.length;
    }
  }

  return {
    state: async (botId, ledger) => (await stateOf(botId, ledger)).map((row) => toState(row, clock.now()))[0],
    all: async (botId) => {
      const rows = await ledgersOf(botId).orderBy('ledger').execute();
      return rows.map((row) => toState(row, clock.now()));
    },
    async totals(botId, ledger) {
      const rows = await read
        .selectFrom('ledger_total')
        .select(['granted_on', 'total'])
        .where((eb) => eb.and({ bot_id: botId, ledger }))
        .orderBy('granted_on')
        .execute();
      return rows.map(({ granted_on: on, total }) => ({ on: new Date(on), total }));
    },
    async usedByKeys(botId, keyId) {
      const rows = await read
        .selectFrom('key_usage')
        .innerJoin('ledger', (join) =>
          join
            .onRef('ledger.bot_id', '=', 'key_usage.bot_id')
            .onRef('ledger.ledger', '=', 'key_usage.ledger'),
        )
        .select([
          'key_usage.key_id as keyId',
          'key_usage.ledger',
          'key_usage.used',
          'key_usage.reserved',
          'key_usage.starts_on as countedFrom',
          'ledger.starts_on as startsOn',
          'ledger.ends_on as endsOn',
        ])
        .where('key_usage.bot_id', '=', botId)
        .where('ledger.withdrawn_on', 'is', null)
        .$if(keyId !== undefined, (query) => query.where('key_usage.key_id', '=', keyId ?? ''))
        .execute();
      const now = clock.now();
      return rows.map(({ countedFrom, startsOn, endsOn, ...row }) => ({
        ...row,
        used: countedFrom === startsOn && !hasEnded(endsOn, now) ? row.used : 0,
      }));
    },
    ...ledgerGrants(db, clock),
    ...writes,

    releaseOlderThan: (before) => releaseWhere(sql<SqlBool>`reserved_on < ${before.getTime()}`),
    releaseAbandoned: async () => releaseWhere(isAbandoned('ledger_entry.owner', await storeNow(read))),
  };
}

/** Reservations of calls under way. */
export const ledgerExtension: SqlExtension = {
  async holdings(db) {
    const rows = await db
      .selectFrom('ledger_entry')
      .select((eb) => ['owner', eb.fn.countAll<number>().as('count')])
      .where('settled', 'is', null)
      .where('owner', 'is not', null)
      .groupBy('owner')
      .execute();
    return { reservations: new Map(rows.map(({ owner, count }) => [owner ?? '', count])) };
  },
};
