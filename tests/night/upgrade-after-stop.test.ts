/**
 * A new version starts on what an older one was stopped in the middle of, and the older one cannot start again. That version
 * has no PostgreSQL, so the writer is this version's stores, held to what they use of the older schema.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { isDatabaseBusy } from '#gateway/core/errors.ts';
import { countHeldUpdates } from '#gateway/node/operate/check-data/held-updates.ts';
import { openBlobs } from '#gateway/node/storage/data/open-blobs.ts';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import { NO_LOCK } from '#gateway/sql/database.ts';
import { MIGRATIONS, NewerSchemaError } from '#gateway/sql/migrate.ts';
import { createSqlStores } from '#gateway/stores.ts';
import {
  addHeldAsBefore,
  HELD_PAGE,
  holdAsBefore,
  leaseAsBefore,
  queueAsBefore,
} from '#tests/support/fleet/old-indexer.ts';
import { FLEET_KEY, type Fleet, startFleet } from '#tests/support/fleet.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { STAND_IN_BUCKET, STAND_IN_KEYS } from '#tests/support/s3-stand-in.ts';
import { addFile, addUnit, file } from '#tests/support/stores.ts';
import { withoutColumns } from '#tests/support/without-columns.ts';

/** Migrations of the version before the job queue. */
const BEFORE = MIGRATIONS.slice(0, 23);
/** Of the later migrations. */
const NEW_COLUMNS = [
  'sources_failed',
  'sources_kept',
  'owner_id',
  'person_id',
  'is_off',
  'valid_from',
  'valid_until',
  'next_change_on',
  'accepted_always',
  'live_version',
  'draft_version',
  'draft_awaited',
  'as_draft',
  'history_starts_at',
  'reading_id',
  'origin',
];
const NEW_TABLES = [
  'failed_call',
  'job',
  'job_pause',
  'reading',
  'reading_part',
  'unit_version',
  'version_source',
  'unit_edit',
  'version_edit',
  'contradiction',
  'contradiction_state',
];
const OLD_ID = 'of-the-version-before';
const UNITS = 9;
const HELD = 'صفحة الرسوم';
/** How long an indexer of the version before is at a unit, until it gives it back. */
const HELD_MS = 200;
const GRANTED = 1_000_000;
const COST = 7;

let fleet: Fleet | undefined;
// Also before it is tried once more.
afterEach(async () => {
  await fleet?.close();
});

