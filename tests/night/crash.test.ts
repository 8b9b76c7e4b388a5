/**
 * Gateway and indexer are killed without warning, some while they start, while files are uploaded, registered and
 * indexed, and everything that the API can change is changed. What was acknowledged must be there afterwards to the byte;
 * what was not, whole or not at all; and every unit must come to rest.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NoAnswerError } from '#tests/support/crash/call-results.ts';
import { killAround } from '#tests/support/crash/kill-around.ts';
import { importKind, synonymsKind, unitKind } from '#tests/support/crash/kinds-of-knowledge.ts';
import {
  ALLOWED_RECEIVER,
  alertRulesKind,
  botKind,
  botSettingsKind,
  keyKind,
  modelKind,
  webhookKind,
} from '#tests/support/crash/kinds-of-settings.ts';
import { createTracker, type Kind, type Tracker } from '#tests/support/crash/tracked.ts';
import { createFleetClient, type FleetClient } from '#tests/support/fleet/fleet-client.ts';
import { createRandom, type Random } from '#tests/support/fleet/random.ts';
import { countOf } from '#tests/support/full-counts.ts';
import {
  CRASH_KEY,
  createKillableGateway,
  type KillableGateway,
  pause,
} from '#tests/support/killable-gateway.ts';
import { createPlainClient, type PlainClient } from '#tests/support/plain-client.ts';

const KILLS = Number(process.env['FIHRIST_TEST_KILLS'] ?? countOf(60, 500));
/** Set FIHRIST_TEST_SEED for another seed. */
const SEED = Number(process.env['FIHRIST_TEST_SEED'] ?? 20261121);
/** Clients that add files and units, and clients that make all other changes. */
const WORKERS = 2;
const CHANGERS = 2;
/** Keys that do not work come from other addresses, as a proxy would say: they are delayed by address. */
const SETTINGS = { FIHRIST_TRUST_PROXY: '127.0.0.1', FIHRIST_ALLOW_PRIVATE_URLS: ALLOWED_RECEIVER };
/** Every action that a changer can take; each must have been acknowledged. */
const ACTIONS =
  'registerUnit updateUnit deleteUnit restoreUnit purgeUnit addSynonyms changeSynonyms removeSynonyms importSynonyms ' +
  'createKey changeKey rotateKey revokeKey createBot changeBot archiveBot restoreBot addWebhook changeWebhook ' +
  'removeWebhook setAlertRules setModel removeModel';
const MAX_UNITS = 30;
/** Of one kill, with the pauses and starts around it, on a machine that does other work too. */
const KILL_MS = 15_000;

const uploads: { address: string; sha256: string }[] = [];
const registered = new Map<number, string>();
let unanswered = 0;

let folder = '';
let gateway: KillableGateway;
let client: PlainClient;
let calls: FleetClient;
let tracker: Tracker;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-crash-'));
  gateway = await createKillableGateway(folder);
  client = createPlainClient(gateway.origin, CRASH_KEY);
  calls = createFleetClient();
  tracker = createTracker((request) => calls.call(gateway.origin, { key: CRASH_KEY, ...request }));
  await gateway.start(SETTINGS);
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

test(`loses nothing that it acknowledged, over ${KILLS} kills`, {
  // A second attempt would begin with what the first one left.
  retry: 0,
  timeout: KILLS * KILL_MS + 300_000,
}, async () => {
  const stopping = new AbortController();
  const working = Promise.all([
    ...Array.from({ length: WORKERS }, (_, index) => work(index, stopping.signal)),
    ...Array.from({ length: CHANGERS }, (_, index) => change(index, stopping.signal)),
  ]);
  await killAround(gateway, { kills: KILLS, seed: SEED, settings: SETTINGS });
  stopping.abort();
  await working;
  expect(registered.size).toBeGreaterThan(5);
  expect(unanswered).toBeGreaterThan(0);
  console.log(
    `${KILLS} kills, seed ${SEED}; ${uploads.length} uploads, ${registered.size} registrations; ` +
      `${unanswered} and ${tracker.unanswered} calls without an answer; changes: ` +
      JSON.stringify(Object.fromEntries([...tracker.acknowledged].sort(([a], [b]) => a.localeCompare(b)))),
  );
  expect(ACTIONS.split(' ').filter((action) => !tracker.acknowledged.has(action))).toEqual([]);
  await tracker.checkAll();
  await checkSecrets();
  expect([...tracker.violations, ...calls.violations]).toEqual([]);

  await untilSettled();
  await indexCrashedAgain();
  const { items, total } = await client.list();
  expect(items).toHaveLength(total);
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  for (const [id, title] of registered) expect(titles.get(id)).toBe(title);
  expect(items.filter(({ sourceStatus }) => sourceStatus !== 2)).toEqual([]);
  const titlesThatChange = tracker.things.map(({ state }) => state?.['title']);
  expect(titles.size).toBe(items.length);
  expect(new Set(items.map(({ title }) => title)).size).toBe(items.length);
  expect(items.filter(({ title }) => !title.startsWith('وحدة') && !titlesThatChange.includes(title))).toEqual(
    [],
  );

  for (const { address, sha256 } of uploads) expect(hashOf(await client.download(address))).toBe(sha256);
  for (const { id } of items) await checkIndex(id);
  for (const title of [...registered.values()].slice(0, 3)) {
    const { retrieved_documents: documents } = await client.answer(`ما رمز ${title}؟`, [title]);
    expect(documents[0]?.text).toContain(codeOf(title));
  }
});

