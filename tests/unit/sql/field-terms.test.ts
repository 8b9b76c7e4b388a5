import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookEventSchema } from '#contract/alerts.ts';
import { FAULTS } from '#contract/faults.ts';
import type { ReadHealth } from '#gateway/engine/document.ts';
import type { AlertRule } from '#gateway/modules/alerts/ports/alerts.ts';
import { openSqlite, SQLITE_TYPES } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqliteDialect } from '#gateway/node/storage/sqlite/sqlite-dialect.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { MIGRATIONS, migrate } from '#gateway/sql/migrate.ts';
import { createSqlStores } from '#gateway/stores.ts';

const ON = Date.parse('2026-11-22T10:00:00Z');
const DETAILS = { used: 163, total: 260, endsOn: null, pace: 40, lastDay: '2026-11-25' };
const RULES = [
  { kind: 'line', ledger: 'text', at: 50, enabled: true },
  { kind: 'slope', ledger: null, at: null, enabled: true },
  { kind: 'refused', ledger: null, at: null, enabled: false },
  { kind: 'busy', ledger: null, at: 3, enabled: true },
];
const BODY = {
  type: 'alert.fired',
  timestamp: '2026-11-22T10:00:00.000Z',
  data: {
    bot: { id: 1, name: 'دليل' },
    alert: {
      id: 2,
      kind: 'slope',
      ledger: 'text',
      at: null,
      firedOn: '2026-11-22T10:00:00.000Z',
      clearedOn: null,
      facts: DETAILS,
    },
    message: { en: 'line', ar: 'refused' },
  },
};
const HEALTH = {
  encoding: { label: 'windows-1256', certainty: 99, by: 'guess' },
  languages: [{ language: 'ar', script: 'Arab', share: 1 }],
  items: [
    { code: 'tatweel', found: 39, settled: 38, samples: [{ before: 'settled', after: 'by' }] },
    { code: 'ocr-pages', found: 2, settled: 2, certainty: 71, samples: [] },
  ],
};

let folder = '';
let db: SqlDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
  const path = join(folder, 'test.sqlite');
  const old = new Kysely<unknown>({
    dialect: createSqliteDialect(new DatabaseSync(path), { readOnly: false, busyTimeoutMs: 1000 }),
  });
  await migrate(old, SQLITE_TYPES, MIGRATIONS.slice(0, 10));
  await fillOldRows(old);
  await old.destroy();
  db = await openSqlite(path);
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

