import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultEnvelopeSchema } from '#contract/envelope.ts';
import { isFaultCode } from '#contract/faults.ts';
import { OPERATION_IDS, OPERATIONS } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { hasRight } from '#contract/rights.ts';
import { ROLES } from '#contract/session.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { maxBytesOf, pathFor, validInit } from '#tests/support/valid-calls.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway();
  for (const role of ROLES) await gateway.addKey(`key-of-${role}`, { role, allBots: true });
  await gateway.addKey('key-of-other-bot', { bots: [2] });
  await gateway.addKey('key-expired', { expiresOn: new Date('2026-11-21T08:59:59Z') });
  await gateway.addKey('key-revoked', { revokedOn: new Date('2026-11-20T00:00:00Z') });
});
afterAll(() => gateway.close());

const byKey = OPERATION_IDS.filter((id) => OPERATIONS[id].credential === 'key');

async function faultOf(response: Response): Promise<{ status: number; fault: string | null; text: string }> {
  const body = faultEnvelopeSchema.parse(await response.json());
  expect(body.StatusCode).toBe(response.status);
  expect(isFaultCode(response.headers.get('x-fault'))).toBe(true);
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-consumption')).toBe(body.Consumption);
  return { status: response.status, fault: response.headers.get('x-fault'), text: body.Response };
}

describe.each(byKey)('%s', (id) => {
  test.each([null, 'no-such-key', 'key-expired', 'key-revoked'])(
    '401 with the fixed text for %s',
    async (key) => {
      // Nothing else of the call is right, and still the key is what is spoken of.
      const response = await gateway.call(pathFor(id), {
        method: OPERATIONS[id].method,
        headers: { 'x-user-auth': key, 'x-bot': null, 'accept-language': 'ar' },
      });
      const consumption = response.headers.get('x-consumption');
      expect(await faultOf(response)).toEqual({
        status: 401,
        fault: 'invalid-key',
        text: 'Invalid authentication token',
      });
      expect(consumption).toMatch(/^0\//);
    },
  );

  test('400 without x-bot', async () => {
    const response = await gateway.call(pathFor(id), {
      method: OPERATIONS[id].method,
      headers: { 'x-bot': null },
    });
    expect(await faultOf(response)).toMatchObject({ status: 400, fault: 'bot-missing' });
  });

  test.each(['2', '99', '0', '-1', '1.5', 'abc', '9007199254740993'])(
    '403 in the same words for bot %s',
    async (bot) => {
      const response = await gateway.call(pathFor(id), {
        method: OPERATIONS[id].method,
        headers: { 'x-bot': bot },
      });
      const foreign = await gateway.call(pathFor(id), {
        method: OPERATIONS[id].method,
        headers: { 'x-user-auth': 'key-of-other-bot', 'x-bot': '1' },
      });
      const fault = await faultOf(response);
      expect(fault).toMatchObject({ status: 403, fault: 'not-allowed' });
      expect(fault).toEqual(await faultOf(foreign));
    },
  );

  test('403 for the roles that may not, never for those that may', async () => {
    for (const role of ROLES) {
      const response = await gateway.call(pathFor(id), {
        ...validInit(id),
        headers: { 'x-user-auth': `key-of-${role}` },
      });
      const allowed = hasRight(role, OPERATIONS[id].right);
      expect([role, response.status === 403]).toEqual([role, !allowed]);
      await response.body?.cancel();
    }
  });

  test('405 with Allow for another method, once the caller is known', async () => {
    const anonymous = await gateway.call(pathFor(id), { method: 'PATCH', headers: { 'x-user-auth': null } });
    expect(anonymous.status).toBe(401);
    const response = await gateway.call(pathFor(id), { method: 'PATCH' });
    expect(response.headers.get('allow')?.split(', ')).toContain(OPERATIONS[id].method);
    expect(await faultOf(response)).toMatchObject({ status: 405, fault: 'method-not-allowed' });
  });
});

const withBody = byKey.filter((id) => OPERATIONS[id].body.form !== 'none');
describe.each(withBody)('the body of %s', (id) => {
  test('415 for another media type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
    ]) {
      const response = await gateway.call(pathFor(id), {
        method: 'POST',
        ...(OPERATIONS[id].method === 'PUT' ? { method: 'PUT' } : {}),
        headers: { 'content-type': type },
        body: '{"a":1}',
      });
      expect(await faultOf(response)).toMatchObject({ status: 415, fault: 'body-type' });
    }
  });
});

