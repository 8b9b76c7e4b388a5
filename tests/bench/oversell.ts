/** 100,000 mixed calls against quota that always nearly ends: how much is sold beyond it, and whether all of it comes back. */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerState } from '#contract/usage.ts';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY, registerFile, uploadBytes, waitSettled } from './call-gateway.ts';
import { describeLoad, round, say } from './figures.ts';
import { makeCall, type Outcome } from './oversell-calls.ts';
import type { Report } from './report.ts';

const CALLS = Number(process.env['BENCH_CALLS'] ?? 100_000);
const CLIENTS = 50;
/** Calls under way per key: fewer than clients, so that some are refused. */
const CONCURRENCY = 8;
/** Tokens by which quota is raised whenever it nearly ends, and the cap of each of four keys. */
const STEP = 3_000;
const CAPS = [5_000, 20_000, 60_000, 200_000];
const LOOK_MS = 20;

const TITLE = 'دليل العملاء';
const GUIDE = `# مواعيد المكتب
يفتح المكتب أبوابه في التاسعة صباحًا ويغلق في الخامسة مساءً من الأحد إلى الخميس.
# الضمان
مدة الضمان سنتان من تاريخ الشراء، ويشمل العيوب المصنعية كلها.
# الإلغاء
يُسترد المبلغ كاملًا خلال أربعة عشر يومًا من الإلغاء إلى البطاقة نفسها.
# فتح حساب
الأوراق المطلوبة لفتح حساب جديد: الهوية الوطنية وإثبات العنوان وصورة شخصية.
`;

const HEADERS = { 'x-user-auth': BENCH_KEY, 'x-bot': '1', 'content-type': 'application/json' };

async function callGateway<Result>(
  origin: string,
  path: string,
  method = 'GET',
  body?: object,
): Promise<Result> {
  const response = await fetch(origin + path, {
    method,
    headers: HEADERS,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const reply = (await response.json()) as { Response: Result };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`);
  return reply.Response;
}

export async function measureOversell(): Promise<Report> {
  const server = await startServer({ FIHRIST_API_KEY: BENCH_KEY, FIHRIST_LOG: 'error' });
  try {
    const { origin } = server;
    const file = await uploadBytes(origin, `${TITLE}.md`, GUIDE);
    await waitSettled(origin, await registerFile(origin, TITLE, file, Buffer.byteLength(GUIDE)));
    const keys = await Promise.all(
      CAPS.map(async (cap, index) => {
        const request = { name: `ذو سقف ${index}`, role: 'tester', bots: [1], caps: { text: cap } };
        return callGateway<{ key: string; view: { id: string } }>(origin, '/api/Keys', 'POST', request);
      }),
    );
    const text = async () => {
      const { ledgers } = await callGateway<{ ledgers: LedgerState[] }>(origin, '/api/Usage/1');
      const textLedger = ledgers.find(({ ledger }) => ledger === 'text');
      if (!textLedger) throw new Error('no text ledger');
      return textLedger;
    };
    await callGateway(origin, '/api/Bots/1', 'PUT', { concurrency: CONCURRENCY, quotas: { text: STEP } });

    const watch = watchQuota(text, (total) =>
      callGateway(origin, '/api/Bots/1', 'PUT', { quotas: { text: total } }),
    );
    const crowd = { origin, title: TITLE, keys: [BENCH_KEY, ...keys.map(({ key }) => key)] };
    const begun = performance.now();
    const outcomes = await runCrowd(CALLS, (agent, number) => makeCall(crowd, agent, number));
    const seconds = (performance.now() - begun) / 1000;
    const watched = await watch.stop();

    const end = await settled(text);
    const { items } = await callGateway<{ items: { id: string; amount: number }[] }>(
      origin,
      '/api/Usage/1/consumers?by=key&limit=100',
    );
    const overCaps = keys.map(({ view }, index) => {
      const amount = items.find(({ id }) => id === view.id)?.amount ?? 0;
      return Math.max(0, amount - (CAPS[index] ?? 0));
    });
    const summed = items.reduce((sum, { amount }) => sum + amount, 0);
    const reported = outcomes.reduce((sum, { charged }) => sum + charged, 0);
    const by = (test: (outcome: Outcome) => boolean) => outcomes.filter(test).length;
    const oversold = Math.max(0, watched.worst, end.used - end.total);
    const rows = [
      ['calls', CALLS],
      ['of them answered', by(({ status, hasLeft }) => status === 200 && !hasLeft)],
      ['left by the caller', by(({ hasLeft }) => hasLeft)],
      ['402', by(({ status, hasLeft }) => status === 402 && !hasLeft)],
      ['429', by(({ status, hasLeft }) => status === 429 && !hasLeft)],
      ['400 and 503', by(({ status, hasLeft }) => (status === 400 || status === 503) && !hasLeft)],
      ['anything else', by(({ status, hasLeft }) => !hasLeft && ![200, 400, 402, 429, 503].includes(status))],
      ['units oversold', oversold],
      ['units beyond a key’s cap', overCaps.reduce((sum, over) => sum + over, 0)],
      ['units still reserved at the end', end.reserved],
      ['units used', end.used],
      ['units that the sums by key differ from it', summed - end.used],
      ['units told to callers who stayed', reported],
      ['looks at the ledger while it ran', watched.looks],
      ['times quota was raised', watched.raised],
      ['calls a second', round(CALLS / seconds)],
    ] as const;
    say(`${CALLS} calls in ${round(seconds)} s, load after ${describeLoad()}`);
    return {
      tables: [{ title: 'Overselling', rows: rows.map(([figure, measured]) => ({ figure, measured })) }],
      rows: rows.map(([figure, measured]) => ({ bench: 'oversell', figure, measured })),
      notes: [
        `${CLIENTS} clients, five keys, four of them with a cap (${CAPS.join(', ')}), ${CONCURRENCY} calls under way a key. Answers and streams, indexes that are not there, passages alone, chat without a model server; one caller of four leaves, before or while the reply comes. Quota is raised by ${STEP} whenever it has nearly ended.`,
      ],
    };
  } finally {
    await server.stop();
  }
}

/** Looks at the ledger all the while, keeps the worst it saw, and raises quota when little is left. */
function watchQuota(text: () => Promise<LedgerState>, raise: (total: number) => Promise<unknown>) {
  const seen = { worst: Number.NEGATIVE_INFINITY, looks: 0, raised: 0 };
  const going = new AbortController();
  const watching = (async () => {
    while (!going.signal.aborted) {
      const { used, reserved, total } = await text();
      seen.worst = Math.max(seen.worst, used + reserved - total);
      seen.looks += 1;
      if (total - used < STEP / 3) {
        await raise(total + STEP);
        seen.raised += 1;
      }
      await sleep(LOOK_MS);
    }
  })();
  return {
    async stop() {
      going.abort();
      await watching;
      return seen;
    },
  };
}

async function settled(text: () => Promise<LedgerState>): Promise<LedgerState> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const state = await text();
    if (state.reserved === 0) return state;
    await sleep(50);
  }
  return text();
}

async function runCrowd(
  calls: number,
  call: (agent: Agent, number: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (next < calls) {
      outcomes.push(await call(agent, next++));
      if (outcomes.length % 10_000 === 0) say(`${outcomes.length} calls`);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return outcomes;
}
