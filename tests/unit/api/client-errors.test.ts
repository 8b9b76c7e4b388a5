import { describe, expect, test } from 'vitest';
import { faultResponse, INJECTED_FAULTS } from '#mocks/faults.ts';
import { fetchAnswer, openAnswerStream } from '#src/api/client/answers.ts';
import { addUnit, fetchUnit } from '#src/api/client/units.ts';
import { isRetryable, retryDelay } from '#src/api/hooks/query-client.ts';
import { readRetryAfter } from '#src/api/transport/error-from-response.ts';
import {
  BadRequest,
  Forbidden,
  GatewayError,
  NotFound,
  NotJsonError,
  PaymentRequired,
  ServerError,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UnreachableError,
} from '#src/api/transport/gateway-errors.ts';
import { GUIDE, TITLE } from '#tests/support/api-client.ts';
import { closeStories, failure, open, openWithUnit, QUESTION } from './setup.ts';

closeStories();

describe('errors', () => {
  test('has one class a status, with the fault, its parameters and the request', async () => {
    const { client } = await openWithUnit();
    expect(await failure(fetchUnit(client, 999))).toBeInstanceOf(NotFound);
    const taken = await failure(
      addUnit(client, { title: TITLE, KnowledgeSource: 1, SourceContent: ['https://example.com'] }),
    );
    expect(taken).toBeInstanceOf(BadRequest);
    expect(taken).toMatchObject({
      fault: 'title-taken',
      parameters: { title: TITLE, id: expect.anything() },
    });
    expect((taken as GatewayError).requestId).toMatch(/[0-9a-f-]{36}/);
    const range = await failure(fetchAnswer(client, { ...QUESTION, Limit: 51 }));
    expect(range).toMatchObject({ fault: 'invalid-field', field: 'Limit' });
  });

  test('tells a wrong key from a wrong bot', async () => {
    const { client } = await open({ connection: { key: 'nobody' } });
    expect(await failure(fetchUnit(client, 1))).toBeInstanceOf(Unauthorized);
    const other = await open({ connection: { bot: '9' } });
    expect(await failure(fetchUnit(other.client, 1))).toBeInstanceOf(Forbidden);
  });

  test('402 when not enough quota is left', async () => {
    const { client, gateway } = await open({ quota: 3 });
    await gateway.addUnit(TITLE, GUIDE);
    await gateway.indexAll();
    expect(await failure(fetchAnswer(client, QUESTION, { answerer: 'extractive' }))).toBeInstanceOf(
      PaymentRequired,
    );
  });

  test('429 says when to come again', async () => {
    const { client } = await open({
      deviation: async (request) => faultResponse(request, INJECTED_FAULTS.tooManyCalls),
    });
    const busy = await failure(fetchUnit(client, 1));
    expect(busy).toBeInstanceOf(TooManyRequests);
    expect(busy).toMatchObject({ retryAfterSeconds: 1 });
    expect(isRetryable(busy)).toBe(true);
    expect(retryDelay(0, busy)).toBe(1000);
  });

  test('a fault inside the stream is thrown as its error', async () => {
    const fault = { error: 'انتهت الحصة', StatusCode: 402, fault: 'quota-exceeded', consumption: '10/10' };
    const { client, reported } = await open({
      deviation: async () => new Response(`data: {"chunk":"a"}\n\ndata: ${JSON.stringify(fault)}\n\n`),
    });
    const read = async () => {
      for await (const _ of openAnswerStream(client, QUESTION).events) continue;
    };
    const thrown = await failure(read());
    expect(thrown).toBeInstanceOf(PaymentRequired);
    expect(thrown).toMatchObject({ fault: 'quota-exceeded', message: 'انتهت الحصة' });
    expect(reported).toEqual([{ used: 10, total: 10 }]);
  });

  test('a failure that only the envelope tells is a failure', async () => {
    const body = { StatusCode: 503, Response: 'no model', Consumption: '0/0' };
    const { client } = await open({ deviation: async () => Response.json(body) });
    expect(await failure(fetchAnswer(client, QUESTION))).toBeInstanceOf(Unavailable);
  });

  test('tells no answer, a page of HTML and a failing server apart', async () => {
    const none = await open({ deviation: () => Promise.reject(new TypeError('fetch failed')) });
    const unreachable = await failure(fetchUnit(none.client, 1));
    expect(unreachable).toBeInstanceOf(UnreachableError);
    expect(isRetryable(unreachable)).toBe(true);
    const html = await open({ deviation: async () => new Response('<!doctype html>') });
    expect(await failure(fetchUnit(html.client, 1))).toBeInstanceOf(NotJsonError);
    const broken = await open({ deviation: async () => new Response('oops', { status: 500 }) });
    const thrown = await failure(fetchUnit(broken.client, 1));
    expect(thrown).toBeInstanceOf(ServerError);
    expect(thrown).toMatchObject({ message: 'oops', json: false });
    expect(isRetryable(thrown)).toBe(false);
  });

  test('reads Retry-After in seconds and as a date', () => {
    expect(readRetryAfter('7')).toBe(7);
    expect(readRetryAfter(new Date(Date.now() + 90_000).toUTCString())).toBeGreaterThan(80);
    expect(readRetryAfter('soon')).toBeUndefined();
  });
});
