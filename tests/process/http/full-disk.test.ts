import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { passageBlocksSchema } from '#contract/edits.ts';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import { unitStatesSchema } from '#contract/unit-states.ts';
import type { DiskSpace, DiskState } from '#gateway/core/disk-space.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { openTestDatabase } from '#tests/support/open-test-database.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { emptyDatabase } from '#tests/support/postgres/test-database.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { pathFor, validInit } from '#tests/support/valid-calls.ts';

const TITLE = 'دوام المكتب';
const ASK = { method: 'POST', json: { Question: 'متى يفتح المكتب؟', IndexNames: [TITLE] } };
/** Operations that get as far as a write with the call of `validInit`, on a bot with one unit. */
const WRITES: readonly OperationId[] = [
  'upload',
  'registerUnit',
  'updateUnit',
  'deleteUnit',
  'reindexUnit',
  'readWithNewReader',
  'setUnitAvailability',
  'addSynonyms',
  'setModel',
  'pauseEmbedding',
  'setAlertRules',
  'addWebhook',
  'createKey',
];

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

async function addAndIndex(): Promise<void> {
  await gateway.addUnit(TITLE, '# الدوام\n\nيفتح المكتب في الثامنة صباحا.');
  await gateway.indexAll();
}

/** Status of a valid call. */
const statusOf = async (id: OperationId) => {
  const response = await gateway.call(pathFor(id), validInit(id));
  await response.body?.cancel();
  return response.status;
};

/** A database that can be made full, as its own server says it, and empty again. */
interface Fillable {
  open: () => Promise<SqlDatabase>;
  fill: () => Promise<void>;
  free: () => Promise<void>;
}

// SQLite's own error of a full disk, without one.
const limitPages = (pages: number) =>
  gateway.db.change({ bot: 1 }, (trx) => sql.raw(`pragma max_page_count = ${pages}`).execute(trx));

/** PostgreSQL's error where a table cannot be extended, raised by its server. */
const REFUSE_ROWS = `
  create function refuse_rows() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = current_schema() loop
      execute format('create trigger disk_is_full before insert or update on %I execute function refuse_rows()', name);
    end loop;
  end $$`;

const DATABASES: Record<string, Fillable> = {
  SQLite: {
    open: openTestDatabase,
    /** Writes until nothing more fits, into the pages that are begun either. */
    async fill() {
      await limitPages(1);
      for (let attempt = 0; attempt < 500; attempt++) {
        const name = `مفتاح ${attempt} ${'س'.repeat(80)}`;
        const json = { name, role: 'tester', bots: [1] };
        const response = await gateway.call('/api/Keys', { method: 'POST', json });
        if (response.status === 507) return;
      }
      throw new Error('the database is not full');
    },
    free: async () => void (await limitPages(1_000_000)),
  },
  PostgreSQL: {
    open: emptyDatabase,
    fill: () => gateway.db.change([], async (trx) => void (await sql.raw(REFUSE_ROWS).execute(trx))),
    free: () =>
      gateway.db.change([], async (trx) => {
        await sql.raw('drop function if exists refuse_rows cascade').execute(trx);
      }),
  },
};

describe.each(Object.entries(DATABASES))('a full database of %s', (_, { open, fill, free }) => {
  // The database is that of later tests, however this one ends.
  afterEach(free);
  beforeEach(async ({ skip }) => {
    await gateway.close();
    gateway = await createTestGateway({ db: await skipWithout(open(), skip) });
    await addAndIndex();
  });

  test('is 507 to whatever has to be written, and loses nothing', async () => {
    await fill();
    const statuses = new Map<OperationId, number>();
    for (const id of OPERATION_IDS) {
      const { audited, charged, credential } = OPERATIONS[id];
      if ((audited !== null || charged) && credential === 'key') statuses.set(id, await statusOf(id));
    }
    expect(WRITES.map((id) => [id, statuses.get(id)])).toEqual(WRITES.map((id) => [id, 507]));
    expect([...statuses].filter(([, status]) => status === 500)).toEqual([]);
    const { text } = await faultOf(await gateway.call(pathFor('createKey'), validInit('createKey')));
    expect(text).toContain('There is no space left');

    // Counts of failed calls are written every few seconds.
    const warnings = gateway.lines.filter(
      ({ level, event }) => (level === 'error' || level === 'warn') && event !== 'failure-counts-not-written',
    );
    expect(warnings).toMatchObject([{ event: 'storage-full', facts: { storage: 'database' } }]);

    await free();
    expect((await gateway.call('/api/v1/RAG/Answer', ASK)).status).toBe(200);
    expect(await gateway.ports.units.progress(1, [1])).toMatchObject([{ passages: 1 }]);
    expect(await gateway.ports.ledger.state(1, 'text')).toMatchObject({ reserved: 0 });
    expect(await statusOf('deleteUnit')).toBe(200);
  });

  test('makes changes of a text whole or not at all', async () => {
    const read = async (path: string) => JSON.stringify(await responseOf(await gateway.call(`/api/${path}`)));
    const post = async (path: string, json: object, headers = {}) =>
      (await gateway.call(`/api/${path}`, { method: 'POST', json, headers })).status;
    const edit = async (text: string, headers = {}) => {
      const blocks = await gateway.call('/api/AIKnowledge/1/1/passages/0/blocks');
      const { items, ...places } = passageBlocksSchema.parse(await responseOf(blocks));
      const { block = 0, row = 0 } = items[0] ?? {};
      const place = { first: { block, row }, last: { block, row } };
      const changes = [{ kind: 'replace', ...place, after: [text] }];
      return post('AIKnowledge/1/1/edits', { ...places, changes }, headers);
    };
    const state = async () => [await read('AIKnowledge/1/1/passages'), await read('Drafts/1')];
    const draft = { drafts: [{ unitId: 1, version: 2 }] };
    const later = 'يفتح المكتب في التاسعة صباحا.';
    expect(await edit(later, { 'x-knowledge': 'draft' })).toBe(200);
    await gateway.indexAll();
    const before = await state();

    await fill();
    expect(await edit('يفتح المكتب في العاشرة. '.repeat(500))).toBe(507);
    await gateway.indexAll();
    expect(await state()).toEqual(before);
    // A few rows may fit where others were.
    const status = await post('Drafts/1/publish', draft);
    expect([200, 507]).toContain(status);
    const [text, drafts] = await state();
    expect([text?.includes(later), drafts?.includes('"total":0')]).toEqual([status === 200, status === 200]);

    await free();
    expect(await post('Drafts/1/publish', draft)).toBe(200);
    expect((await state())[0]).toContain(later);
    expect(await post('AIKnowledge/1/1/versions/1/restore', {})).toBe(200);
    await gateway.indexAll();
    expect((await state())[0]).toBe(before[0]);
  });
});

