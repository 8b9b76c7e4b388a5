import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHealth, type Health } from '#gateway/node/server/http/health.ts';
import { createMetrics, type Metrics } from '#gateway/node/server/metrics/metrics.ts';
import { parseMetricsAddress } from '#gateway/node/server/metrics/metrics-address.ts';
import { MetricsListenError, serveMetrics } from '#gateway/node/server/metrics/serve-metrics.ts';
import { explainStartFailure } from '#gateway/node/server/settings/explain-start-failure.ts';
import { parseSettings } from '#gateway/node/server/settings/settings.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { CRASH_KEY, createKillableGateway } from '#tests/support/killable-gateway.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { type Figures, parseFigures } from '#tests/support/prometheus-text.ts';
import { freePort } from '#tests/support/server.ts';

test('an address is a host and a port, and nothing else will do', () => {
  expect(parseMetricsAddress('127.0.0.1:9464')).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(parseMetricsAddress('[::1]:9464')).toEqual({ host: '::1', port: 9464 });
  expect(parseSettings({ FIHRIST_METRICS: 'metrics.local:80' }).FIHRIST_METRICS).toEqual({
    host: 'metrics.local',
    port: 80,
  });
  expect(parseSettings({}).FIHRIST_METRICS).toBeNull();
  for (const wrong of [
    '9464',
    'on',
    ':9464',
    'localhost',
    '::1:9464',
    '1.2.3.4:99999',
    'http://x:1',
    'x:1/metrics',
    '[::1]',
  ])
    expect(() => parseSettings({ FIHRIST_METRICS: wrong })).toThrow(
      /^FIHRIST_METRICS: must be "off" or an address/,
    );
});

