import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretSealer } from '#gateway/modules/access/services/secret-sealer.ts';
import { webhookSecretContext } from '#gateway/modules/alerts/services/manage-webhooks.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';

const LINES = Array.from({ length: 19 }, (_, index) => 5 * (index + 1));
const KEY = 3;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-alerts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('four processes on one database fire each line once and send each message once, while all of them spend', async () => {
  const file = join(folder, 'shared.sqlite');
  const db = await openSqlite(file);
  const stores = createSqlStores(db, { now: () => new Date() });
  await stores.bots.createIfMissing({ id: 1, name: 'دليل' }, new Date());
  await stores.ledger.grant(1, 'text', 1000);
  const rule = (threshold: number) =>
    ({ kind: 'threshold', ledger: 'text', threshold, enabled: true }) as const;
  await stores.alerts.setRules(1, LINES.map(rule));
  const secret = await createSecretSealer(new Uint8Array(32).fill(KEY)).seal(
    'whsec_AAAA',
    webhookSecretContext(1),
  );
  const hook = {
    name: 'نظام',
    url: 'https://example.org/',
    kinds: ['threshold' as const],
    secret,
    enabled: true,
  };
  await stores.webhooks.add(1, hook, 1);

  const script = join(import.meta.dirname, 'spending-server.ts');
  const printed = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => {
      const child = spawn(process.execPath, [script, file, name, String(KEY)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return text(child.stdout);
    }),
  );
  const lines = printed
    .flatMap((lines) => lines.split('\n').filter((line) => line !== ''))
    .map((line) => JSON.parse(line) as { posted?: string; event?: string });

  expect(lines.filter(({ event }) => event !== undefined)).toEqual([]);
  const posted = lines.map((line) => line.posted);
  expect(posted).toHaveLength(LINES.length);
  expect(new Set(posted).size).toBe(LINES.length);
  const { items, open } = await stores.alerts.list(1, { onlyOpen: false, offset: 0, limit: 100 });
  expect(new Set(items.map(({ threshold }) => threshold))).toEqual(new Set(LINES));
  expect([items.length, open]).toEqual([LINES.length, LINES.length]);
  expect(await stores.ledger.state(1, 'text')).toMatchObject({ used: 1000, reserved: 0 });
  await db.close();
});