describe('a disk of which only the reserve is left', () => {
  const disk: DiskState = { storage: 'files', freeBytes: 0 };
  const diskSpace: DiskSpace = {
    reserveBytes: 1_000_000,
    read: () => Promise.resolve([disk]),
    recordWrite: (bytes) => void (disk.freeBytes -= bytes),
  };
  beforeEach(async () => {
    disk.freeBytes = 10_000_000;
    await gateway.close();
    gateway = await createTestGateway({ ports: () => ({ diskSpace }) });
    await addAndIndex();
  });

  test('refuses what brings in data, by the operations, and nothing else', async () => {
    disk.freeBytes = 900_000;
    const refused: OperationId[] = [];
    for (const id of OPERATION_IDS)
      if (OPERATIONS[id].credential === 'key' && (await statusOf(id)) === 507) refused.push(id);
    expect(refused).toEqual([
      'upload',
      'registerUnit',
      'addSource',
      'replaceSource',
      'addEdit',
      'readDry',
      'createTestSet',
      'createTest',
      'updateTest',
      'acceptAnswer',
      'setVerdict',
      'createReport',
      'importSynonyms',
    ]);
    const sources = { KnowledgeSource: 1, SourceContent: ['https://example.org/صفحة'] };
    const update = (json: object) => gateway.call('/api/AIKnowledge/1/1', { method: 'PUT', json });
    expect(await faultOf(await update(sources))).toMatchObject({ status: 507, fault: 'storage-full' });
  });

  test('gives what is repeated its first result', async () => {
    const headers = { 'idempotency-key': 'مرة'.length.toString() };
    const upload = (content: string) => {
      const body = new FormData();
      body.set('Attachment', new File([content], 'ملف.txt'));
      return gateway.call('/api/UploadBlob', { method: 'POST', body, headers });
    };
    const add = (title: string) =>
      gateway.call('/api/AIKnowledge/1', {
        method: 'POST',
        headers,
        json: { title, KnowledgeSource: 1, SourceContent: ['https://example.org/صفحة'] },
      });
    const pathOf = async (response: Response) => ((await response.json()) as { FilePath: string }).FilePath;
    const [uploaded, added] = [await pathOf(await upload('نص')), await responseOf(await add('صفحة'))];
    disk.freeBytes = 900_000;
    expect(await pathOf(await upload('نص'))).toBe(uploaded);
    expect(await responseOf(await add('صفحة'))).toEqual(added);
    expect(await faultOf(await upload('نص آخر'))).toMatchObject({ fault: 'key-reused' });
    expect(await faultOf(await upload('نص '.repeat(200_000)))).toMatchObject({ status: 507 });
    expect((await gateway.upload('جديد.txt', 'نص')).response.status).toBe(507);
  });

  test('lets asking, renaming and deleting go on, and jobs wait and say why', async () => {
    const added = await gateway.addUnit('دليل ثان', '# العطلة\n\nالجمعة عطلة.');
    disk.freeBytes = 900_000;
    await gateway.indexAll();
    const stateOf = async (id: number) => {
      const response = await gateway.call(`/api/AIKnowledge/1/states?ids=${id}`);
      return unitStatesSchema.parse(((await response.json()) as { Response: unknown }).Response).items[0];
    };
    expect(await stateOf(added)).toMatchObject({ status: 'waiting', reason: { code: 'disk-full' } });
    expect((await gateway.call('/api/v1/RAG/Answer', ASK)).status).toBe(200);
    const renamed = await gateway.call('/api/AIKnowledge/1/1', { method: 'PUT', json: { title: 'الدوام' } });
    expect(renamed.status).toBe(200);
    const deleted = await gateway.call('/api/AIKnowledge/1/1?forever=true', { method: 'DELETE' });
    expect(deleted.status).toBe(200);
    disk.freeBytes = 10_000_000;
    await gateway.indexAll();
    expect(await stateOf(added)).toMatchObject({ status: 'ready', reason: null });
  });

  test('is not written into by an upload that began while there was room', async () => {
    disk.freeBytes = 1_200_000;
    const { response } = await gateway.upload('طويل.txt', 'نص '.repeat(100_000));
    expect(await faultOf(response)).toMatchObject({ status: 507, fault: 'storage-full' });
    expect((await gateway.upload('قصير.txt', 'نص')).response.status).toBe(200);
    const warnings = gateway.lines.filter(({ event }) => event === 'storage-full');
    expect(warnings).toMatchObject([
      { facts: { storage: 'files', code: 'RESERVE', reserveBytes: 1_000_000, endpoint: 'upload' } },
    ]);
  });
});