test('finishes what a version before was stopped in the middle of, which cannot start again', async ({
  skip,
}) => {
  const settings = { FIHRIST_QUOTA_TOKENS: String(GRANTED) };
  const { gateways, indexers, databaseUrl, environment, store } = (fleet = await skipWithout(
    startFleet({ gateways: 1, indexers: 1, settings }),
    skip,
  ));
  const url = environment['FIHRIST_DATABASE'] ?? '';
  const options = { url, role: 'gateway', connections: 4, migrations: BEFORE };
  const db = await openPostgres(options);
  const stores = createSqlStores(
    withoutColumns(db, NEW_COLUMNS, NEW_TABLES),
    { now: () => new Date() },
    OLD_ID,
  );
  const blobs = await openBlobs({
    kind: 's3',
    endpoint: store.endpoint,
    region: 'us-east-1',
    bucket: STAND_IN_BUCKET,
    prefix: '',
    ...STAND_IN_KEYS,
    spoolFolder: '/nonexistent',
  });
  await stores.bots.createIfMissing({ id: 1, name: 'Bot 1' }, new Date());
  for (const ledger of ['text', 'speech', 'audio'] as const) await stores.ledger.ensure(1, ledger, GRANTED);

  const done = {
    titles: [] as string[],
    charged: 0,
    audited: 0,
    beats: 0,
    held: 0,
    lost: 0,
  };
  const failures: unknown[] = [];
  const stopping = new AbortController();
  const oldWork: Record<string, (turn: number) => Promise<void>> = {
    // The statement of the version before, which knows no names.
    async beat() {
      await db.change(NO_LOCK, async (trx) => {
        const now = sql`floor(extract(epoch from clock_timestamp()) * 1000)`;
        await sql`insert into process (id, role, started_on, seen_on) values (${OLD_ID}, 'server', ${now}, ${now})
          on conflict (id) do update set seen_on = excluded.seen_on`.execute(trx);
      });
      done.beats += 1;
    },
    async spend(turn) {
      const requestId = `r${turn}`;
      const call = {
        botId: 1,
        ledger: 'text',
        keyId: 'k',
        action: 'answer',
        amount: 10,
        on: new Date(),
      } as const;
      if (!(await stores.ledger.reserve({ ...call, requestId })).reserved) throw new Error('no quota');
      await stores.ledger.settle(1, requestId, { amount: COST, estimated: false });
      done.charged += 1;
    },
    async audit(turn) {
      const entry = {
        botId: 1,
        on: new Date(),
        actor: { kind: 'key', keyId: 'k', name: 'مفتاح' },
        address: '',
        requestId: `audit-${turn}`,
        action: 'updateUnit',
        subject: { kind: 'unit', id: '1', name: 'دليل' },
      } as const;
      const intent = await stores.audit.openIntent(entry);
      await stores.audit.append([{ ...entry, before: null, after: null, outcome: 'done' }], intent);
      done.audited += 1;
    },
    async register(turn) {
      if (done.titles.length === UNITS) return;
      const bytes = new TextEncoder().encode(`الوحدة ${turn}\n\nيعجن الخزاف الطين ثم يجففه في الظل أيامًا.`);
      const writer = await blobs.create();
      await writer.write(bytes);
      const { key: blob, size } = await writer.commit();
      const id = `f${turn}`;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await addFile(stores, id, {
        path: id,
        name: 'وحدة.txt',
        format: 'txt',
        mime: 'text/plain',
        blob,
        size,
        sha256,
      });
      const unit = await addUnit(stores, `وحدة ${turn}`, [file(id)]);
      await queueAsBefore(db, unit.id);
      done.titles.push(`وحدة ${turn}`);
    },
    async index(turn) {
      if (turn % 3 !== 0) return;
      const isKept = await holdAsBefore(db, OLD_ID, HELD_MS);
      if (isKept !== undefined) done[isKept ? 'held' : 'lost'] += 1;
    },
  };
  const working = (async () => {
    for (let turn = 1; !stopping.signal.aborted; turn++) {
      for (const work of Object.values(oldWork))
        await work(turn).catch((error: unknown) =>
          failures.push(isDatabaseBusy(error) ? 'busy' : describeErrorForLog(error)),
        );
      await pause(30);
    }
  })();
  await expect.poll(() => done.charged).toBeGreaterThan(5);
  await expect.poll(() => done.titles.length).toBe(UNITS);
  // The old version deletes rows that the new version keeps, so operators stop all old processes first (docs/upgrading.md).
  stopping.abort();
  await working;
  // A call and an indexer that were cut off.
  await stores.ledger.reserve({
    botId: 1,
    ledger: 'text',
    requestId: 'cut',
    keyId: 'k',
    action: 'answer',
    amount: 500,
    on: new Date(),
  });
  expect(await leaseAsBefore(db, OLD_ID)).toBeDefined();
  const page = new TextEncoder().encode(
    `<!doctype html><main><h1>الرسوم</h1><p>${HELD_PAGE.held}</p></main>`,
  );
  const writer = await blobs.create();
  await writer.write(page);
  const { key: blob, size } = await writer.commit();
  const copy = { blob, size, sha256: createHash('sha256').update(page).digest('hex') };
  const heldId = await addHeldAsBefore(db, HELD, copy);
  expect(await countHeldUpdates(db.read, BEFORE.length)).toBe(1);
  await db.close();

  expect(await Promise.all([...gateways, ...indexers].map((process) => process.start()))).toEqual([
    true,
    true,
  ]);
  const client = createPlainClient(gateways[0]?.origin ?? '', FLEET_KEY);
  const own = await client.upload(
    'جديد.txt',
    new Blob(['دليل جديد\n\nيفتح المكتب في التاسعة صباحًا من كل يوم.']),
  );
  await client.register('دليل جديد', own);
  const unsettled = async () => (await client.list()).items.filter((unit) => unit.sourceStatus < 2).length;
  await expect.poll(unsettled).toBe(0);
  await expect(openPostgres(options)).rejects.toThrow(NewerSchemaError);
  const reserved = () => read(databaseUrl).then((rows) => rows.reserved);
  await expect.poll(reserved).toBe(0);

  // The update that was held is the draft of its unit, and is read by itself.
  const indexed = () => client.drafts().then((drafts) => drafts.map(({ version }) => version.isIndexed));
  await expect.poll(indexed).toEqual([true]);
  expect(await client.drafts()).toMatchObject([{ unit: { id: heldId }, held: { code: 'held-shorter' } }]);
  expect((await client.passages(heldId)).items.map(({ text }) => text)).toEqual([HELD_PAGE.live]);

  const { items, total } = await client.list();
  expect(items.map(({ title }) => title).sort()).toEqual([...done.titles, 'دليل جديد', HELD].sort());
  expect(total).toBe(UNITS + 2);
  const now = await openPostgres({ url, role: 'gateway', connections: 1 });
  expect(await countHeldUpdates(now.read, MIGRATIONS.length)).toBe(1);
  await now.close();
  expect(items.filter(({ sourceStatus }) => sourceStatus !== 2)).toEqual([]);
  // The draft is proven meanwhile.
  await expect.poll(() => read(databaseUrl).then(({ jobs }) => jobs)).toBe(0);
  const after = await read(databaseUrl);
  expect(done.lost).toBe(0);
  expect(done.held).toBeGreaterThan(0);
  expect(after.jobs).toBe(0);
  expect(after.used).toBe(done.charged * COST);
  expect(after.audited).toBe(done.audited);
  expect(after.version).toBe(MIGRATIONS.length);
  expect(failures.filter((failure) => failure !== 'busy')).toEqual([]);
  console.log(`upgrade: ${JSON.stringify({ ...done, titles: done.titles.length, busy: failures.length })}`);
}, 300_000);

const MISSING = { used: -1, reserved: -1, audited: -1, jobs: -1, version: -1 };

async function read(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<keyof typeof MISSING, number>>(
      `select used::int, reserved::int,
          (select count(*)::int from audit where request_id like 'audit-%' and outcome = 'done') as audited,
          (select count(*)::int from job where kind <> 'chore') + (select count(*)::int from index_job) as jobs,
          (select version::int from schema_version) as version
        from ledger where bot_id = 1 and ledger = 'text'`,
    );
    return rows[0] ?? MISSING;
  } finally {
    await client.end();
  }
}
