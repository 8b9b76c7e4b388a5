import { describe, expect, test } from 'vitest';
import { session } from '#contract/operations/session.ts';
import { openAnswerStream } from '#src/api/client/answers.ts';
import { createGatewayClient } from '#src/api/client/gateway-client.ts';
import { createHttpClient } from '#src/api/transport/http-client.ts';
import { CONNECTION } from '#tests/support/api-client.ts';
import { failure, QUESTION } from './setup.ts';

describe('the meter', () => {
  test('takes the state of the text ledger, and no other for it', async () => {
    const seen: unknown[] = [];
    const http = createHttpClient(CONNECTION, {
      onConsumption: (consumption) => void seen.push(consumption),
      fetch: () =>
        Promise.resolve(
          Response.json(
            { StatusCode: 200, Response: 'نص', Consumption: '61/360000' },
            { headers: { 'X-Consumption': '61/360000' } },
          ),
        ),
    });
    await http.requestJson({ method: 'POST', path: '/heard', ledger: 'audio' });
    expect(seen).toEqual([]);
    await http.requestJson({ method: 'POST', path: '/asked', ledger: 'text' });
    expect(seen).toContainEqual({ used: 61, total: 360000 });
  });

  test.each<[string, number, { header?: string; said?: object }, object[]]>([
    ['402 in the envelope', 402, {}, [{ used: 5, total: 9 }]],
    ['429 in the header', 429, { header: '7/9' }, [{ used: 7, total: 9 }]],
    ['400 that only the envelope says', 200, { said: { StatusCode: 400 } }, [{ used: 5, total: 9 }]],
    ['401, whose used part says nothing', 401, { said: { Consumption: '0/9' } }, []],
    ['404 of no bot', 404, { said: { Consumption: '0/0' } }, []],
  ])('takes it from failures too: %s', async (_, status, { header, said }, expected) => {
    const seen: unknown[] = [];
    const http = createHttpClient(CONNECTION, {
      onConsumption: (consumption) => void seen.push(consumption),
      fetch: async () =>
        header === undefined
          ? Response.json({ StatusCode: status, Response: 'لا', Consumption: '5/9', ...said }, { status })
          : new Response('busy', { status, headers: { 'X-Consumption': header } }),
    });
    await failure(http.requestJson({ method: 'POST', path: '/asked' }));
    await failure(http.requestJson({ method: 'POST', path: '/heard', ledger: 'audio' }));
    expect(seen).toEqual(expected);
  });
});

describe('what a call cost that did not say so', () => {
  const stream = (...events: string[]) =>
    new Response(events.map((event) => `data: ${event}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    });
  const END = '{"final":true,"consumption":"5/9"}';
  const chunk = '{"chunk":"خمسة عشر يومًا"}';

  test.each<[string, () => Response, string[]]>([
    ['a stream to its end', () => stream(chunk, END), ['5']],
    ['a stream of another form', () => stream('{"Token":"خمسة"}', '{"Done":true}'), ['unknown']],
    ['a stream that is cut', () => stream(chunk), ['unknown']],
    ['a stream whose end does not say', () => stream(chunk, '{"final":true}'), ['unknown']],
    ['a fault that says', () => stream('{"error":"لا","StatusCode":500,"consumption":"7/9"}'), ['7']],
    [
      'a refusal that says',
      () => Response.json({ Response: 'لا', Consumption: '8/9' }, { status: 402 }),
      ['8'],
    ],
    ['a refusal that does not', () => Response.json({ Response: 'لا' }, { status: 500 }), ['unknown']],
  ])('is unknown, and stays known where it did: %s', async (_, respond, expected) => {
    const seen: string[] = [];
    const client = createGatewayClient(CONNECTION, {
      fetch: () => Promise.resolve(respond()),
      onConsumption: ({ used }) => void seen.push(String(used)),
      onUnknownCharge: () => void seen.push('unknown'),
    });
    const readToEnd = async () => {
      for await (const event of openAnswerStream(client, QUESTION).events) void event;
    };
    await failure(readToEnd());
    expect(seen).toEqual(expected);
  });

  test('is unknown of a stream that was left, and no matter of calls that are free', async () => {
    const seen: string[] = [];
    const client = createGatewayClient(CONNECTION, {
      fetch: () => Promise.resolve(stream(chunk, chunk, END)),
      onUnknownCharge: () => void seen.push('unknown'),
    });
    for await (const event of openAnswerStream(client, QUESTION).events) {
      void event;
      break;
    }
    expect(seen).toEqual(['unknown']);
    await failure(client.call(session));
    expect(seen).toEqual(['unknown']);
  });
});