async function fillOldRows(old: Kysely<unknown>): Promise<void> {
  await sql`insert into bot (id, name, gone_on, swept_on) values (1, 'دليل', null, null), (2, '', 5, 6)`.execute(
    old,
  );
  await sql`
    insert into api_key (id, hash, prefix, name, role, bots, made_by, created_on)
    values ('k', 'h', 'fih_abcd', 'شاشة', 'tester', '[1]', 'command', ${ON})`.execute(old);
  await sql`
    insert into key_ledger (bot_id, key_id, ledger, used, reserved, starts_on) values (1, 'k', 'text', 7, 0, null)`.execute(
    old,
  );
  const alerts = [
    ['line', 'line-50:text:none', 50, 'text', {}],
    ['slope', 'slope:text:none', null, 'text', DETAILS],
    ['refused', 'refused:text:2026-11-01T00:00:00.000Z', null, 'text', { of: 'bot' }],
    ['refused', 'refused-key:text:none:line', null, 'text', { of: 'key' }],
    ['busy', 'busy:3', 3, null, { calls: 3 }],
  ] as const;
  for (const [index, [kind, cause, level, ledger, facts]] of alerts.entries())
    await sql`
      insert into alert (bot_id, id, after_id, fired_on, at, seen_on, cleared_on, kind, cause, facts, ledger)
      values (1, ${index + 1}, 0, ${ON}, ${level}, ${ON}, null, ${kind}, ${cause}, ${JSON.stringify(facts)}, ${ledger})`.execute(
      old,
    );
  await sql`insert into alert_rules (bot_id, version, rules) values (1, 1, ${JSON.stringify(RULES)})`.execute(
    old,
  );
  await sql`
    insert into webhook (bot_id, id, enabled, created_on, failing, name, url, kinds, secret_sealed)
    values (1, 1, 1, ${ON}, 4, 'نظام', 'https://example.org/', '["line","busy"]', 's')`.execute(old);
  const deliveries = [
    ['alert.fired', 'waiting', 'unreachable', ON],
    ['alert.fired', 'given-up', 'took-too-long', null],
    ['test', 'given-up', 'switched-off', null],
  ] as const;
  for (const [index, [event, state, problem, nextOn]] of deliveries.entries())
    await sql`
      insert into delivery (bot_id, id, webhook_id, alert_id, attempts, created_on, next_on, message_id, event, state, body, problem)
      values (1, ${index + 1}, 1, 2, 1, ${ON}, ${nextOn}, ${`m${index}`}, ${event}, ${state},
        ${event === 'test' ? '{"data":{"alert":null}}' : JSON.stringify(BODY)}, ${problem})`.execute(old);
  for (const fault of ['key-botless', 'model-silent', 'quota-exceeded'])
    await sql`
      insert into failure_day (bot_id, day, status, fault, action, key_id, count)
      values (1, 20261122, 400, ${fault}, 'chat', 'k', 2)`.execute(old);
  await sql`
    insert into source (bot_id, id, unit_id, position, former, passages, status, warnings, reason, health) values
      (1, 1, 1, 0, 0, 0, 'failed', '[]', '{"code":"took-too-long","parameters":{}}', null),
      (1, 2, 1, 1, 0, 0, 'failed', '[]', '{"code":"page-took-too-long","parameters":{"seconds":30}}', null),
      (1, 3, 1, 2, 0, 1, 'ready', '[]', null, ${JSON.stringify(HEALTH)}),
      (1, 4, 1, 3, 0, 1, 'ready', '[]', null, 'not JSON')`.execute(old);
  const audit = (id: number, kind: string, before: unknown, after: unknown) => sql`
    insert into audit (bot_id, id, at, actor, key_id, key_name, address, request_id, action, subject_kind,
      subject_id, subject_name, folded, outcome, before, after)
    values (1, ${id}, ${ON}, 'key', 'k', 'شاشة', '', 'r', 'x', ${kind}, '1', '', '', 'done',
      ${before === null ? null : JSON.stringify(before)}, ${after === null ? null : JSON.stringify(after)})`;
  const rules = { rules: ['line 80', 'slope', 'refused off'] };
  await audit(1, 'alert-rules', rules, { rules: ['line text 10', 'busy 3'] }).execute(old);
  await audit(2, 'webhook', null, { name: 'line', kinds: ['line', 'busy'] }).execute(old);
  await audit(3, 'key', null, { name: 'madeBy', madeBy: 'owner' }).execute(old);
  await audit(4, 'unit', { title: 'line' }, { title: 'refused' }).execute(old);
  await sql`
    insert into audit_note (bot_id, id, at, actor, key_id, key_name, address, request_id, action, subject_kind, subject_id)
    values (1, 9, ${ON}, 'key', 'k', 'شاشة', '', 'r', 'setAlertRules', 'alert-rules', '1')`.execute(old);
  await sql`insert into counter (bot_id, name, value) values (1, 'audit', 4), (1, 'audit-note', 9)`.execute(
    old,
  );
}

const stores = () => createSqlStores(db, { now: () => new Date(ON) });

test('alerts keep what they fired for, under the new names', async () => {
  const { items } = await stores().alerts.list(1, { onlyOpen: true, offset: 0, limit: 10 });
  expect(items.map(({ kind, dedupKey, threshold, details }) => [kind, dedupKey, threshold, details])).toEqual(
    [
      ['rate-limited', 'rate-limited:3', 3, { calls: 3 }],
      ['quota-exceeded', 'quota-exceeded-key:text:none:line', null, { of: 'key' }],
      ['quota-exceeded', 'quota-exceeded:text:2026-11-01T00:00:00.000Z', null, { of: 'bot' }],
      [
        'burn-rate',
        'burn-rate:text:none',
        null,
        { used: 163, total: 260, endsOn: null, burnRate: 40, lastDay: '2026-11-25' },
      ],
      ['threshold', 'threshold-50:text:none', 50, {}],
    ],
  );
  const rules: AlertRule[] = [
    { kind: 'threshold', ledger: 'text', threshold: 50, enabled: true },
    { kind: 'burn-rate', ledger: null, threshold: null, enabled: true },
    { kind: 'quota-exceeded', ledger: null, threshold: null, enabled: false },
    { kind: 'rate-limited', ledger: null, threshold: 3, enabled: true },
  ];
  expect(await stores().alerts.rules(1)).toEqual(rules);
});

