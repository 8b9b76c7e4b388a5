import { describe, expect, it } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { createChatClient } from '#src/api/chat-client.ts';
import type { ChatEvent } from '#src/api/chat-stream.ts';
import { CutStream, GatewayError, Unavailable } from '#src/api/errors.ts';
import { createHttp } from '#src/api/http.ts';

const connection = { baseUrl: 'http://gateway.test', key: 'k', bot: '1', modelFamily: 'AQL' };

function clientOf(answer: (request: Request) => Response) {
  const requests: Request[] = [];
  const told: string[] = [];
  const http = createHttp(connection, {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request.clone());
      return answer(request);
    },
    onConsumption: ({ used, total }) => void told.push(`${used}/${total}`),
  });
  return { chat: createChatClient(connection, http), requests, told };
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
  it('reads pieces and the final event, and moves the quota', async () => {
    const text =
      'data: {"chunk":"مرحبًا "}\n\ndata: {"chunk":"بك"}\n\n' +
      'data: {"final":true,"metadata":{"total_tokens":12},"consumption":"12/100"}\n\n';
    const head = { [HEADERS.requestId]: 'r1', [HEADERS.answerModel]: encodeURIComponent('نموذج') };
    const { chat, requests, told } = clientOf(() => events(text, head));
    const { opened, events: stream } = chat.stream({ Message: 'أهلًا' });
    const { all, error } = await collect(stream);
    expect(error).toBeUndefined();
    expect(all).toEqual([
      { chunk: 'مرحبًا ' },
      { chunk: 'بك' },
      { final: true, totalTokens: 12, consumption: '12/100' },
    ]);
    expect(told).toEqual(['12/100']);
    await expect(opened).resolves.toMatchObject({ requestId: 'r1', model: 'نموذج', dropped: 0 });
    expect(new URL(requests[0]?.url ?? '').pathname).toBe('/api/v1/AQL/stream/chat/completions');
    await expect(requests[0]?.json()).resolves.toEqual({ Message: 'أهلًا' });
  });

  it('tolerates what foreign gateways add, leave out or write together', async () => {
    const text =
      ': hello\n\ndata:{"chunk":"a","id":7}\r\n\r\ndata: {"chunk":"b","final":false}\n\n' +
      'data: {"chunk":"c","final":true,"metadata":null,"more":{}}\n\ndata: [DONE]\n\n';
    const { chat, told } = clientOf(() => events(text));
    const { all, error } = await collect(chat.stream({ Message: 'x' }).events);
    expect(error).toBeUndefined();
    expect(all).toEqual([
      { chunk: 'a' },
      { chunk: 'b' },
      { chunk: 'c' },
      { final: true, totalTokens: undefined, consumption: undefined },
    ]);
    expect(told).toEqual([]);
  });

  it('gives what came before the stream was cut', async () => {
    const { chat } = clientOf(() => events('data: {"chunk":"نصف"}\n\n'));
    const { all, error } = await collect(chat.stream({ Message: 'x' }).events);
    expect(all).toEqual([{ chunk: 'نصف' }]);
    expect(error).toBeInstanceOf(CutStream);
  });

  it('throws a fault that comes within the stream, with its status and code', async () => {
    const text =
      'data: {"chunk":"نصف"}\n\ndata: {"error":"x","StatusCode":504,"fault":"model-silent","consumption":"3/9"}\n\n';
    const { chat, told } = clientOf(() => events(text));
    const { error } = await collect(chat.stream({ Message: 'x' }).events);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ status: 504, fault: 'model-silent' });
    expect(told).toEqual(['3/9']);
  });

  it('throws what the gateway refused before it began', async () => {
    const refusal = JSON.stringify({ StatusCode: 503, Response: 'none', Consumption: '0/9' });
    const { chat } = clientOf(() => new Response(refusal, { status: 503 }));
    const { error } = await collect(chat.stream({ Message: 'x' }).events);
    expect(error).toBeInstanceOf(Unavailable);
  });

  it('ends the call when its reader leaves', async () => {
    let left = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"chunk":"a"}\n\n')),
      cancel: () => void (left = true),
    });
    const { chat } = clientOf(() => new Response(body));
    for await (const event of chat.stream({ Message: 'x' }).events) {
      expect(event).toEqual({ chunk: 'a' });
      break;
    }
    expect(left).toBe(true);
  });
});

describe('whole chat', () => {
  const whole = (Response_: object, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify({ StatusCode: 200, Response: Response_, Consumption: '5/9' }), { headers });

  it('reads text and counts, and what the call cost', async () => {
    const metadata = { input_tokens: 3, generated_tokens: 2, total_tokens: 5, generation_time: 0.1 };
    const head = { [HEADERS.charge]: '5;estimated', [HEADERS.historyDropped]: '4' };
    const { chat, requests, told } = clientOf(() => whole({ text: 'نعم', metadata }, head));
    await expect(chat.whole({ Message: 'x' })).resolves.toMatchObject({
      text: 'نعم',
      totalTokens: 5,
      charge: { amount: 5, estimated: true },
      dropped: 4,
    });
    expect(told.at(-1)).toBe('5/9');
    expect(new URL(requests[0]?.url ?? '').pathname).toBe('/api/v1/AQL/chat/completions');
  });

  it('takes an answer without counts', async () => {
    const { chat, requests } = clientOf(() => whole({ text: 'ok' }));
    await expect(chat.withImages({ Message: 'x', Images: ['data:,'] })).resolves.toMatchObject({
      text: 'ok',
      totalTokens: undefined,
      charge: null,
    });
    expect(new URL(requests[0]?.url ?? '').pathname).toBe('/api/v2/AQL/chat/completions');
  });
});
