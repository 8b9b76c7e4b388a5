/** One of several servers on a database: spends in steps, looks, and delivers to a receiver that prints what it gets. */

import type { Log } from '#gateway/core/log.ts';
import { createAlerts } from '#gateway/modules/alerts/services/alerts.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';

const [file = '', name = '', key = ''] = process.argv.slice(2);
// A busy machine is slow, not locked.
const db = await openSqlite(file, 60_000);
const clock = { now: () => new Date() };
const stores = createSqlStores(db, clock);
const send = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const quiet = () => undefined;
const log: Log = { debug: quiet, info: quiet, warn: quiet, error: (event, facts) => send({ event, facts }) };
const alerts = createAlerts({
  ...stores,
  clock,
  log,
  recordMetric: quiet,
  settings: { sealingKey: new Uint8Array(32).fill(Number(key)) } as never,
  webhookSender: {
    post(_url, headers) {
      send({ posted: headers['webhook-id'] });
      return Promise.resolve({ status: 204 });
    },
  },
});
for (let index = 0; index < 50; index += 1) {
  const call = {
    botId: 1,
    ledger: 'text',
    requestId: `${name}-${index}`,
    keyId: 'k',
    action: 'answer',
  } as const;
  await stores.ledger.reserve({ ...call, amount: 5, on: clock.now() });
  await stores.ledger.settle(1, call.requestId, { amount: 5, estimated: true });
  await alerts.checkAll();
  if (index % 10 === 0) await alerts.deliverer.deliverDue();
}
await alerts.checkAll();
await alerts.whenIdle();
await alerts.deliverer.deliverDue();
await db.close();
