/** The real indexer process under its supervisor: on a real folder, with real readers. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectationSchema } from '#contract/tests.ts';
import type { Log } from '#gateway/core/log.ts';
import type { MetricEvent } from '#gateway/core/metric-events.ts';
import type { TestDraft, TestState } from '#gateway/modules/evaluation/model.ts';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';
import {
  type SupervisedIndexer,
  superviseIndexer,
} from '#gateway/node/processes/indexing/supervise-indexer.ts';
import { createDiskBlobs } from '#gateway/node/storage/blobs/disk-blobs.ts';
import { createS3Blobs } from '#gateway/node/storage/blobs/s3-blobs.ts';
import type { S3Location } from '#gateway/node/storage/blobs/s3-location.ts';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { STAND_IN_BUCKET, STAND_IN_KEYS, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { addFile, addUnit, file } from '#tests/support/stores.ts';

describe('the indexer process', () => {
  let dataFolder = '';
  let stores: SqlStores;
  let blobs: BlobStore;
  let close: () => Promise<void>;
  let indexer: SupervisedIndexer;
  let task: Omit<Parameters<typeof superviseIndexer>[0], 'log'>;
  let log: Log;
  let observed: MetricEvent[];
  let lines: { event: string; facts: Record<string, unknown> }[];

  beforeEach(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'fihrist-'));
    const paths = dataPaths(dataFolder);
    const db = await openSqlite(paths.database);
    stores = createSqlStores(db, { now: () => new Date() });
    blobs = await createDiskBlobs(paths.blobs);
    close = () => db.close();
    lines = [];
    const record = (event: string, facts: Record<string, unknown> = {}) => void lines.push({ event, facts });
    log = { debug: record, info: record, warn: record, error: record };
    observed = [];
    const observe = (event: MetricEvent) => void observed.push(event);
    task = {
      database: { kind: 'sqlite', file: paths.database },
      blobs: { kind: 'disk', folder: paths.blobs },
      processName: 'فهرسة',
      botId: 1,
      allowPrivateUrls: [],
      ocr: false,
      reserveMegabytes: 0,
    };
    indexer = superviseIndexer({ ...task, log, observe });
  });
  afterEach(async () => {
    await indexer.stop();
    await close();
    rmSync(dataFolder, { recursive: true });
  });

  const pids = () =>
    lines.filter(({ event }) => event === 'indexer-ready').map(({ facts }) => Number(facts['pid']));

  const statusOf = (id: number) => async () => (await stores.units.get(1, id))?.status;

  async function register(title: string, text: string): Promise<number> {
    const writer = await blobs.create();
    await writer.write(new TextEncoder().encode(text));
    const { key, size, sha256 } = await writer.commit();
    await addFile(stores, title, { path: title, name: `${title}.md`, format: 'md', blob: key, size, sha256 });
    return (await addUnit(stores, title, [file(title)])).id;
  }

  test('indexes registered units, is replaced after its death, and goes on', async () => {
    const first = await register('الأول', '# الخزف\n\nيعجن الخزاف الطين.');
    indexer.wake({ botId: 1, unitId: first, requestId: 'the-call-that-registered' });
    await expect.poll(statusOf(first)).toBe('ready');
    // The log lines arrive later, over a channel that closes with the child.
    const indexed = () => lines.filter(({ event }) => event === 'indexed').length;
    await expect.poll(indexed).toBe(1);
    // The log line of that job alone names the call that requested it.
    expect(lines.filter(({ facts }) => facts['requestId'] === 'the-call-that-registered')).toMatchObject([
      { event: 'indexed', facts: { unitId: first } },
    ]);
    expect(observed).toEqual([
      { what: 'source-read', outcome: 'ready', reason: null },
      { what: 'unit-indexed', outcome: 'ready', passages: 1, seconds: expect.any(Number) },
    ]);
    expect(indexer.state()).toMatchObject({ alive: true, starts: 1 });
    const [pid = 0] = pids();
    // Answering goes first.
    expect(getPriority(pid)).toBeGreaterThan(getPriority());
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => indexer.state().starts).toBe(2);
    const second = await register('الثاني', '# النسيج\n\nيغزل النساج الصوف.');
    await expect.poll(() => pids().length).toBe(2);
    await expect.poll(statusOf(second)).toBe('ready');
    expect(lines.filter(({ event }) => event === 'indexer-exited')).toMatchObject([
      { facts: { signal: 'SIGKILL' } },
    ]);
    await expect.poll(indexed).toBe(2);
    // No document text, no title, in any line.
    expect(JSON.stringify(lines)).not.toMatch(/[\u0600-\u06ff]/);
  });

  test('asks the tests of a bot when its knowledge changed, and goes on after its death', async () => {
    await stores.bots.createIfMissing({ id: 1, name: 'دليل' }, new Date());
    const unit = await register('الخزف', '# الخزف\n\nيعجن الخزاف الطين ثلاث مرات.');
    await expect.poll(statusOf(unit)).toBe('ready');
    const test: TestDraft & TestState = {
      question: 'كم مرة يعجن الخزاف الطين؟',
      request: { IndexNames: null, Limit: 10, MaxLimit: 10, MaxOutputTokens: 1024 },
      expectation: expectationSchema.parse({ quotes: ['يعجن الخزاف الطين ثلاث مرات'] }),
      setId: 0,
      tags: [],
      outcome: 'not-judged',
      since: new Date(),
      band: null,
      fingerprint: null,
      because: null,
      passages: [],
      quoteUnits: [],
      runId: null,
      askedOn: null,
      askedIn: null,
    };
    const maker = { botId: 1, keyName: '', family: '', fromRunId: null };
    await stores.tests.add({ ...test, ...maker }, 'written', 10);
    const [pid = 0] = pids();
    process.kill(pid, 'SIGKILL');
    const newest = async () => (await stores.evaluations.list(1, { limit: 1 }))[0];
    await expect.poll(newest, { timeout: 30_000 }).toMatchObject({ id: 1, state: 'done', gained: 1 });
    await stores.units.moveToBin(1, unit);
    await expect.poll(newest, { timeout: 30_000 }).toMatchObject({ id: 2, state: 'done', lost: 1 });
    expect(lines.filter(({ event }) => event === 'evaluation-failed')).toEqual([]);
  });

  test('is killed and replaced when it hangs; only its own messages count as signs of life', async () => {
    await indexer.stop();
    lines.length = 0;
    indexer = superviseIndexer({ ...task, log, silenceMs: 6_000 });
    await expect.poll(() => pids().length).toBe(1);
    const [pid = 0] = pids();
    // Longer than it may be silent: heartbeats are no readiness, and keep it alive.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(lines.map(({ event }) => event)).toEqual(['indexer-ready']);
    process.kill(pid, 'SIGSTOP');
    await expect.poll(() => pids().length).toBe(2);
    expect(lines.map(({ event }) => event)).toEqual([
      'indexer-ready',
      'indexer-heartbeat-lost',
      'indexer-exited',
      'indexer-ready',
    ]);
  });

  test('reads from a bucket, whose keys come over the channel and are seen nowhere', async () => {
    await indexer.stop();
    lines.length = 0;
    const standIn = await startS3StandIn();
    const { endpoint } = standIn;
    const spoolFolder = join(dataFolder, 'spool');
    const place = { endpoint, region: 'us-east-1', bucket: STAND_IN_BUCKET, prefix: '', spoolFolder };
    const location: S3Location = { kind: 's3', ...place, ...STAND_IN_KEYS };
    const bucket = await createS3Blobs(location);
    blobs = bucket;
    indexer = superviseIndexer({ ...task, blobs: location, log });
    const id = await register('الخزف', '# الخزف\n\nيعجن الخزاف الطين.');
    await expect.poll(statusOf(id)).toBe('ready');
    const [pid = 0] = pids();
    const [own = ''] = readdirSync(spoolFolder).filter((name) => name.includes(`.${pid}.`));
    expect(readdirSync(join(spoolFolder, own))).toEqual([]);
    const seen = ['cmdline', 'environ']
      .map((kind) => `/proc/${pid}/${kind}`)
      .map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''));
    for (const text of [...seen, JSON.stringify(lines)]) expect(text).not.toContain(STAND_IN_KEYS.accessKey);
    await indexer.stop();
    expect(readdirSync(spoolFolder)).toEqual([]);
    await bucket.close();
    await standIn.close();
  });

  test('ends when it is told to, at once, and is not started again', async () => {
    await expect.poll(() => pids().length).toBe(1);
    const [pid = 0] = pids();
    await indexer.stop();
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    expect(lines.map(({ event }) => event)).toEqual(['indexer-ready']);
  });
});