describe('figures of a gateway', () => {
  let metrics: Metrics;
  let gateway: TestGateway;
  let health: Health;
  let served: { port: number; close(): Promise<void> };
  beforeEach(async () => {
    metrics = createMetrics();
    gateway = await createTestGateway({
      quota: 100,
      settings: { concurrency: 2 },
      ports: () => ({ recordMetric: metrics.observe }),
    });
    metrics.watch({
      ports: gateway.ports,
      searches: { active: () => 4, waiting: () => 7 },
      indexerState: () => ({ alive: true, ready: true, silentMs: 1500, starts: 1 }),
      caches: { segmentBytes: () => 4096, vectorBytes: () => 1024, limit: 8192 },
    });
    health = createHealth();
    served = await serveMetrics({ ...metrics, ...health }, { host: '127.0.0.1', port: 0 }, gateway.ports.log);
  });
  afterEach(async () => {
    await served.close();
    await gateway.close();
  });

  const scrape = async (): Promise<Figures> => {
    const response = await fetch(`http://127.0.0.1:${served.port}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    return parseFigures(await response.text());
  };
  const ask = (change: Record<string, unknown> = {}, path = '/api/v1/RAG/Answer') =>
    gateway.call(path, {
      method: 'POST',
      json: { Question: 'متى يفتح المكتب؟', IndexNames: ['دليل'], MaxOutputTokens: 20, ...change },
    });

  test('move with calls, streams, refusals, the ledger and the queue', async () => {
    const before = await scrape();
    expect(before.value('fihrist_calls_total', { endpoint: 'answer', status: '200' })).toBeUndefined();
    expect(before.value('fihrist_index_jobs', { state: 'waiting' })).toBe(0);
    expect(before.value('fihrist_search_cache_bytes')).toBe(4096);
    expect(before.value('fihrist_searches_active')).toBe(4);
    expect(before.value('fihrist_searches_waiting')).toBe(7);
    expect(before.value('fihrist_indexer_heartbeat_age_seconds')).toBe(1.5);
    await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا من كل يوم عمل.');
    gateway.time.now = new Date(gateway.time.now.getTime() + 7_000);
    const filed = { question: 'متى يفتح المكتب؟', reason: 'unclear' };
    const queued = await scrape();
    expect(queued.value('fihrist_index_jobs', { state: 'waiting' })).toBe(1);
    expect(queued.value('fihrist_index_oldest_job_seconds')).toBe(7);
    await gateway.indexAll();
    await gateway.call('/api/Reports/1', { method: 'POST', json: filed });

    expect((await ask()).status).toBe(200);
    await (await ask({ IsStream: true }, '/api/v1/RAG/Stream/Answer')).text();
    const response = await ask({ IsStream: true }, '/api/v1/RAG/Stream/Answer');
    const held = await scrape();
    expect(held.value('fihrist_calls_in_flight')).toBe(1);
    expect(held.value('fihrist_ledger_reserved', { bot: '1', ledger: 'text' })).toBeGreaterThan(0);
    await response.body?.cancel();
    expect((await ask({ Question: 'متى يفتح المكتب؟ '.repeat(40) })).status).toBe(402);
    expect((await gateway.call('/api/nothing')).status).toBe(404);
    expect((await gateway.call('/api/Capabilities', { headers: { 'x-user-auth': 'falsch' } })).status).toBe(
      401,
    );

    metrics.observe({ what: 'webhook-attempted', outcome: 'failed', seconds: 1 });
    metrics.observe({ what: 'source-read', outcome: 'failed', reason: 'no-text' });
    const called = { what: 'model-called', purpose: 'chat', firstSeconds: null, seconds: 2 } as const;
    const tokens = { input: 30, output: 12 };
    metrics.observe({ ...called, outcome: 'complete', fault: undefined, firstSeconds: 0.4, tokens });
    metrics.observe({ ...called, outcome: 'failed', fault: 'model-truncated', tokens: null });

    const after = await scrape();
    expect(after.value('fihrist_webhook_attempts_total', { outcome: 'failed' })).toBe(1);
    expect(after.value('fihrist_sources_read_total', { outcome: 'failed', reason: 'no-text' })).toBe(1);
    const chat = { purpose: 'chat' };
    expect(after.value('fihrist_model_calls_total', { ...chat, outcome: 'complete', fault: 'none' })).toBe(1);
    expect(
      after.value('fihrist_model_calls_total', { ...chat, outcome: 'failed', fault: 'model-truncated' }),
    ).toBe(1);
    expect(after.value('fihrist_model_seconds_count', chat)).toBe(2);
    expect(after.value('fihrist_model_first_seconds_count', chat)).toBe(1);
    expect(after.value('fihrist_model_tokens_total', { ...chat, kind: 'input' })).toBe(30);
    expect(after.value('fihrist_model_tokens_total', { ...chat, kind: 'output' })).toBe(12);
    expect(after.value('fihrist_calls_total', { endpoint: 'answer', status: '200' })).toBe(1);
    expect(after.value('fihrist_calls_total', { endpoint: 'answer', status: '402' })).toBe(1);
    expect(after.value('fihrist_calls_total', { endpoint: 'streamAnswer', status: '200' })).toBe(2);
    expect(after.value('fihrist_calls_total', { endpoint: 'none', status: '404' })).toBe(1);
    expect(after.value('fihrist_calls_total', { endpoint: 'capabilities', status: '401' })).toBe(1);
    expect(after.value('fihrist_call_seconds_count', { endpoint: 'answer' })).toBe(2);
    expect(after.value('fihrist_call_seconds_bucket', { endpoint: 'answer', le: '+Inf' })).toBe(2);
    expect(after.value('fihrist_streams_total', { endpoint: 'streamAnswer', outcome: 'complete' })).toBe(1);
    expect(after.value('fihrist_streams_total', { endpoint: 'streamAnswer', outcome: 'left' })).toBe(1);
    expect(after.value('fihrist_calls_in_flight')).toBe(0);
    expect(
      after.value('fihrist_rejections_total', { fault: 'quota-exceeded', bot: '1', ledger: 'text' }),
    ).toBe(1);
    expect(after.value('fihrist_faults_total', { fault: 'invalid-key' })).toBe(1);
    expect(after.value('fihrist_ledger_used', { bot: '1', ledger: 'text' })).toBe(
      (await gateway.ports.ledger.state(1, 'text'))?.used,
    );
    expect(after.value('fihrist_ledger_used', { bot: '1', ledger: 'text' })).toBeGreaterThan(0);
    expect(after.value('fihrist_ledger_reserved', { bot: '1', ledger: 'text' })).toBe(0);
    expect(after.value('fihrist_ledger_granted', { bot: '2', ledger: 'speech' })).toBe(100_000);
    expect(after.value('fihrist_sources_read_total', { outcome: 'ready', reason: 'none' })).toBe(1);
    expect(after.value('fihrist_units_indexed_total', { outcome: 'ready' })).toBe(1);
    expect(after.value('fihrist_index_jobs', { state: 'waiting' })).toBe(0);
    expect(after.value('fihrist_reports_open', { bot: '1' })).toBe(1);
    expect(after.value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    // With the question of the report; the fourth of the others was refused before its search.
    expect(after.value('fihrist_search_wait_seconds_count')).toBe(4);
  });

  test('hold how late the event loop came since the scrape before', async () => {
    // A scrape that follows another at once finds no sample.
    for (const statistic of ['max', 'mean', 'p99'])
      await expect
        .poll(async () => (await scrape()).value(`nodejs_eventloop_lag_${statistic}_seconds`), {
          interval: 100,
        })
        .toBeGreaterThan(0);
  });

  test('hold no key, title, question, name nor address, and few series', async () => {
    await gateway.addUnit('عنوان سري', 'نص سري جدًا', 'ملف-سري.md');
    await gateway.indexAll();
    await ask({ Question: 'سؤال سري', IndexNames: ['عنوان سري'] });
    for (let bot = 1; bot < 400; bot++)
      metrics.observe({
        what: 'call-ended',
        endpoint: 'answer',
        status: 429,
        fault: 'too-many-calls',
        botId: bot,
        ledger: 'text',
        seconds: 0,
        streams: false,
      });
    for (let index = 0; index < 300; index++)
      await gateway.call(`/api/nothing/${index}`, { headers: { 'x-bot': String(index) } });
    const figures = await scrape();
    expect(figures.text).not.toMatch(/[\u0600-\u06ff]/);
    expect(figures.text).not.toContain(TEST_KEY);
    expect(figures.text).not.toContain('127.0.0.1');
    expect(
      figures.value('fihrist_rejections_total', { fault: 'too-many-calls', bot: 'other', ledger: 'text' }),
    ).toBe(199);
    const labels = new Set(figures.series.flatMap(({ labels: of }) => Object.keys(of)));
    expect([...labels].toSorted()).toEqual(
      [
        'bot',
        'endpoint',
        'fault',
        'le',
        'ledger',
        'outcome',
        'reason',
        'space',
        'state',
        'status',
        'type',
        'version',
        // `kind` is there once garbage was collected.
        ...[...labels].filter((name) => ['kind', 'major', 'minor', 'patch'].includes(name)),
      ].toSorted(),
    );
  });

  test('are served without the unreadable gauges, which are logged', async () => {
    gateway.ports.queue.countByKind = () => Promise.reject(new Error('سر'));
    const figures = await scrape();
    expect(figures.value('fihrist_indexer_up')).toBe(1);
    expect(gateway.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', event: 'metrics-incomplete' }),
    );
  });

  test('are served on their port together with the health checks alone', async () => {
    const base = `http://127.0.0.1:${served.port}`;
    expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    health.drain();
    const draining = await fetch(`${base}/readyz`);
    expect([draining.status, await draining.json()]).toEqual([
      503,
      { status: 'not-ready', notReady: ['draining'] },
    ]);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    expect((await fetch(`${base}/api/Capabilities`)).status).toBe(404);
    expect((await fetch(base)).status).toBe(404);
    expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(405);
    expect(await (await fetch(`${base}/metrics`, { method: 'HEAD' })).text()).toBe('');
  });
});

