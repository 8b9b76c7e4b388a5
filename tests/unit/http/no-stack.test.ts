/** Whatever breaks inside, a caller learns the number of the call and nothing else. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultEnvelopeSchema } from '#contract/envelope.ts';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import type { Ports } from '#gateway/ports.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { pathFor, validInit } from '#tests/support/valid-calls.ts';

const MESSAGE = 'SQLITE_CORRUPT: SELECT * FROM سرّ /var/lib/fihrist/fihrist.sqlite-wal';
const LEAKS =
  /SQLITE|سرّ|%D8%B3|\/var\/|fihrist\.sqlite|\.ts:\d|\bat (?:async )?\w|node_modules|TypeError|undefined/;

/** How ports break: by a promise, at once, or by what is no Error at all. */
const WAYS: Record<string, () => unknown> = {
  rejects: () => Promise.reject(new Error(MESSAGE)),
  throws: () => {
    throw Object.assign(new TypeError(MESSAGE), { errcode: 1, path: '/var/lib/fihrist' });
  },
  'rejects with an object': () =>
    Promise.reject({ message: MESSAGE, stack: `Error: ${MESSAGE}\n    at x (/var/lib/x.ts:1:1)` }),
};

/** What is no store and no reader of anything. */
const WORLD = ['settings', 'clock', 'log', 'recordMetric', 'sha256', 'dataDamage'];

/** Called after the response, even after a failure. */
const BEHIND = ['alerts.listMonitoredBots'];

let way: (() => unknown) | undefined;
let touched: string[] = [];
let sparesKeys = true;

/** Every port as it is, until a way of breaking is chosen. */
function breakable(ports: Ports): Partial<Ports> {
  const wrap = (name: string, port: unknown): unknown => {
    if (typeof port === 'function')
      return (...values: unknown[]): unknown =>
        way ? broken(name) : (port as (...all: unknown[]) => unknown)(...values);
    if (typeof port !== 'object' || port === null) return port;
    return new Proxy(port, {
      get(target, member) {
        const value: unknown = Reflect.get(target, member);
        const spared = sparesKeys && name === 'keys' && (member === 'byHash' || member === 'touch');
        if (!way || typeof value !== 'function' || spared) return value;
        return () => broken(`${name}.${String(member)}`);
      },
    });
  };
  return Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [name, WORLD.includes(name) ? port : wrap(name, port)]),
  );
}
function broken(name: string): unknown {
  if (!BEHIND.includes(name)) touched.push(name);
  return way?.();
}

/** All but the description of the API, which reads nothing and whose sentences hold words like `at`. */
const IDS = OPERATION_IDS.filter((id) => id !== 'openApi');

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway({ ports: breakable });
  await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا من كل يوم عمل.');
  await gateway.indexAll();
});
afterAll(() => gateway.close());

async function callBroken(id: OperationId, how: string): Promise<Response> {
  touched = [];
  way = WAYS[how];
  try {
    const response = await gateway.call(pathFor(id), {
      ...validInit(id),
      headers: { 'idempotency-key': 'مرة'.length.toString() },
    });
    // A stream breaks while it is read.
    return new Response(await response.text(), response);
  } finally {
    way = undefined;
  }
}

describe.each(Object.keys(WAYS))('when every port %s', (how) => {
  describe.each([true, false])('and keys can be read: %s', (spares) => {
    test.each(IDS)('%s', async (id) => {
      sparesKeys = spares;
      const response = await callBroken(id, how);
      const text = await response.text();
      const shown = [text, ...[...response.headers].map(([name, value]) => `${name}: ${value}`)].join('\n');
      expect(shown).not.toMatch(LEAKS);
      const requestId = response.headers.get('x-request-id');
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      const { status } = response;
      if (touched.length === 0) {
        // Refused, or answered, before anything was looked up.
        if (status >= 500 && status !== 503) throw new Error(`${status} though nothing broke`);
        return;
      }
      const body = faultEnvelopeSchema.parse(JSON.parse(text));
      const namesRequest = body.Response.includes(requestId ?? 'no id');
      if (
        status !== 500 ||
        body.StatusCode !== 500 ||
        !namesRequest ||
        response.headers.get('x-fault') !== 'internal'
      )
        throw new Error(`${touched.join()} broke, and the answer was ${status}: ${text}`);
    });
  });
});

test('the walk does break something behind nearly every endpoint', async () => {
  sparesKeys = false;
  const whole: string[] = [];
  for (const id of IDS) {
    await callBroken(id, 'rejects');
    if (touched.length === 0) whole.push(id);
  }
  // A file's address is refused by its signature alone.
  expect(whole).toEqual(IDS.filter((id) => OPERATIONS[id].credential === 'signature'));
});

test('what broke stands in the log, with the number that the caller was shown', async () => {
  sparesKeys = true;
  const response = await callBroken('listUnits', 'rejects');
  const requestId = response.headers.get('x-request-id');
  expect(gateway.lines).toContainEqual(
    expect.objectContaining({ event: 'call-failed', facts: expect.objectContaining({ requestId }) }),
  );
});
