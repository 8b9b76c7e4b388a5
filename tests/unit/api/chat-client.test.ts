import { describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { chat, multimodalChat } from '#contract/operations/chat.ts';
import { type ChatEvent, fetchChat, openChatStream } from '#src/api/client/chat.ts';
import { createGatewayClient } from '#src/api/client/gateway-client.ts';
import {
  GatewayError,
  TruncatedStreamError,
  Unavailable,
  UnknownStreamFormError,
} from '#src/api/transport/gateway-errors.ts';
import { CONNECTION } from '#tests/support/api-client.ts';

const connection = { ...CONNECTION, baseUrl: 'http://gateway.test', modelFamily: 'AQL' };

function clientOf(answer: (request: Request) => Response) {
  const requests: Request[] = [];
  const reported: string[] = [];
  const client = createGatewayClient(connection, {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request.clone());
      return answer(request);
    },
    onConsumption: ({ used, total }) => void reported.push(`${used}/${total}`),
  });
  return { client, requests, reported };
}

const events = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream', ...headers } });

async function collect(stream: AsyncIterable<ChatEvent>) {
  const all: ChatEvent[] = [];
  let error: unknown;
  try {
    for await (const event of stream) all.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { all, error };
}

describe('streamed chat', () => {
  test('reads pieces and the final event, and moves the quota', async () => {
    const text =
      'data: {"chunk":"مرحبًا "}\n\ndata: {"chunk":"بك"}\n\n' +
      'data: {"final":true,"metadata":{"total_tokens":12},"consumption":"12/100"}\n\n';
    const head = { [HEADERS.requestId]: 'r1', [HEADERS.answerModel]: encodeURIComponent('نموذج') };
    const { client, requests, reported } = clientOf(() => events(text, head));
    const { opened, events: stream } = openChatStream(client, { Message: 'أهلًا' });
    const { all, error } = await collect(stream);
    expect(error).toBeUndefined();
    expect(all).toEqual([
      { chunk: 'مرحبًا ' },
      { chunk: 'بك' },
      { final: true, totalTokens: 12, consumption: { used: 12, total: 100 } },
    ]);
    expect(reported).toEqual(['12/100']);
    await expect(opened).resolves.toMatchObject({ requestId: 'r1', model: 'نموذج', droppedMessages: 0 });
    expect(new URL(requests[0]?.url ?? '').pathname).toBe('/api/v1/AQL/stream/chat/completions');
    await expect(requests[0]?.json()).resolves.toEqual({ Message: 'أهلًا' });
  });

  test('tolerates what foreign gateways add, leave out or write together', async () => {
    const text =
      ': hello\n\ndata:{"chunk":"a","id":7}\r\n\r\ndata: {"chunk":"b","final":false}\n\n' +
      'data: {"chunk":"c","final":true,"metadata":null,"more":{}}\n\ndata: [DONE]\n\n';
    const { client, reported } = clientOf(() => events(text));
    const { all, error } = await collect(openChatStream(client, { Message: 'x' }).events);
    expect(error).toBeUndefined();
    expect(all).toEqual([
      { chunk: 'a' },
      { chunk: 'b' },
      { chunk: 'c' },
      { final: true, totalTokens: undefined, consumption: undefined },
    ]);
    expect(reported).toEqual([]);
  });

  test('gives what came before the stream was cut', async () => {
    const { client } = clientOf(() => events('data: {"chunk":"نصف"}\n\n'));
    const { all, error } = await collect(openChatStream(client, { Message: 'x' }).events);
    expect(all).toEqual([{ chunk: 'نصف' }]);
    expect(error).toBeInstanceOf(TruncatedStreamError);
  });

  test('tells a whole stream in another form from a cut one', async () => {
    const other = 'data: {"choices":[{"delta":{"content":"نعم"}}]}\n\n';
    const ended = clientOf(() => events(`${other}data: [DONE]\n\n`));
    expect(await collect(openChatStream(ended.client, { Message: 'x' }).events)).toEqual({
      all: [],
      error: new UnknownStreamFormError('streamChat'),
    });
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(other)),
      pull: (controller) => controller.error(new TypeError('reset')),
    });
    const cut = clientOf(() => new Response(broken));
    const { error } = await collect(openChatStream(cut.client, { Message: 'x' }).events);
    expect(error).toBeInstanceOf(TruncatedStreamError);
  });

  test('tells a stream whose text has another name by its known end as well', async () => {
    const { client, reported } = clientOf(() =>
      events('data: {"token":"نعم"}\n\ndata: {"final":true,"consumption":"12/100"}\n\n'),
    );
    expect(await collect(openChatStream(client, { Message: 'x' }).events)).toEqual({
      all: [],
      error: new UnknownStreamFormError('streamChat'),
    });
    expect(reported).toEqual(['12/100']);
  });

  test('reads counts of a final event where they can be read, and is complete without', async () => {
    const { client } = clientOf(() =>
      events(
        'data: {"chunk":"a"}\n\ndata: {"final":1,"metadata":{"total_tokens":"12"},"consumption":"unlimited"}\n\n',
      ),
    );
    expect(await collect(openChatStream(client, { Message: 'x' }).events)).toEqual({
      all: [{ chunk: 'a' }, { final: true, totalTokens: undefined, consumption: 'unlimited' }],
      error: undefined,
    });
  });

  test('throws a fault that comes within the stream, with its status and code', async () => {
    const text =
      'data: {"chunk":"نصف"}\n\ndata: {"error":"x","StatusCode":504,"fault":"model-timeout","consumption":"3/9"}\n\n';
    const { client, reported } = clientOf(() => events(text));
    const { error } = await collect(openChatStream(client, { Message: 'x' }).events);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ status: 504, fault: 'model-timeout' });
    expect(reported).toEqual(['3/9']);
  });

  test('throws what the gateway refused before it began', async () => {
    const refusal = JSON.stringify({ StatusCode: 503, Response: 'none', Consumption: '0/9' });
    const { client } = clientOf(() => new Response(refusal, { status: 503 }));
    const { error } = await collect(openChatStream(client, { Message: 'x' }).events);
    expect(error).toBeInstanceOf(Unavailable);
  });

  test('ends the call when its reader leaves', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"chunk":"a"}\n\n')),
      cancel: () => void (isCancelled = true),
    });
    const { client } = clientOf(() => new Response(body));
    for await (const event of openChatStream(client, { Message: 'x' }).events) {
      expect(event).toEqual({ chunk: 'a' });
      break;
    }
    expect(isCancelled).toBe(true);
  });

  test('takes the rest of a complete stream, so that the gateway sees it taken whole', async () => {
    let isCancelled = false;
    const sent = ['data: {"chunk":"a"}\n\n', 'data: {"final":true}\n\n', 'data: [DONE]\n\n'];
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const text = sent.shift();
          if (text !== undefined) return controller.enqueue(new TextEncoder().encode(text));
          controller.close();
          return resolve();
        },
        cancel: () => void (isCancelled = true),
      },
      { highWaterMark: 0 },
    );
    const { client } = clientOf(() => new Response(body));
    const { all } = await collect(openChatStream(client, { Message: 'x' }).events);
    await closed;
    expect({ last: all.at(-1), isCancelled }).toMatchObject({ last: { final: true }, isCancelled: false });
  });
});

