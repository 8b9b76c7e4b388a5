/** A gateway whose quota is kept in one of the ways of the bench: `node ledger-server.ts kind file`, tells its port. */

import { listen } from '#gateway/node/server/http/server.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createTestGateway } from '#tests/support/gateway.ts';
import { createLedgerOfKind, type LedgerKindName } from './ledger-kinds.ts';

const [kind, file = ''] = process.argv.slice(2);
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const db = await openSqlite(file);
const gateway = await createTestGateway({
  db,
  now: new Date(),
  quota: 1_000_000_000,
  settings: { concurrency: 1000 },
  ports: () => ({
    ledger: createLedgerOfKind(kind as LedgerKindName, db),
    log: silent,
    recordMetric: () => {},
  }),
});
const server = await listen(
  { api: (request, caller) => gateway.app.fetch(request, caller), pages: () => new Response('') },
  { host: '127.0.0.1', port: 0 },
);
process.send?.(server.port);
