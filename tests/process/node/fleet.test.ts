/** Processes of a fleet with real sockets: a draining server and a pure indexer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGateway } from '#gateway/app.ts';
import { drain } from '#gateway/node/server/fleet/drain.ts';
import { runIndexer } from '#gateway/node/server/fleet/run-indexer.ts';
import { createHealth, type Health } from '#gateway/node/server/http/health.ts';
import { listen, notFound, type RunningServer } from '#gateway/node/server/http/server.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';
import { createDiskBlobs } from '#gateway/node/storage/blobs/disk-blobs.ts';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { addFile, addUnit, file } from '#tests/support/stores.ts';

const HEADERS = { 'x-user-auth': TEST_KEY, 'x-bot': '1', 'content-type': 'application/json' };
const ASK = { Question: 'متى يفتح المكتب؟', IndexNames: ['دليل'], IsStream: true, UpdateGlobal: true };

describe('a draining server', () => {
  let gateway: TestGateway;
  let server: RunningServer;
  let health: Health;
  let endStream: () => void;
  const stopping = { controller: new AbortController() };
  const closing = { controller: new AbortController() };
  const events: string[] = [];
  beforeEach(async () => {
    events.length = 0;
    gateway = await createTestGateway();
    await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا من كل يوم عمل ما عدا العطل الرسمية.');
    await gateway.indexAll();
    stopping.controller = new AbortController();
    closing.controller = new AbortController();
    const held = Promise.withResolvers<void>();
    endStream = held.resolve;
    const remember = gateway.ports.contexts;
    // A stream stays open before its last event until the exchange is remembered.
    const contexts: typeof gateway.ports.contexts = {
      ...remember,
      append: async (...exchange) => {
        await held.promise;
        return remember.append(...exchange);
      },
    };
    const app = await createGateway(
      { ...gateway.ports, contexts },
      { stopping: stopping.controller.signal, closing: closing.controller.signal },
    );
    health = createHealth();
    server = await listen(
      { api: (request) => app.fetch(request), pages: notFound, health },
      { host: '127.0.0.1', port: 0 },
    );
  });
  afterEach(async () => {
    endStream();
    await server.close();
    await gateway.close();
  });

  const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`, { headers: HEADERS });
  const stream = async () => {
    const init = { method: 'POST', headers: HEADERS, body: JSON.stringify(ASK) };
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/RAG/Stream/Answer`, init);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? '';
    return async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
        text += next.value;
      return text;
    };
  };
  const begin = (minFinishMs: number, wait: () => Promise<void>) =>
    drain({
      health,
      server,
      seconds: 1,
      stopWork: async () => void events.push('work stopped'),
      stopping: stopping.controller,
      closing: closing.controller,
      minFinishMs,
      wait,
    });

  test('is not ready at once, serves on until load balancers have seen that, and lets its stream end', async () => {
    const rest = await stream();
    const grace = Promise.withResolvers<void>();
    const drained = begin(60_000, () => grace.promise).then(() => events.push('drained'));
    const ready = await get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not-ready', notReady: ['draining'] },
    ]);
    expect((await get('/healthz')).status).toBe(200);
    const served = await get('/api/Capabilities');
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    grace.resolve();
    // New connections are refused from now on.
    await expect
      .poll(() =>
        get('/healthz').then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    expect(events).toEqual(['work stopped']);
    endStream();
    expect(await rest()).toContain('"final":true');
    await drained;
    expect(events).toEqual(['work stopped', 'drained']);
    expect((await gateway.ports.ledger.state(1, 'text'))?.reserved).toBe(0);
  });

  test('ends a stream that outlasts the drain time with a fault, and settles it', async () => {
    const rest = await stream();
    const drained = begin(50, () => Promise.resolve());
    expect(await rest()).toContain('shutting');
    await drained;
    await expect.poll(async () => (await gateway.ports.ledger.state(1, 'text'))?.reserved).toBe(0);
  });
});

test('an indexer alone indexes by polling what a gateway elsewhere queued, and shows itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
  const paths = dataPaths(folder);
  // The gateway's side.
  const db = await openSqlite(paths.database);
  const stores = createSqlStores(db, { now: () => new Date() }, 'gateway', { name: 'بوابة', version: '1' });
  await stores.processes.beat('server');
  const blobs = await createDiskBlobs(paths.blobs);
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const settings = parseSettings({ FIHRIST_DATA: folder, PORT: '0', FIHRIST_ROLE: 'indexer' });
  const indexer = await runIndexer(settings, quiet, 'indexer-1');
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${indexer.port}${path}`)).status;
  try {
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    expect([await statusOf('/healthz'), await statusOf('/api/Capabilities'), await statusOf('/')]).toEqual([
      200, 404, 404,
    ]);
    await expect
      .poll(async () => (await stores.processes.list()).map(({ role, name }) => [role, name]))
      .toEqual([
        ['server', 'بوابة'],
        ['indexer', 'indexer-1'],
      ]);
    const writer = await blobs.create();
    await writer.write(new TextEncoder().encode('# الخزف\n\nيعجن الخزاف الطين.'));
    const { key, size, sha256 } = await writer.commit();
    await addFile(stores, 'a', { path: 'a', name: 'دليل.md', format: 'md', blob: key, size, sha256 });
    const unit = await addUnit(stores, 'دليل', [file('a')]);
    await expect.poll(async () => (await stores.units.get(1, unit.id))?.status).toBe('ready');
  } finally {
    await indexer.stop();
  }
  expect((await stores.processes.list()).map(({ role }) => role)).toEqual(['server']);
  await db.close();
  rmSync(folder, { recursive: true });
});
