import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BotPorts, changeBot, createBot } from '#gateway/modules/access/services/manage-bots.ts';
import { OPERATOR_PRINCIPAL } from '#gateway/modules/access/services/principal.ts';
import { NO_LOCK, type SqlDatabase } from '#gateway/sql/database.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { openMemory } from '#tests/support/open-test-database.ts';

const clock = { now: () => new Date('2026-11-21T09:00:00Z') };
const RIYADH = { period: 'daily', zone: 'Asia/Riyadh' } as const;
let db: SqlDatabase;
let ports: BotPorts;
beforeEach(async () => {
  db = await openMemory();
  const settings = { botId: 1, quotas: { text: 100, speech: 100, audio: 100 } };
  ports = { ...createSqlStores(db, clock), clock, settings };
  await createBot(ports, OPERATOR_PRINCIPAL, { name: 'دليل' });
});
afterEach(() => db.close());

const ledgers = async (botId = 1) =>
  (await ports.ledger.all(botId)).map(({ ledger, total, period, zone }) => [ledger, total, period, zone]);
/** A disk that fails on a single row. */
const refuse = (verb: 'insert' | 'update', ledger: string) =>
  db.change(NO_LOCK, (trx) =>
    sql
      .raw(
        `create trigger refuses before ${verb} on ledger when new.ledger = '${ledger}' begin select raise(abort, 'no room'); end`,
      )
      .execute(trx),
  );

test('raising a quota keeps a period that was set concurrently', async () => {
  const raced: BotPorts = {
    ...ports,
    bots: {
      ...ports.bots,
      change: async (...given) => {
        await changeBot(ports, OPERATOR_PRINCIPAL, 1, RIYADH);
        return ports.bots.change(...given);
      },
    },
  };
  const { after } = await changeBot(raced, OPERATOR_PRINCIPAL, 1, { quotas: { text: 500, audio: null } });
  expect(await ledgers()).toEqual([
    ['speech', 100, 'daily', 'Asia/Riyadh'],
    ['text', 500, 'daily', 'Asia/Riyadh'],
  ]);
  expect(after.ledgers).toEqual(await ports.ledger.all(1));
});

test.each([[RIYADH], [{ period: 'daily' }], [{ zone: 'Asia/Riyadh' }]] as const)(
  'ledgers that were left apart come together again with %j',
  async (change) => {
    await ports.ledger.grant(1, 'audio', 100, RIYADH);
    await changeBot(ports, OPERATOR_PRINCIPAL, 1, change);
    expect(await ledgers()).toEqual([
      ['audio', 100, 'daily', 'Asia/Riyadh'],
      ['speech', 100, 'daily', 'Asia/Riyadh'],
      ['text', 100, 'daily', 'Asia/Riyadh'],
    ]);
  },
);

test('a change that fails half way changes nothing', async () => {
  const before = [await ports.bots.get(1), await ledgers()];
  await refuse('update', 'audio');
  const change = { name: 'دليل الموظف', concurrency: 2, quotas: { text: 5, speech: null }, ...RIYADH };
  await expect(changeBot(ports, OPERATOR_PRINCIPAL, 1, change)).rejects.toThrow(/no room/);
  expect([await ports.bots.get(1), await ledgers()]).toEqual(before);
});

test('a bot is not created when its quotas cannot be granted', async () => {
  await refuse('insert', 'audio');
  await expect(createBot(ports, OPERATOR_PRINCIPAL, { name: 'فرع' })).rejects.toThrow(/no room/);
  expect((await ports.bots.all()).map(({ id }) => id)).toEqual([1]);
  expect(await ledgers(2)).toEqual([]);
});
