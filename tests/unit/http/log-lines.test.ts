/** Log lines of calls: enough to follow a call by its request id, and no text that people wrote. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import type { Ports } from '#gateway/ports.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { pathFor, validInit } from '#tests/support/valid-calls.ts';

/** In every key, question, title, name, path and text of these calls; all else that they write is Arabic. */
const MARK = 'zq7mark';
const WRITTEN = new RegExp(`${MARK}|[\\u0600-\\u06ff]|%D[89]`, 'i');

let broken = false;
let gateway: TestGateway;
async function openGateway(): Promise<void> {
  gateway = await createTestGateway({ ports: breakable });
  await gateway.addUnit(`دليل ${MARK}`, `يفتح المكتب ${MARK} في التاسعة صباحًا.`);
  await gateway.indexAll();
}
beforeAll(openGateway);
afterAll(() => gateway.close());

/** Stores that can be made to fail with words of the caller's, as parsers and drivers do. */
function breakable(ports: Ports): Partial<Ports> {
  const wrap = (port: object) =>
    new Proxy(port, {
      get(target, member) {
        const value: unknown = Reflect.get(target, member);
        if (!broken || typeof value !== 'function' || member === 'byHash' || member === 'touch') return value;
        return () =>
          Promise.reject(new SyntaxError(`Unexpected token 'س', "سؤال ${MARK}" is not valid JSON`));
      },
    });
  const spared = ['settings', 'clock', 'log', 'observe'];
  return Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      typeof port === 'object' && port !== null && !spared.includes(name) ? wrap(port as object) : port,
    ]),
  );
}

/** The same body with the mark in every string. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('data:') ? value : `${value} ${MARK}`;
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(inner)]));
}

/** Calls, waits for the whole body, and returns the lines of that time and the number that the caller was told. */
async function follow(path: string, init: Parameters<TestGateway['call']>[1]) {
  gateway.lines.length = 0;
  const response = await gateway.call(path, init);
  await response.text();
  return { lines: [...gateway.lines], requestId: response.headers.get('x-request-id'), response };
}

const named = (path: string) => path.replace('name.txt', `${MARK}.txt`).replace('nobody', MARK);
const withQuery = (path: string) => `${path}${path.includes('?') ? '&' : '?'}search=${MARK}`;

const WAYS: Record<string, (id: OperationId) => [string, Parameters<TestGateway['call']>[1]]> = {
  'as it should be': (id) => [withQuery(named(pathFor(id))), validInit(id)],
  'with marked words': (id) => {
    const init = validInit(id);
    return [withQuery(named(pathFor(id))), 'json' in init ? { ...init, json: marked(init.json) } : init];
  },
  'with JSON that breaks off': (id) => {
    const { method } = OPERATIONS[id];
    const body = method === 'GET' ? {} : { body: `{"Question": "${MARK} سؤال` };
    return [pathFor(id), { method, ...body, headers: { 'content-type': 'application/json' } }];
  },
  'by a wrong key': (id) => [
    pathFor(id),
    { ...validInit(id), headers: { 'x-user-auth': `fih_${MARK}`, 'idempotency-key': MARK } },
  ],
  'for another path': (id) => [`${pathFor(id)}/${MARK}/سر`, { method: 'GET', headers: { 'x-bot': MARK } }],
};

describe.each(Object.keys(WAYS))('a call %s', (how) => {
  describe.each([false, true])('where stores fail: %s', (fails) => {
    test.each(OPERATION_IDS)('%s', async (id) => {
      const [path, init] = WAYS[how]?.(id) ?? ['', {}];
      broken = fails;
      const { lines, requestId } = await follow(path, init).finally(() => {
        broken = false;
      });
      expect(JSON.stringify(lines)).not.toMatch(WRITTEN);
      expect(JSON.stringify(lines)).not.toContain(TEST_KEY);
      expect(lines.filter(({ event }) => event === 'call')).toHaveLength(1);
      // Failures are counted for many calls together, every few seconds.
      const ofCalls = lines.filter(({ event }) => event !== 'failure-counts-not-written');
      expect(ofCalls.filter(({ facts }) => facts['requestId'] !== requestId)).toEqual([]);
    });
  });
});

/** The walk may have deleted all data. */
async function reopen(): Promise<void> {
  await gateway.close();
  await openGateway();
}

test('the walk reaches answers, refusals and failures, so that their lines were looked at', async () => {
  await reopen();
  const bodies = {
    method: 'POST',
    json: { Question: `متى يفتح المكتب ${MARK}؟`, IndexNames: [`دليل ${MARK}`] },
  };
  const { lines, response } = await follow('/api/v1/RAG/Answer', bodies);
  expect(response.status).toBe(200);
  expect(lines).toEqual([
    {
      level: 'info',
      event: 'call',
      facts: {
        requestId: response.headers.get('x-request-id'),
        endpoint: 'answer',
        method: 'POST',
        status: 200,
        fault: undefined,
        botId: 1,
        keyId: expect.any(String),
        ms: expect.any(Number),
      },
    },
  ]);
  broken = true;
  const failed = await follow('/api/v1/RAG/Answer', bodies).finally(() => {
    broken = false;
  });
  expect(failed.lines).toMatchObject([
    { level: 'error', event: 'call-failed', facts: { error: 'SyntaxError', at: expect.any(Array) } },
    { level: 'info', event: 'call', facts: { status: 500, fault: 'internal' } },
  ]);
});

test('a stream tells how it ended, under the number of its call', async () => {
  await reopen();
  const path = '/api/v1/RAG/Stream/Answer';
  const json = { Question: 'متى يفتح المكتب؟', IndexNames: [`دليل ${MARK}`], IsStream: true };
  const complete = await follow(path, { method: 'POST', json });
  expect(complete.lines).toMatchObject([
    { event: 'call', facts: { status: 200, requestId: complete.requestId } },
    {
      level: 'info',
      event: 'stream-ended',
      facts: { outcome: 'complete', endpoint: 'streamAnswer', requestId: complete.requestId },
    },
  ]);
  gateway.lines.length = 0;
  const stopped = await gateway.call(path, { method: 'POST', json });
  await stopped.body?.cancel();
  expect(gateway.lines).toMatchObject([
    { event: 'call' },
    { event: 'stream-ended', facts: { outcome: 'left' } },
  ]);

  gateway.lines.length = 0;
  const cut = await gateway.call(path, { method: 'POST', json: { ...json, UpdateGlobal: true } });
  broken = true;
  const text = await cut.text().finally(() => {
    broken = false;
  });
  expect(text).toContain('"fault":"internal"');
  expect(gateway.lines).toMatchObject([
    { event: 'call', facts: { status: 200 } },
    { event: 'stream-ended', facts: { outcome: 'failed', fault: 'internal' } },
    { level: 'error', event: 'charge-not-settled', facts: { error: 'SyntaxError' } },
    { level: 'error', event: 'call-failed', facts: { requestId: cut.headers.get('x-request-id') } },
  ]);
  expect(JSON.stringify(gateway.lines)).not.toMatch(WRITTEN);
});