describe('whole chat', () => {
  const whole = (Response_: object, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify({ StatusCode: 200, Response: Response_, Consumption: '5/9' }), { headers });

  test('reads text and counts, and what the call cost', async () => {
    const metadata = { input_tokens: 3, generated_tokens: 2, total_tokens: 5, generation_time: 0.1 };
    const head = { [HEADERS.charge]: '5;estimated', [HEADERS.historyDropped]: '4' };
    const { client, requests, reported } = clientOf(() => whole({ text: 'نعم', metadata }, head));
    await expect(fetchChat(client, chat, { Message: 'x' })).resolves.toMatchObject({
      text: 'نعم',
      totalTokens: 5,
      charge: { amount: 5, estimated: true },
      droppedMessages: 4,
    });
    expect(reported.at(-1)).toBe('5/9');
    expect(new URL(requests[0]?.url ?? '').pathname).toBe('/api/v1/AQL/chat/completions');
  });

  test('takes an answer without counts', async () => {
    const { client, requests } = clientOf(() => whole({ text: 'ok' }));
    await expect(
      fetchChat(client, multimodalChat, { Message: 'x', Images: ['data:,'] }),
    ).resolves.toMatchObject({
      text: 'ok',
      totalTokens: undefined,
      charge: null,
    });
    expect(new URL(requests[0]?.url ?? '').pathname).toBe('/api/v2/AQL/chat/completions');
  });
});