test('webhooks and what waits for them are renamed, and no sentence is', async () => {
  const { webhooks, deliveries, queue } = stores();
  expect(await webhooks.list(1)).toMatchObject([
    { kinds: ['threshold', 'rate-limited'], consecutiveFailures: 4 },
  ]);
  const { items } = await deliveries.list(1, { offset: 0, limit: 10 });
  expect(items.map(({ state, problem }) => [state, problem])).toEqual([
    ['failed', 'webhook-disabled'],
    ['failed', 'timeout'],
    ['waiting', 'unreachable'],
  ]);
  // A version that knew no jobs wrote these.
  expect(await deliveries.adopt()).toBe(1);
  const lease = await queue.lease('deliver', 1000);
  const leased = lease && (await deliveries.begin(lease));
  const event = webhookEventSchema.parse(JSON.parse(leased?.body ?? ''));
  expect(event.data.alert).toMatchObject({ kind: 'burn-rate', threshold: null, details: { burnRate: 40 } });
  expect(event.data.message).toEqual({ en: 'line', ar: 'refused' });
});

test('codes of faults and reasons are those of today', async () => {
  const { rows } = await sql<{ fault: string }>`select fault from failure_day order by fault`.execute(
    db.read,
  );
  const faults = rows.map(({ fault }) => fault);
  expect(faults).toEqual(['key-without-bots', 'model-timeout', 'quota-exceeded']);
  expect(faults.filter((fault) => !Object.hasOwn(FAULTS, fault))).toEqual([]);
  const sources = await db.read.selectFrom('source').select(['reason', 'health']).orderBy('id').execute();
  expect(sources.map(({ reason }) => reason)).toEqual([
    '{"code":"timeout","parameters":{}}',
    '{"code":"page-timeout","parameters":{"seconds":30}}',
    null,
    null,
  ]);
  const health: ReadHealth = {
    encoding: { label: 'windows-1256', confidence: 99, evidence: 'guess' },
    languages: HEALTH.languages,
    items: [
      { code: 'tatweel', found: 39, repaired: 38, samples: [{ before: 'settled', after: 'by' }] },
      { code: 'ocr-pages', found: 2, repaired: 2, confidence: 71, samples: [] },
    ],
  };
  expect(JSON.parse(sources[2]?.health ?? '')).toEqual(health);
  expect(sources[3]?.health).toBe('not JSON');
});

test('the audit log has the new names of rules, kinds and fields, and stays append-only', async () => {
  const { items } = await stores().audit.list(1, { offset: 0, limit: 10 });
  expect(items.map(({ before, after }) => [before, after])).toEqual([
    [{ title: 'line' }, { title: 'refused' }],
    [null, { name: 'madeBy', createdBy: 'owner' }],
    [null, { name: 'line', kinds: ['threshold', 'rate-limited'] }],
    [
      { rules: ['threshold 80', 'burn-rate', 'quota-exceeded off'] },
      { rules: ['threshold text 10', 'rate-limited 3'] },
    ],
  ]);
  for (const statement of ["update audit set outcome = 'unknown'", 'delete from audit'])
    await expect(db.change({ bot: 1 }, (trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
      /append only/,
    );
  expect(await stores().audit.resolveIntentsOlderThan(new Date(ON + 1), 10)).toBe(1);
  expect(
    await stores().audit.openIntent({
      botId: 1,
      on: new Date(ON),
      actor: { kind: 'key', keyId: 'k', name: 'شاشة' },
      address: '',
      requestId: 'r',
      action: 'changeBot',
      subject: { kind: 'bot', id: '1' },
    }),
  ).toEqual({ botId: 1, id: 10 });
});

test('keys, their use and removed bots are found in the renamed tables and columns', async () => {
  expect(await stores().keys.byId('k')).toMatchObject({ createdBy: 'command' });
  const use = await db.read.selectFrom('key_usage').select(['key_id', 'used']).execute();
  expect(use).toEqual([{ key_id: 'k', used: 7 }]);
  const bots = await db.read.selectFrom('bot').select(['removed_on', 'purged_on']).orderBy('id').execute();
  expect(bots).toEqual([
    { removed_on: null, purged_on: null },
    { removed_on: 5, purged_on: 6 },
  ]);
});
