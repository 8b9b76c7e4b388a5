import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGateway } from '#gateway/app.ts';
import type { Settlement } from '#gateway/modules/usage/ports/ledger.ts';
import { listen, type RunningServer } from '#gateway/node/server/http/server.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';

const HEADERS = {
  connection: 'close',
  'x-user-auth': TEST_KEY,
  'x-bot': '1',
  'content-type': 'application/json',
};
const ASK = { Question: 'متى يفتح المكتب؟', IndexNames: ['دليل'] };

let gateway: TestGateway;
let server: RunningServer;
let base: string;
/** The first call hangs while it reads passages, until told to go on; the others do not. */
let cachedCharacters: { reached: PromiseWithResolvers<void>; goOn: PromiseWithResolvers<void> };
let settlements: Settlement[];

beforeEach(async () => {
  gateway = await createTestGateway({ settings: { concurrency: 1 } });
  await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا من كل يوم عمل ما عدا العطل الرسمية.');
  await gateway.indexAll();
  cachedCharacters = { reached: Promise.withResolvers(), goOn: Promise.withResolvers() };
  settlements = [];
  let first = true;
  const { index, ledger } = gateway.ports;
  const app = await createGateway({
    ...gateway.ports,
    index: {
      ...index,
      async readPassages(...of) {
        if (first) {
          first = false;
          cachedCharacters.reached.resolve();
          await cachedCharacters.goOn.promise;
        }
        return index.readPassages(...of);
      },
    },
    ledger: {
      ...ledger,
      async settle(bot, request, settlement) {
        await ledger.settle(bot, request, settlement);
        settlements.push(settlement);
      },
      async spend(reservation, settlement) {
        const outcome = await ledger.spend?.(reservation, settlement);
        if (outcome?.reserved) settlements.push(settlement);
        return outcome ?? { reserved: false, shortage: null };
      },
    },
  });
  server = await listen(
    { api: (request, caller) => app.fetch(request, caller), pages: () => new Response('page') },
    { host: '127.0.0.1', port: 0 },
  );
  base = `http://127.0.0.1:${server.port}`;
});
afterEach(async () => {
  cachedCharacters.goOn.resolve();
  await server.close();
  await gateway.close();
});

const post = (path: string, IsStream: boolean, signal?: AbortSignal): Promise<Response> =>
  fetch(`${base}${path}`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ ...ASK, IsStream }),
    ...(signal ? { signal } : {}),
  });
const ask = (signal?: AbortSignal) => post('/api/v1/RAG/Answer', false, signal);
const stream = (signal?: AbortSignal) => post('/api/v1/RAG/Stream/Answer', true, signal);
const text = () => gateway.ports.ledger.state(1, 'text');

/** The server hears of a closed socket a moment later. */
async function untilAnswered(): Promise<number> {
  for (;;) {
    const { status, body } = await ask();
    await body?.cancel();
    if (status !== 429) return status;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

test.each([
  ['whole', ask],
  ['streamed', stream],
] as const)(
  'who leaves while a %s answer is looked for frees the place at once, and is charged once',
  async (_, call) => {
    const controller = new AbortController();
    const leaving = call(controller.signal).catch(() => undefined);
    await cachedCharacters.reached.promise;
    const refused = await ask();
    await refused.body?.cancel();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    controller.abort();
    await leaving;
    // The work still hangs; the place does not.
    expect(await untilAnswered()).toBe(200);
    expect(settlements).toHaveLength(1);
    cachedCharacters.goOn.resolve();
    await until(async () => settlements.length === 2);
    expect((await text())?.reserved).toBe(0);
    expect((await text())?.used).toBe(settlements.reduce((sum, { amount }) => sum + amount, 0));
  },
);
