/** What the gateway adds to a chat stream, beside calling the model server itself, and what 100 streams at once take. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import { residentMegabytes } from '#gateway/node/processes/reader/watch-memory.ts';
import { createModelFetch } from '#gateway/node/server/http/model-fetch.ts';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY } from './call-gateway.ts';
import { describeLoad, percentile, round, say } from './figures.ts';
import { directly, MAX_TOKENS, type ReadStream, type StreamRead, throughGateway } from './models-calls.ts';
import type { FakeOrder } from './models-fake.ts';
import type { Report } from './report.ts';
import { cpuSeconds, idleMegabytes } from './watch-processes.ts';

const FIRSTS = 300;
const WARM = 40;
const STREAMS = 20;
const PIECES = 1_000;
const EVERY_MS = 10;
const CROWD = 100;
const CROWD_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const CROWD_EVERY_MS = 50;
const LOOKS = 6;

/** Another program of the bench in a process of its own, and the address that it tells. */
async function start(file: string, ...words: string[]): Promise<Running> {
  const entry = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(entry, words, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [url] = (await once(child, 'message')) as [string];
  return { child, url };
}

export async function measureModels(): Promise<Report> {
  const running: Running[] = [];
  const begin = async (file: string, ...words: string[]): Promise<Running> => {
    const server = await start(file, ...words);
    running.push(server);
    return server;
  };
  try {
    const fake = await begin('./models-fake.ts');
    const relay = await begin('./models-relay.ts', fake.url);
    const server = await startServer({
      FIHRIST_API_KEY: BENCH_KEY,
      FIHRIST_LOG: 'error',
      FIHRIST_CHAT_URL: fake.url,
      FIHRIST_CHAT_MODEL: 'bench',
      FIHRIST_CHAT_CONCURRENCY: String(CROWD),
    });
    try {
      await raiseLimits(server.origin);
      return await measure(fake, relay, { url: server.origin, child: server.process });
    } finally {
      await server.stop();
    }
  } finally {
    for (const { child } of running) child.kill();
  }
}

/** Quota and calls at once for all that follows. */
async function raiseLimits(origin: string): Promise<void> {
  const response = await fetch(`${origin}/api/Bots/1`, {
    method: 'PUT',
    headers: { 'x-user-auth': BENCH_KEY, 'x-bot': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ concurrency: CROWD, quotas: { text: 1_000_000_000 } }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

async function configure(fake: ChildProcess, order: FakeOrder): Promise<void> {
  const message = once(fake, 'message');
  fake.send(order);
  await message;
}

interface Running {
  url: string;
  child: ChildProcess;
}

async function measure(fake: Running, relay: Running, gateway: Running): Promise<Report> {
  const ways = {
    direct: directly(fake.url),
    relay: directly(relay.url),
    gateway: throughGateway(gateway.url),
  };
  const pid = gateway.child.pid ?? 0;
  const cpuOf =
    ({ child }: Running) =>
    () =>
      cpuSeconds(child.pid ?? 0);
  const configureFake = (pieces: number, manner: FakeOrder['manner']) =>
    configure(fake.child, { pieces, manner });

  await configureFake(8, { kind: 'well' });
  const firsts = await measureFirsts(ways);
  await configureFake(PIECES, { kind: 'slow', between: EVERY_MS });
  const paced = [await measureCpu(ways.relay, cpuOf(relay)), await measureCpu(ways.gateway, cpuOf(gateway))];
  const alone = await measureClient(fake.url, ways.direct);
  await configureFake(PIECES, { kind: 'well' });
  const burst = [await measureCpu(ways.relay, cpuOf(relay)), await measureCpu(ways.gateway, cpuOf(gateway))];
  const pieces = Math.round((CROWD_SECONDS * 1000) / CROWD_EVERY_MS);
  await configureFake(pieces, { kind: 'slow', between: CROWD_EVERY_MS });
  const memory = await measureCrowd(ways.gateway, pid, pieces);

  const added = round(firsts.gateway.p50 - firsts.direct.p50, 2);
  const overhead = [
    [
      'first words, p50 ms',
      firsts.direct.p50,
      firsts.relay.p50,
      firsts.gateway.p50,
      `${added} more (aim: 5)`,
    ],
    ['first words, p95 ms', firsts.direct.p95, firsts.relay.p95, firsts.gateway.p95, ''],
    ['CPU a piece, each by itself, ms', '', ...paced, 'aim: 0.1'],
    ['CPU a piece, all at once, ms', '', ...burst, ''],
    ['of it, calling the model server, ms', '', '', alone, ''],
  ].map(([what = '', direct = '', relayed = '', through = '', aim = '']) => ({
    what,
    directly: direct,
    'bare relay': relayed,
    gateway: through,
    aim,
  }));
  return {
    tables: [
      { title: 'Chat streams', rows: overhead },
      { title: `${CROWD} streams at once`, rows: memory },
    ],
    rows: [...overhead, ...memory].map((row) => ({ bench: 'models', ...row })),
    notes: [
      `First words: ${FIRSTS} calls each way by turns, one after the other, to a model server that answers at once. CPU: of ${STREAMS} streams of ${PIECES} pieces, one every ${EVERY_MS} ms (each by itself) or as fast as they are taken (all at once); of the relay or the gateway with its children, neither reader nor model server among them. The last line is what the client of model servers takes by itself, less what reading the same bytes takes.`,
      'The bare relay passes bytes on and nothing else: what any program in between takes on this machine at this moment.',
      `${CROWD} streams of ${pieces} pieces, one every ${CROWD_EVERY_MS} ms, through the gateway. Load after: ${describeLoad()}.`,
    ],
  };
}

async function measureFirsts<Way extends string>(ways: Record<Way, ReadStream>) {
  const names = Object.keys(ways) as Way[];
  const times = new Map<Way, number[]>(names.map((way) => [way, []]));
  for (let round = 0; round < WARM + FIRSTS; round++) {
    for (const way of names) {
      const { firstMs } = await ways[way]();
      if (round >= WARM) times.get(way)?.push(firstMs);
    }
  }
  const rows = names.map((way) => {
    const values = times.get(way) ?? [];
    const [p50, p95] = [round(percentile(values, 0.5), 2), round(percentile(values, 0.95), 2)];
    say(`first words, ${way}: ${p50} ms`);
    return [way, { p50, p95 }] as const;
  });
  return Object.fromEntries(rows) as Record<Way, { p50: number; p95: number }>;
}

/** Milliseconds of processor time a piece, of `STREAMS` streams at once. */
async function measureCpu(readAll: () => Promise<StreamRead>, cpu: () => number): Promise<number> {
  const before = cpu();
  const streams = await Promise.all(Array.from({ length: STREAMS }, readAll));
  const seconds = cpu() - before;
  const pieces = streams.reduce((sum, stream) => sum + stream.pieces, 0);
  if (pieces !== STREAMS * PIECES) throw new Error(`${pieces} pieces of ${STREAMS * PIECES} came`);
  const each = round((seconds * 1000) / pieces, 4);
  say(`${each} ms of processor time a piece`);
  return each;
}

/** The client of model servers alone, in this process, less what reading the same bytes takes. */
async function measureClient(url: string, direct: ReadStream): Promise<number> {
  const web = createModelFetch();
  const client = createModelClient({ fetch: web.fetch });
  const server = {
    purpose: 'chat' as const,
    from: 'environment' as const,
    enabled: true,
    url,
    key: null,
    model: 'bench',
    modelV2: null,
    voices: [],
    firstSeconds: 60,
    silenceSeconds: 60,
    concurrency: STREAMS,
    contextTokens: null,
  };
  const order = {
    messages: [{ role: 'user' as const, content: 'كم رسوم التوصيل؟' }],
    maxTokens: MAX_TOKENS,
  };
  const read = async (): Promise<StreamRead> => {
    let pieces = 0;
    for await (const part of client.chat(server, order)) if ('text' in part) pieces += 1;
    return { firstMs: Number.NaN, pieces };
  };
  const ownSeconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  };
  const [bytes, parts] = [await measureCpu(direct, ownSeconds), await measureCpu(read, ownSeconds)];
  await web.close();
  return round(parts - bytes, 4);
}

/** Memory of the server while so many streams run: before, six times within, and at the end. */
async function measureCrowd(
  readStream: ReadStream,
  pid: number,
  pieces: number,
): Promise<Record<string, string | number>[]> {
  const rows: Record<string, string | number>[] = [];
  const begun = performance.now();
  const look = (when: string, megabytes: number): void => {
    const seconds = round((performance.now() - begun) / 1000);
    rows.push({ when, seconds, 'memory MB': round(megabytes) });
    say(`${when}: ${round(megabytes)} MB`);
  };
  look('before', await idleMegabytes(pid));
  const going = new AbortController();
  const streams = Promise.all(Array.from({ length: CROWD }, readStream)).finally(() => going.abort());
  const looking = (async () => {
    for (let number = 1; number <= LOOKS; number++) {
      await sleep((CROWD_SECONDS * 1000) / (LOOKS + 1), undefined, { signal: going.signal });
      look('all running', residentMegabytes(pid)?.now ?? Number.NaN);
    }
  })().catch(() => undefined);
  const whole = (await streams).filter((stream) => stream.pieces === pieces).length;
  if (whole !== CROWD) throw new Error(`${whole} of ${CROWD} streams came whole`);
  await looking;
  look('all ended', await idleMegabytes(pid));
  return rows;
}
