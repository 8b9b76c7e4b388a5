/** Forty days of use, written into a server's database through the ledger's own adapter, for pages that show it. */
import { join } from 'node:path';
import { createLedgerStore } from '#gateway/modules/usage/sql/ledger.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createPlainClient } from './plain-client.ts';
import type { RunningServer } from './server.ts';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 40;
/** Tokens of one settlement, which stands for an hour's calls. */
const OF_AN_HOUR = 21_000;
const KEY_NAMES = ['بوت واتساب', 'Website widget', 'متجر التطبيقات'];
const SHARES = [
  { action: 'streamAnswer', share: 0.6 },
  { action: 'answer', share: 0.3 },
  { action: 'answer', share: 0.1 },
];

/** Quieter on Fridays and Saturdays, and never twice the same. */
function paceOf(day: Date, hour: number): number {
  const weekend = day.getUTCDay() === 5 || day.getUTCDay() === 6 ? 0.4 : 1;
  return weekend * (0.75 + 0.5 * Math.abs(Math.sin(day.getTime() / DAY + hour)));
}

/** About two thirds of ten million tokens, by three keys over the given units. */
export async function seedUsage(
  server: RunningServer,
  key: string,
  unitIds: readonly number[],
): Promise<void> {
  const client = createPlainClient(server.origin, key);
  const families = await Promise.all(
    KEY_NAMES.map((name) => client.createKey({ name, role: 'tester', bots: [1] })),
  );
  const time = { now: new Date() };
  const db = await openSqlite(join(server.dataFolder, 'fihrist.sqlite'));
  const ledger = createLedgerStore(db, { now: () => time.now });
  const today = Date.now();
  for (let ago = DAYS; ago > 0; ago -= 1) {
    for (const hour of [6, 9, 12, 15]) {
      time.now = new Date(Math.floor(today / DAY) * DAY - ago * DAY + (hour * DAY) / 24);
      const on = time.now;
      const calls = SHARES.map(async ({ action, share }, index) => {
        const requestId = crypto.randomUUID();
        const amount = Math.round(OF_AN_HOUR * 2 * share * paceOf(on, hour));
        const keyId = families[index] ?? '';
        await ledger.reserve({ botId: 1, ledger: 'text', requestId, keyId, action, amount, on });
        const unitId = unitIds[(index + hour) % unitIds.length] ?? null;
        await ledger.settle(1, requestId, { amount, estimated: true, unitId });
      });
      await Promise.all(calls);
    }
  }
  await db.close();
}
