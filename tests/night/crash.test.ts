/**
 * Gateway and indexer are killed without warning while files are uploaded, registered and indexed. What was
 * acknowledged must be there afterwards to the byte, and every unit must come to rest.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CRASH_KEY,
  createKillableGateway,
  type KillableGateway,
  pause,
} from '#tests/support/killable-gateway.ts';
import { countOf } from '#tests/support/full-counts.ts';
import { createPlainClient, type PlainClient } from '#tests/support/plain-client.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const KILLS = countOf(33, 300);
const WORKERS = 3;
const MAX_UNITS = 30;

const uploads: { address: string; sha256: string }[] = [];
const registered = new Map<number, string>();
let unanswered = 0;

let folder = '';
let gateway: KillableGateway;
let client: PlainClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-crash-'));
  gateway = await createKillableGateway(folder);
  client = createPlainClient(gateway.origin, CRASH_KEY);
  await gateway.start();
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

it(
  `loses nothing that it acknowledged, over ${KILLS} kills`,
  async () => {
    const stopping = new AbortController();
    const working = Promise.all(Array.from({ length: WORKERS }, (_, at) => work(at, stopping.signal)));
    await killAround();
    stopping.abort();
    await working;
    expect(registered.size).toBeGreaterThan(5);
    expect(unanswered).toBeGreaterThan(0);

    const unsettled = async () => (await client.list()).items.filter((unit) => unit.sourceStatus < 2).length;
    await expect.poll(unsettled, { timeout: 120_000, interval: 200 }).toBe(0);
    const { items, total } = await client.list();
    expect(items).toHaveLength(total);
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    for (const [id, title] of registered) expect(titles.get(id)).toBe(title);
    expect(items.filter(({ sourceStatus }) => sourceStatus !== 2)).toEqual([]);

    for (const { address, sha256 } of uploads) expect(hashOf(await client.download(address))).toBe(sha256);
    for (const { id } of items) await checkIndex(id);
    for (const title of [...registered.values()].slice(0, 3)) {
      const { retrieved_documents: documents } = await client.answer(`ما رمز ${title}؟`, [title]);
      expect(documents[0]?.text).toContain(codeOf(title));
    }
  },
  countOf(240_000, 1_800_000),
);

it.runIf(existsSync('/proc'))('leaves no process behind', async () => {
  await gateway.kill();
  await expect.poll(() => processesOf(folder), { timeout: 10_000 }).toEqual([]);
});

/** Two indexers, then a gateway, and so on; at other moments of their work every time, the same in every run. */
async function killAround(): Promise<void> {
  const random = createRandom(20261121);
  for (let kill = 0; kill < KILLS; kill++) {
    const killsGateway = kill % 3 === 2;
    if (!killsGateway) await gateway.indexer();
    await pause(random() * 500);
    if (!killsGateway) await gateway.killIndexer();
    else {
      await gateway.kill();
      await gateway.start();
    }
  }
}

/** Uploads and registers until told to stop; what gets no answer is tried again as something new. */
async function work(worker: number, stop: AbortSignal): Promise<void> {
  for (let turn = 0; !stop.aborted; turn++) {
    const title = `وحدة ${worker}-${turn}`;
    const bytes = Buffer.from(textFor(title, turn % 4 === 3 ? 4000 : 100));
    try {
      const file = await client.upload(`${title}.txt`, new Blob([bytes]));
      uploads.push({ address: file.FileUrl, sha256: hashOf(bytes) });
      if (registered.size < MAX_UNITS) registered.set(await client.register(title, file), title);
    } catch (error) {
      // Killed before it answered: fetch rejects with a TypeError. A fault for an answer fails the test.
      if (!(error instanceof TypeError)) throw error;
      unanswered++;
    }
    await pause(200);
  }
}

/** What the unit says of itself is what can be read: the passages of one generation, all of them, in order. */
async function checkIndex(id: number): Promise<void> {
  const [state] = await client.states([id]);
  const { items, total } = await client.passages(id);
  expect(total).toBe(state?.passages);
  expect(total).toBeGreaterThan(0);
  expect(items.map(({ ordinal }) => ordinal)).toEqual(items.map((_, at) => at));
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const codeOf = (title: string) => `رمز${hashOf(Buffer.from(title)).slice(0, 10)}`;

function textFor(title: string, sentences: number): string {
  const lines = Array.from({ length: sentences }, (_, at) => `الجملة رقم ${at} عن صناعة الفخار والنسيج.`);
  return `${title}\n\nرمز ${title} هو ${codeOf(title)}.\n\n${lines.join('\n\n')}`;
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Command lines that name the data folder. */
function processesOf(dataFolder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(dataFolder));
}