describe('an unusable port', () => {
  let other: Server;
  beforeEach(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => other.close(resolve)));

  test('stops the start with the name of the setting', async () => {
    const { port } = other.address() as AddressInfo;
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const failure = await serveMetrics(
      { ...createMetrics(), ...createHealth() },
      { host: '127.0.0.1', port },
      log,
    ).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MetricsListenError);
    expect(explainStartFailure(failure)).toBe(
      `FIHRIST_METRICS: port ${port} is in use by another program. Choose another port, or off.`,
    );
    const away = await serveMetrics(
      { ...createMetrics(), ...createHealth() },
      { host: '203.0.113.7', port: 0 },
      log,
    ).catch((error: unknown) => error);
    expect(explainStartFailure(away)).toMatch(
      /FIHRIST_METRICS: 203\.0\.113\.7 is no address of this machine/,
    );
  });
});

test('a started server has none by default, and on request also those of its indexer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-metrics-'));
  const gateway = await createKillableGateway(folder);
  const port = await freePort();
  try {
    await gateway.start({ FIHRIST_METRICS: `127.0.0.1:${port}` });
    const client = createPlainClient(gateway.origin, CRASH_KEY);
    await client.register(
      'دليل',
      await client.upload('دليل.txt', new Blob(['يفتح المكتب في التاسعة صباحًا.'])),
    );
    const scrape = async () => parseFigures(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    const indexed = async () => (await scrape()).value('fihrist_units_indexed_total', { outcome: 'ready' });
    await expect.poll(indexed).toBe(1);
    await client.answer('متى يفتح المكتب؟', ['دليل']);
    const figures = await scrape();
    expect(figures.value('fihrist_indexer_up')).toBe(1);
    expect(figures.value('fihrist_indexer_starts')).toBe(1);
    expect(figures.value('fihrist_search_cache_bytes')).toBeGreaterThan(0);
    expect(figures.value('fihrist_search_cache_limit_bytes')).toBe(64 * 1024 * 1024);
    expect((await fetch(`${gateway.origin}/metrics`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    await gateway.stop();
    await gateway.start();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow(/fetch failed/);
  } finally {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