const jsonBodies = byKey.filter((id) => OPERATIONS[id].body.form === 'json');
describe.each(jsonBodies)('the JSON of %s', (id) => {
  const send = (body: BodyInit): Promise<Response> =>
    gateway.call(pathFor(id), {
      method: OPERATIONS[id].method,
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body,
    });

  test('400 when it is no JSON', async () => {
    for (const body of ['', '{', '{"Message": }', '[1,', 'نص', new Uint8Array([0x22, 0xff, 0x22])])
      expect(await faultOf(await send(body))).toMatchObject({ status: 400, fault: 'malformed-json' });
  });

  test('413 names the limit, announced or not', async () => {
    const limit = maxBytesOf(id);
    const large = `{"Message":"${'ا'.repeat(limit * 0.6)}"}`;
    expect(await faultOf(await send(large))).toMatchObject({ status: 413, fault: 'body-too-large' });
    const response = await gateway.call(pathFor(id), {
      method: OPERATIONS[id].method,
      headers: { 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit & { headers: Record<string, string> });
    const fault = await faultOf(response);
    expect(fault).toMatchObject({ status: 413 });
    expect(fault.text).toContain(String(limit));
  });

  test('400 for wrong types wherever they stand, never 500', async () => {
    for (const value of [null, true, 7, 'نص', []])
      expect(await faultOf(await send(JSON.stringify(value)))).toMatchObject({
        status: 400,
        fault: 'invalid-field',
      });
    const valid = validInit(id).json as Record<string, unknown>;
    for (const field of Object.keys(valid))
      for (const value of [null, {}, [[]], -1.5, '', 'x'.repeat(40_000)]) {
        const response = await send(JSON.stringify({ ...valid, [field]: value }));
        expect([field, value, response.status < 500 || response.status === 503]).toEqual([
          field,
          value,
          true,
        ]);
        await response.body?.cancel();
      }
  });
});

test('/api never falls back to anything else', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/v1/model/chat/completions',
    '/api/AIKnowledge',
    '/api/AIKnowledge/1/2/3',
    '/api/AIKnowledge/1/',
  ]) {
    expect((await gateway.call(path, { headers: { 'x-user-auth': null } })).status).toBe(401);
    expect(await faultOf(await gateway.call(path))).toMatchObject({ status: 404, fault: 'no-such-endpoint' });
  }
});

test('the model family is matched by case, and is a setting', async () => {
  const other = await createTestGateway({ settings: { modelFamily: 'AQL' } });
  const post = (path: string): Promise<Response> => other.call(path, { method: 'POST', json: {} });
  expect((await post('/api/v1/AQL/chat/completions')).status).toBe(400);
  expect((await post('/api/v1/aql/chat/completions')).status).toBe(404);
  expect((await post('/api/v1/Model/chat/completions')).status).toBe(404);
  await other.close();
});

test('the bot of the path equals x-bot, as numbers', async () => {
  expect((await gateway.call('/api/AIKnowledge/all/01')).status).toBe(200);
  for (const bot of ['2', 'abc', '1e0']) {
    const response = await gateway.call(`/api/AIKnowledge/all/${bot}`);
    expect(response.headers.get('x-fault-field')).toBe('botId');
    expect(await faultOf(response)).toMatchObject({ status: 400, fault: 'bot-differs' });
  }
});

test('faults come in the language asked for', async () => {
  const messages = await Promise.all(
    ['ar', 'ar-SA,en;q=0.8', 'en;q=0.1, ar;q=0.2', 'fr, en', '*', ''].map(async (language) => {
      const response = await gateway.call('/api/AIKnowledge/byId/77', {
        headers: { 'accept-language': language },
      });
      return (await faultOf(response)).text;
    }),
  );
  expect(messages.map((text) => /[\u0600-\u06ff]/.test(text))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('what is unexpected is 500 with the request id, and the log tells it', async () => {
  const failing = await createTestGateway({
    ports: ({ units }) => ({
      units: { ...units, list: () => Promise.reject(new RangeError('سؤال من أحدهم')) },
    }),
  });
  const response = await failing.call('/api/AIKnowledge/all/1');
  const id = response.headers.get('x-request-id') ?? 'none';
  expect(await faultOf(response)).toMatchObject({
    status: 500,
    fault: 'internal',
    text: expect.stringContaining(id),
  });
  expect(failing.lines).toContainEqual(
    expect.objectContaining({
      level: 'error',
      event: 'call-failed',
      facts: expect.objectContaining({ requestId: id, endpoint: 'listUnits', error: 'RangeError' }),
    }),
  );
  // Where it came from, but no words: a message may quote what somebody wrote.
  expect(JSON.stringify(failing.lines)).toContain('order-of-checks.test.ts');
  expect(JSON.stringify(failing.lines)).not.toContain('سؤال');
  await failing.close();
});

test('a full disk is said to be that', async () => {
  const full = await createTestGateway({
    ports: () => ({
      blobs: {
        create: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
        open: () => Promise.resolve(undefined),
        remove: () => Promise.resolve(),
        list: () => Promise.resolve([]),
        removeUnfinished: () => Promise.resolve(0),
      },
    }),
  });
  const { response } = await full.upload('نص.txt', 'نص');
  expect(await faultOf(response)).toMatchObject({ status: 507, fault: 'storage-full' });
  await full.close();
});

test('other origins are let in only where they were named', async () => {
  const open = await createTestGateway({ settings: { corsOrigins: ['https://panel.example'] } });
  const preflight = (origin: string): Promise<Response> =>
    open.call('/api/UploadBlob', {
      method: 'OPTIONS',
      headers: {
        'x-user-auth': null,
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-user-auth,x-bot',
      },
    });
  const named = await preflight('https://panel.example');
  expect(named.headers.get('access-control-allow-origin')).toBe('https://panel.example');
  expect(named.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-user-auth');
  expect((await preflight('https://other.example')).headers.get('access-control-allow-origin')).toBeNull();
  const refused = await open.call('/api/Capabilities', {
    headers: { 'x-user-auth': 'wrong', origin: 'https://panel.example' },
  });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://panel.example');
  const exposed = refused.headers.get('access-control-expose-headers')?.split(/,\s*/) ?? [];
  const stated = OPERATION_IDS.flatMap((id) => (OPERATIONS[id] as Operation).responseHeaders ?? []);
  expect(exposed).toEqual(
    expect.arrayContaining(['X-Fault', 'X-Charge', 'X-Record-Seconds', 'Retry-After', ...stated]),
  );
  expect(exposed).not.toContain('x-user-auth');
  await open.close();
});