test.runIf(existsSync('/proc'))('leaves no process behind', async () => {
  await gateway.kill();
  await expect.poll(() => processesOf(folder)).toEqual([]);
});

/** Every unit comes to rest. However slow the machine is: as long as it goes on, it is waited for. */
async function untilSettled(): Promise<void> {
  let last = Number.POSITIVE_INFINITY;
  for (let until = 0; last > 0; ) {
    const { items } = await client.list();
    const unsettled = items.filter(({ sourceStatus }) => sourceStatus < 2);
    if (unsettled.length < last) until = Date.now() + 120_000;
    last = unsettled.length;
    if (Date.now() > until) {
      const states = await client.states(unsettled.map(({ id }) => id));
      throw new Error(`units that never come to rest: ${JSON.stringify(states)}`);
    }
    if (last > 0) await pause(200);
  }
}

/** A unit whose indexer was killed more than three times while at it is given up, and says so: it has to be asked for. */
async function indexCrashedAgain(): Promise<void> {
  const { items } = await client.list();
  const states = await client.states(items.map(({ id }) => id));
  const failed = states.filter(({ status }) => status === 'failed');
  expect(failed.filter(({ reason }) => reason?.code !== 'indexing-interrupted')).toEqual([]);
  for (const { id } of failed)
    await calls.call(gateway.origin, {
      method: 'POST',
      path: `/api/AIKnowledge/1/${id}/reindex`,
      key: CRASH_KEY,
    });
  await untilSettled();
}

/** Changes things of all kinds in turn. Settings that there is one of are the first changer's. */
async function change(worker: number, stop: AbortSignal): Promise<void> {
  const random: Random = createRandom(SEED + 1 + worker);
  const many = [unitKind, synonymsKind, importKind, keyKind, botKind, webhookKind];
  const single = worker === 0 ? [alertRulesKind, modelKind, botSettingsKind] : [];
  const call = (request: Parameters<FleetClient['call']>[1]) =>
    calls.call(gateway.origin, { key: CRASH_KEY, ...request });
  const kinds: Kind[] = [...many, unitKind, ...single].map((make) => make(call));
  for (let turn = 1; !stop.aborted; turn++) {
    try {
      await tracker.step(random.pick(kinds), worker, turn, random);
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
    }
    await pause(20);
  }
}

/** The newest secret of a key works as long as the key does. */
async function checkSecrets(): Promise<void> {
  for (const [index, { tag, state, facts }] of tracker.things.entries()) {
    const key = facts['secret'];
    if (key === undefined) continue;
    const headers = { 'X-Forwarded-For': `10.0.${index >> 8}.${index & 255}` };
    const outcome = await calls.call(gateway.origin, { path: '/api/Session', key, headers });
    const isRight = state ? outcome.kind === 'done' : outcome.kind === 'refused' && outcome.status === 401;
    if (!isRight)
      tracker.violations.push(
        `the secret of ${tag}: ${outcome.kind}, where the key reads ${JSON.stringify(state)}`,
      );
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
  expect(items.map(({ ordinal }) => ordinal)).toEqual(items.map((_, index) => index));
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const codeOf = (title: string) => `رمز${hashOf(Buffer.from(title)).slice(0, 10)}`;

function textFor(title: string, sentences: number): string {
  const lines = Array.from(
    { length: sentences },
    (_, index) => `الجملة رقم ${index} عن صناعة الفخار والنسيج.`,
  );
  return `${title}\n\nرمز ${title} هو ${codeOf(title)}.\n\n${lines.join('\n\n')}`;
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
