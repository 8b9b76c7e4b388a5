/**
 * Every operation of the contract is called wrongly in all ways that its schemas, HTTP and the sockets below it leave
 * open. Whatever is asked: an answer, in the envelope, that says nothing of the machine; and the gateway goes on.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS } from '#contract/operations/index.ts';
import { usageOfBotsSchema } from '#contract/usage.ts';
import { type FakeModelServer, startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { createRandom } from '#tests/support/fleet/random.ts';
import { countOf } from '#tests/support/full-counts.ts';
import { describeRequest, encodeRequest, type FuzzRequest } from '#tests/support/fuzz/fuzz-request.ts';
import { createFuzzWorld, FUZZED_OPERATIONS, type FuzzWorld } from '#tests/support/fuzz/fuzz-world.ts';
import { judge } from '#tests/support/fuzz/judge-response.ts';
import { makeRequest } from '#tests/support/fuzz/make-request.ts';
import { minimise } from '#tests/support/fuzz/minimise.ts';
import { type Outcome, sendBytes } from '#tests/support/fuzz/send-request.ts';
import {
  CRASH_KEY,
  createKillableGateway,
  type KillableGateway,
  pause,
} from '#tests/support/killable-gateway.ts';
import { type PageServer, startPageServer } from '#tests/support/page-server.ts';

const REQUESTS = Number(process.env['FIHRIST_TEST_FUZZ'] ?? countOf(10_000, 100_000));
const SEED = Number(process.env['FIHRIST_TEST_SEED'] ?? 20261126);
/** Requests at once, each with random numbers of its own. */
const LANES = 8;
/** Longest request in milliseconds, on a busy machine. */
const REQUEST_MS = 150;
const REPAIR_EVERY = 250;
const MAX_REPORTED = 12;

let folder = '';
let gateway: KillableGateway;
let pages: PageServer;
let models: FakeModelServer;
let world: FuzzWorld;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-fuzz-'));
  [gateway, pages, models] = await Promise.all([
    createKillableGateway(folder),
    startPageServer(),
    startFakeModelServer(),
  ]);
  const modelSettings = ['CHAT', 'EMBEDDINGS', 'TRANSCRIPTION', 'SPEECH'].flatMap((purpose) => [
    [`FIHRIST_${purpose}_URL`, models.url],
    [`FIHRIST_${purpose}_MODEL`, 'qwen'],
  ]);
  await gateway.start({
    ...(Object.fromEntries(modelSettings) as Record<string, string>),
    FIHRIST_SPEECH_VOICES: 'Amal:ar,ar-sa',
    FIHRIST_ALLOW_PRIVATE_URLS: pages.host,
    FIHRIST_TRUST_PROXY: 'loopback',
  });
  world = await createFuzzWorld(gateway.origin, CRASH_KEY, {
    pageOrigin: pages.origin,
    modelUrl: models.url,
  });
  await world.repair();
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([pages.close(), models.close()]);
  rmSync(folder, { recursive: true });
});

