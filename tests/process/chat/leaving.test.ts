/** Who leaves: the call to the model ends at once, what was sent is charged once, the place is free. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { estimateTokens } from '#common/estimate-tokens.ts';
import { createGateway } from '#gateway/app.ts';
import type { Settlement } from '#gateway/modules/usage/ports/ledger.ts';
import { listen, type RunningServer } from '#gateway/node/server/http/server.ts';
import type { Behaviour } from '#tests/support/fake-model-server.ts';
import { TEST_KEY } from '#tests/support/gateway.ts';
import { CHAT, type OpenedChat, openChat, STREAM } from '#tests/unit/chat/setup.ts';

const MESSAGE = 'ما رسوم تجديد الجواز؟';
const ANSWER = 'رسوم تجديد الجواز ثلاثمئة ريال لخمس سنوات.';

let chat: OpenedChat;
let settlements: Settlement[];
let server: RunningServer;
let base: string;
let closing: AbortController;
/** Two words of the model have been worked on. */
let twoTaken: PromiseWithResolvers<void>;

beforeEach(async () => {
  settlements = [];
  closing = new AbortController();
  twoTaken = Promise.withResolvers();
  chat = await openChat({
    model: { answer: () => ANSWER },
    settings: { concurrency: 1 },
    server: { firstSeconds: 60, silenceSeconds: 60 },
    closing: closing.signal,
    ports: ({ ledger, models }) => ({
      models: {
        ...models,
        async *chat(...order) {
          let taken = 0;
          for await (const part of models.chat(...order)) {
            yield part;
            taken += 1;
            if (taken === 2) twoTaken.resolve();
          }
        },
      },
      ledger: {
        ...ledger,
        async settle(bot, request, settlement) {
          settlements.push(settlement);
          await ledger.settle(bot, request, settlement);
        },
      },
    }),
  });
  const app = await createGateway(chat.gateway.ports, { closing: closing.signal });
  server = await listen(
    { api: (request, caller) => app.fetch(request, caller), pages: () => new Response('page') },
    { host: '127.0.0.1', port: 0 },
  );
  base = `http://127.0.0.1:${server.port}`;
});
afterEach(async () => {
  await server.close();
  await chat.close();
});

const init = (signal?: AbortSignal) => ({
  method: 'POST',
  headers: { 'x-user-auth': TEST_KEY, 'x-bot': '1', 'content-type': 'application/json' },
  body: JSON.stringify({ Message: MESSAGE }),
  ...(signal ? { signal } : {}),
});
const ledger = () => chat.ledger();
const settled = async (): Promise<void> => {
  while (settlements.length === 0 || (await ledger())?.reserved !== 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
};
/** The place is free as soon as the server hears of the closed socket. */
async function untilAnswered(): Promise<number> {
  for (;;) {
    const response = await fetch(base + CHAT, init());
    await response.body?.cancel();
    if (response.status !== 429) return response.status;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Where a call may stand when its caller leaves. */
const STAGES: [name: string, manner: Behaviour][] = [
  ['before the model said anything', { kind: 'hang', at: 'start' }],
  ['when the model has only begun', { kind: 'hang', at: 'headers' }],
  ['while the model writes', { kind: 'hang', at: 2 }],
];

describe.each([
  ['whole', CHAT],
  ['streamed', STREAM],
])('%s, over a real connection', (name, path) => {
  test.each(STAGES)('%s', async (_, manner) => {
    chat.fake.behave(manner);
    const leaving = new AbortController();
    const asking = fetch(base + path, init(leaving.signal));
    let text = '';
    if (name === 'streamed' && typeof manner === 'object' && 'at' in manner && manner.at === 2) {
      const reader = (await asking).body?.pipeThrough(new TextDecoderStream()).getReader();
      while (!text.includes('تجديد')) text += (await reader?.read())?.value ?? '';
      await reader?.cancel().catch(() => undefined);
    } else {
      void asking.catch(() => undefined);
      await chat.fake.when(() => chat.fake.asked.length === 1 && chat.fake.asked[0]?.body !== null);
    }
    leaving.abort();
    await chat.fake.when(() => chat.fake.asked[0]?.closedAt !== null);
    expect(chat.fake.asked[0]?.clientDisconnected).toBe(true);
    await settled();
    expect(settlements).toHaveLength(1);
    const [{ amount, estimated } = { amount: -1, estimated: false }] = settlements;
    expect((await ledger())?.used).toBe(amount);
    const sent = estimateTokens(MESSAGE) + estimateTokens('رسوم تجديد');
    const fits = text === '' ? amount < 250 : estimated && amount >= sent && amount < 250;
    expect([amount, estimated, fits]).toEqual([amount, estimated, true]);
    expect(await untilAnswered()).toBe(200);
    expect(settlements).toHaveLength(2);
    // No second request was sent for the disconnected client.
    expect(chat.fake.asked).toHaveLength(2);
    const failed = chat.gateway.lines.filter(({ level }) => level === 'error' || level === 'warn');
    expect(failed).toEqual([]);
  });
});

describe('in one process, as in a tab', () => {
  test('a stream whose reader stops ends the call to the model', async () => {
    chat.fake.behave({ kind: 'hang', at: 2 });
    const response = await chat.ask({ Message: MESSAGE }, STREAM);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    // The third piece never comes: the stream waits for it when it is left.
    const waiting = reader?.read();
    await reader?.cancel();
    await waiting;
    await chat.fake.when(() => chat.fake.open === 0);
    expect(chat.fake.asked[0]?.clientDisconnected).toBe(true);
    await settled();
    expect(settlements).toHaveLength(1);
    expect((await chat.ask({ Message: MESSAGE })).status).toBe(200);
  });

  test('an aborted whole answer ends the call to the model, and its text is charged', async () => {
    chat.fake.behave({ kind: 'hang', at: 2 });
    const leaving = new AbortController();
    const asking = Promise.resolve(
      chat.gateway.app.request(`http://gateway.test${CHAT}`, init(leaving.signal)),
    );
    await twoTaken.promise;
    leaving.abort();
    const response = await asking;
    expect([response.status, response.headers.get('x-fault')]).toEqual([499, 'client-disconnected']);
    await chat.fake.when(() => chat.fake.open === 0);
    expect(settlements).toHaveLength(1);
    expect(settlements[0]).toMatchObject({ estimated: true });
    expect(settlements[0]?.amount).toBeGreaterThan(estimateTokens(MESSAGE) + estimateTokens('رسوم تجديد'));
  });
});

test('a gateway that is stopped ends the calls to models too', async () => {
  chat.fake.behave({ kind: 'hang', at: 2 });
  const response = await chat.ask({ Message: MESSAGE }, STREAM);
  const text = response.text();
  await chat.fake.when(() => chat.fake.asked[0]?.body !== null);
  closing.abort();
  expect(await text).toContain('"fault":"shutting-down"');
  await chat.fake.when(() => chat.fake.open === 0);
  expect(chat.fake.asked[0]?.clientDisconnected).toBe(true);
  expect(settlements).toHaveLength(1);
});
