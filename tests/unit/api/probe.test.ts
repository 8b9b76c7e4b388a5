import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultResponse } from '#mocks/faults.ts';
import { probeConnection } from '#src/api/client/probe-connection.ts';
import { isRetryable } from '#src/api/hooks/query-client.ts';
import { NotJsonError, UnreachableError } from '#src/api/transport/gateway-errors.ts';
import { CONNECTION, fetchOf } from '#tests/support/api-client.ts';
import { type Deviation, deviate } from '#tests/support/foreign-gateway.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

const probe = (change: Partial<typeof CONNECTION> = {}, deviation?: Deviation, calls: string[] = []) =>
  probeConnection({ ...CONNECTION, ...change }, { fetch: fetchOf(gateway, deviation, calls) });

describe('the probe of a connection', () => {
  test('finds nothing wrong, and spends nothing', async () => {
    const calls: string[] = [];
    expect(await probe({}, undefined, calls)).toMatchObject({
      ok: true,
      supportsUnitList: true,
      familyChecked: true,
    });
    expect(calls).toEqual([
      'GET /api/Capabilities',
      'GET /api/AIKnowledge/all/1',
      'GET /api/AIKnowledge/byId/0',
      'POST /api/v1/Model/chat/completions',
    ]);
    expect(await gateway.ports.ledger.state(1, 'text')).toMatchObject({ used: 0 });
  });

  test('asks for the list, a unit and the model family beside each other', async () => {
    let open = 0;
    let most = 0;
    const slow: Deviation = async (_, pass) => {
      open += 1;
      most = Math.max(most, open);
      const response = await pass();
      open -= 1;
      return response;
    };
    expect(await probe({}, slow)).toMatchObject({ ok: true });
    expect(most).toBe(3);
  });

  test('counts one wrong key for login throttling', async () => {
    const calls: string[] = [];
    expect(await probe({ key: 'wrong' }, undefined, calls)).toMatchObject({ part: 'key' });
    expect(calls).toEqual(['GET /api/Capabilities']);
  });

  test('asks again by itself what a limit of one call at a time refused', async () => {
    let open = 0;
    const narrow: Deviation = async (_, pass) => {
      if (open > 0)
        return Response.json({ StatusCode: 429, Response: 'busy', Consumption: '0/9' }, { status: 429 });
      open += 1;
      const response = await pass();
      open -= 1;
      return response;
    };
    expect(await probe({}, narrow)).toMatchObject({ ok: true, supportsUnitList: true, familyChecked: true });
    expect(await probe({ modelFamily: 'model' }, narrow)).toMatchObject({ part: 'modelFamily' });
  });

  test('names the key', async () => {
    expect(await probe({ key: 'wrong' })).toMatchObject({ ok: false, part: 'key' });
  });

  test('names the key also once too many wrong ones were tried, and says when to try again', async () => {
    const tooMany: Deviation = async (request) =>
      faultResponse(request, {
        kind: 'fault',
        code: 'too-many-attempts',
        parameters: { seconds: 8 },
        headers: { 'Retry-After': '8' },
      });
    const outcome = await probe({ key: 'wrong-key' }, tooMany);
    expect(outcome).toMatchObject({ ok: false, part: 'key', error: { status: 429, retryAfterSeconds: 8 } });
    expect(isRetryable(outcome.ok ? undefined : outcome.error)).toBe(false);
  });

  test('takes a key of any role: one that may not ask is no wrong bot', async () => {
    for (const role of ['curator', 'tester', 'monitor'] as const) {
      const key = `fih_key-of-a-${role}-0000`;
      await gateway.addKey(key, { role });
      expect(await probe({ key })).toMatchObject({ ok: true, familyChecked: role !== 'monitor' });
      expect(await probe({ key, bot: '2' })).toMatchObject({ ok: false, part: 'bot' });
    }
  });

  test('names the bot', async () => {
    expect(await probe({ bot: '2' })).toMatchObject({ ok: false, part: 'bot' });
    expect(await probe({ bot: '777777777' })).toMatchObject({ ok: false, part: 'bot' });
  });

  test('names the bot when a gateway blames x-bot with 400', async () => {
    const blame: Deviation = async (request, pass) =>
      request.url.includes('byId')
        ? Response.json({ StatusCode: 400, Response: 'Unknown x-bot', Consumption: '0/0' }, { status: 400 })
        : pass();
    expect(await probe({}, blame)).toMatchObject({ ok: false, part: 'bot' });
  });

  test('names the model family, and the one that is announced', async () => {
    expect(await probe({ modelFamily: 'model' })).toMatchObject({
      ok: false,
      part: 'modelFamily',
      announcedFamily: 'Model',
    });
  });

  test('names the base URL, not the family, when every path is unknown in JSON', async () => {
    const nothing: Deviation = async () =>
      Response.json({ StatusCode: 404, Response: 'لا يوجد', Consumption: '0/0' }, { status: 404 });
    expect(await probe({}, nothing)).toMatchObject({ ok: false, part: 'baseUrl' });
    const foreign = deviate('noExtensions', 'noList');
    expect(await probe({ modelFamily: 'model' }, foreign)).toMatchObject({ ok: false, part: 'modelFamily' });
  });

  test('names the base URL when something else answers there', async () => {
    const page =
      (status: number): Deviation =>
      async () =>
        new Response('<!doctype html>', { status });
    for (const status of [200, 404, 401, 502]) {
      const result = await probe({}, page(status));
      expect(result).toMatchObject({ ok: false, part: 'baseUrl' });
      expect(result.ok ? undefined : result.error).toBeInstanceOf(NotJsonError);
    }
  });

  test('names the base URL when nothing answers', async () => {
    const result = await probe({}, () => Promise.reject(new TypeError('fetch failed')));
    expect(result).toMatchObject({ ok: false, part: 'baseUrl' });
    expect(result.ok ? undefined : result.error).toBeInstanceOf(UnreachableError);
  });

  test('is content with a foreign gateway that has neither capabilities nor a list', async () => {
    expect(await probe({}, deviate('noExtensions', 'noList'))).toMatchObject({
      ok: true,
      capabilities: null,
      supportsUnitList: false,
      familyChecked: true,
    });
    expect(await probe({ key: 'wrong' }, deviate('noExtensions', 'noList'))).toMatchObject({ part: 'key' });
  });
});