test(
  `answers ${REQUESTS} odd requests in the envelope, seed ${SEED}`,
  async () => {
    console.log(`FIHRIST_TEST_SEED=${SEED}, ${REQUESTS} requests`);
    const kinds = new Map<string, number>();
    const failures = new Map<string, string>();
    const succeeded = new Set<string>();
    let sent = 0;
    const lane = async (number: number): Promise<void> => {
      const random = createRandom(SEED + number * 7919);
      while (sent < REQUESTS && failures.size < MAX_REPORTED) {
        const turn = sent++;
        if (turn % REPAIR_EVERY === REPAIR_EVERY - 1) await repair();
        const id = turn < FUZZED_OPERATIONS.length * 4 ? FUZZED_OPERATIONS[turn >> 2] : undefined;
        const request = makeRequest(id ?? random.pick(FUZZED_OPERATIONS), world, random);
        const outcome = await send(request);
        const kind =
          typeof outcome === 'string' ? outcome : (outcome.headers.get('x-fault') ?? String(outcome.status));
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        if (typeof outcome !== 'string' && outcome.status < 400 && request.isExact) succeeded.add(request.id);
        learn(request, outcome);
        const wrongs = wrongsOf(request, outcome);
        const [first] = wrongs;
        if (first === undefined || failures.has(`${request.id}: ${first}`)) continue;
        failures.set(`${request.id}: ${first}`, await report(request, outcome, wrongs));
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
    console.log(
      `answers: ${JSON.stringify(Object.fromEntries([...kinds].sort(([a], [b]) => a.localeCompare(b))))}`,
    );
    console.log(
      `never answered: ${FUZZED_OPERATIONS.filter((id) => !succeeded.has(id)).join(', ') || 'none'}`,
    );
    expect([...failures.values()].join('\n\n')).toBe('');
  },
  REQUESTS * REQUEST_MS + 60_000,
);

test('is alive, holds no quota and has logged no error afterwards', async () => {
  await world.repair();
  const usage = async (): Promise<number> => {
    const response = await fetch(`${gateway.origin}/api/Usage?limit=100`, {
      headers: { 'x-user-auth': CRASH_KEY, 'x-bot': '1' },
    });
    const { Response } = (await response.json()) as { Response: unknown };
    const { items } = usageOfBotsSchema.parse(Response);
    return items.flatMap(({ ledgers }) => ledgers).reduce((sum, { reserved }) => sum + reserved, 0);
  };
  await expect.poll(usage).toBe(0);
  console.log(`memory of the gateway: ${/VmRSS:\s*(.*)/.exec(statusOf(gateway.pid()))?.[1]}`);
  const errors = gateway.log.filter(({ level }) => Number(level) >= 50);
  expect(errors.map((line) => JSON.stringify(line))).toEqual([]);
});

let repaired = Promise.resolve();
const underWay = new Set<Promise<Outcome>>();

/** A repair waits for the requests under way, and later requests for the repair: any of them could undo half of it. */
function repair(): Promise<void> {
  const before = repaired;
  repaired = (async () => {
    await before;
    await Promise.all(underWay);
    await world.repair();
  })();
  return repaired;
}

async function send(request: FuzzRequest): Promise<Outcome> {
  for (let awaited: unknown; awaited !== repaired; ) await (awaited = repaired);
  const port = Number(new URL(gateway.origin).port);
  const sending = sendBytes(port, encodeRequest(request), {
    breaksOff: request.raw === undefined && request.breaksOffAfter !== undefined,
    endsThere: request.raw !== undefined,
  });
  underWay.add(sending);
  try {
    return await sending;
  } finally {
    underWay.delete(sending);
  }
}

const wrongsOf = (request: FuzzRequest, outcome: Outcome): string[] =>
  judge(request, outcome, [folder, process.cwd()]);

function learn(request: FuzzRequest, outcome: Outcome): void {
  if (typeof outcome === 'string' || outcome.status !== 200) return;
  if (!outcome.headers.get('content-type')?.startsWith('application/json')) return;
  if (OPERATIONS[request.id].answer.as !== 'file')
    world.learn(request.id, JSON.parse(outcome.body || 'null'));
}

async function report(request: FuzzRequest, outcome: Outcome, wrongs: string[]): Promise<string> {
  const smallest = await minimise(request, async (smaller) => {
    const [first] = wrongsOf(smaller, await send(smaller));
    return first === wrongs[0];
  });
  const seen =
    typeof outcome === 'string'
      ? outcome
      : `${outcome.status} ${outcome.headers.get('x-fault') ?? ''} ${outcome.body.slice(0, 500)}`;
  // Its log lines come over a pipe.
  await pause(50);
  const id = typeof outcome === 'string' ? null : outcome.headers.get('x-request-id');
  const lines = gateway.log.filter(({ requestId, level }) => requestId === id && Number(level) >= 40);
  return [
    wrongs.join('; '),
    describeRequest(smallest),
    `-> ${seen}`,
    ...lines.map((line) => JSON.stringify(line)),
  ].join('\n');
}

function statusOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
