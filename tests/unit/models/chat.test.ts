import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import { type FakeModelServer, startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { order, readAll, reported, serverAt } from './call-fake.ts';

let fake: FakeModelServer;
beforeEach(async () => {
  fake = await startFakeModelServer();
});
afterEach(() => fake.close());

const chat = (more = {}, set = {}, client = createModelClient()) =>
  readAll(client.chat(serverAt(fake.url, set), order(more)));
const ANSWER = 'قلتَ: «كم رسوم التوصيل داخل المدينة؟». هذا جواب من خادم تجريبي.';

test('yields the text as it arrives, then the reason of the end with the counted tokens', async () => {
  const { text, pieces, end, error } = await chat();
  expect(error).toBeUndefined();
  expect(text).toBe(ANSWER);
  expect(pieces).toBeGreaterThan(5);
  expect(end).toEqual({ reason: 'stop', use: { input: 11, output: 16 } });
});

test('sends the order once, with the key', async () => {
  await chat({ temperature: 0.2, topP: 0.9, repetitionPenalty: 1.1, maxTokens: 50 });
  expect(fake.asked).toHaveLength(1);
  expect(fake.asked[0]).toMatchObject({
    call: 'POST /v1/chat/completions',
    clientDisconnected: false,
    headers: {
      authorization: 'Bearer sk-secret-key',
      'user-agent': 'Fihrist',
      'accept-encoding': 'identity',
    },
    body: {
      model: 'qwen',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 50,
      temperature: 0.2,
      top_p: 0.9,
      repetition_penalty: 1.1,
      repeat_penalty: 1.1,
      messages: [{ role: 'user', content: 'كم رسوم التوصيل داخل المدينة؟' }],
    },
  });
});

test('leaves absent settings out, and sends no key without a key', async () => {
  await chat({ repetitionPenalty: 1 }, { key: null });
  const [{ body, headers } = { body: {}, headers: {} }] = fake.asked;
  expect(Object.keys(body as object).sort()).toEqual([
    'max_tokens',
    'messages',
    'model',
    'stream',
    'stream_options',
  ]);
  expect(headers).not.toHaveProperty('authorization');
});

test('sends pictures beside the words', async () => {
  const images = ['data:image/png;base64,AAAA', 'data:image/jpeg;base64,BBBB'];
  const { text } = await chat({ messages: [{ role: 'user', content: 'ما في الصورة؟', images }] });
  expect(text).toContain('ورأيتُ من الصور 2.');
  expect(fake.bodies('chat/completions')[0]).toMatchObject({
    messages: [
      {
        content: [
          { type: 'text', text: 'ما في الصورة؟' },
          { type: 'image_url', image_url: { url: images[0] } },
          { type: 'image_url', image_url: { url: images[1] } },
        ],
      },
    ],
  });
});

test.each([2, 3, 7])('keeps Arabic whole that arrives %i bytes at a time', async (size) => {
  fake.script({ answer: () => ({ pieces: ['ﷺ 🌙 ', 'لا إله', ' مُؤَلَّف'] }) });
  fake.behave({ kind: 'bytes', size });
  expect((await chat()).text).toBe('ﷺ 🌙 لا إله مُؤَلَّف');
});

test('keeps Arabic whole whose letters are cut between two reads', async () => {
  const line = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
  const wire = new TextEncoder().encode(
    `${line('قال: ')}${line('مُسْتَشْفى')}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
  );
  for (const offset of wire.keys()) {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(wire.slice(0, offset));
        controller.enqueue(wire.slice(offset));
        controller.close();
      },
    });
    const headers = { 'content-type': 'text/event-stream' };
    const client = createModelClient({ fetch: () => Promise.resolve(new Response(body, { headers })) });
    expect((await chat({}, {}, client)).text).toBe('قال: مُسْتَشْفى');
  }
});

test.each(['tags', 'reasoning', 'reasoning_content'] as const)(
  'leaves out what is thought aloud: %s',
  async (as) => {
    fake.behave({ kind: 'thinking', as });
    expect(await chat()).toMatchObject({ text: ANSWER, end: { reason: 'stop' }, error: undefined });
  },
);

/** A client whose server sends a piece again and again, until it is left. The clock goes on with each piece alone. */
function dripping(ms: number, pieceOf: (times: number) => string) {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const drip = ({ signal }: RequestInit) => {
    let times = 0;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
      async pull(controller) {
        await new Promise((resolve) => void setTimeout(resolve, ms));
        now += ms;
        if (!signal?.aborted) controller.enqueue(new TextEncoder().encode(pieceOf(times++)));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  return createModelClient({ fetch: (_url, init) => Promise.resolve(drip(init)) });
}

test('takes thoughts in parts for a sign of life, as Mistral sends them', async () => {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'أفكّر' }] };
  const contents: unknown[] = [
    ...Array.from({ length: 12 }, () => [thinking]),
    [{ type: 'text', text: 'تمّ' }],
  ];
  const client = dripping(50, () => {
    const content = contents.shift();
    const choice = content ? { delta: { content } } : { delta: {}, finish_reason: 'stop' };
    return `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
  });
  const { text, error } = await chat({}, { firstSeconds: 0.4, silenceSeconds: 0.4 }, client);
  expect({ text, error }).toEqual({ text: 'تمّ', error: undefined });
});

test('takes the answer beside an unoffered tool call', async () => {
  fake.behave({ kind: 'tool-call' });
  expect(await chat()).toMatchObject({ text: ANSWER, error: undefined });
});

test.each([
  [{ maxTokens: 3 }, 'length'],
  [{ maxTokens: 200 }, 'stop'],
])('reports the reason of the end: %o', async (more, reason) => {
  expect((await chat(more)).end?.reason).toBe(reason);
});

test('reports a filtered answer', async () => {
  fake.script({ answer: () => ({ pieces: ['لا'], finish: 'content_filter' }) });
  expect((await chat()).end?.reason).toBe('filtered');
});

test('does not count tokens for the server', async () => {
  fake.behave({ kind: 'no-usage' });
  expect((await chat()).end).toEqual({ reason: 'stop', use: null });
});

test.each(['no-done', 'lingering'] as const)(
  'knows the end of an answer where the server is %s',
  async (kind) => {
    fake.behave({ kind });
    expect(await chat()).toMatchObject({ text: ANSWER, end: { reason: 'stop' }, error: undefined });
    await fake.when(() => fake.open === 0);
  },
);

test.each(['hang', 'cut', 'half an event'] as const)(
  'has its answer when the server is done, whatever comes then: %s',
  async (kind) => {
    const events = [{ delta: { content: 'تمّ' } }, { delta: {}, finish_reason: 'stop' }].map(
      (choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`,
    );
    if (kind === 'half an event') events.push('data: {"usa');
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const event = events.shift();
        if (event !== undefined) controller.enqueue(new TextEncoder().encode(event));
        else if (kind === 'cut') controller.error(new TypeError('terminated'));
      },
    });
    const headers = { 'content-type': 'text/event-stream' };
    const client = createModelClient({ fetch: () => Promise.resolve(new Response(body, { headers })) });
    expect(await chat({}, {}, client)).toMatchObject({
      text: 'تمّ',
      end: { reason: 'stop', use: null },
      error: undefined,
    });
  },
);

test.each([
  ['keeps on after the model is done', ['{"delta":{"content":"تمّ"},"finish_reason":"stop"}'], undefined],
  ['keeps on after its first words', ['{"delta":{"content":"تمّ"}}'], 'model-timeout'],
  ['keeps on before any', [], 'model-timeout'],
])('ignores an empty sign of life: %s', async (_, choices, code) => {
  const words = choices.map((choice) => `data: {"choices":[${choice}]}\n\n`).join('');
  const signs = ': ping\n\ndata: {"choices":[{"delta":{"content":""}}]}\n\n';
  const client = dripping(20, (times) => (times === 0 ? words : signs));
  const { text, error } = await chat({}, { firstSeconds: 0.3, silenceSeconds: 0.3 }, client);
  expect(text).toBe(choices.length === 0 ? '' : 'تمّ');
  expect((reported(error) as { code?: string } | undefined)?.code).toBe(code);
});

test.each([
  ['{"prompt_tokens":10.5,"completion_tokens":4}', null],
  ['{"prompt_tokens":10,"completion_tokens":-1000000}', null],
  ['{"prompt_tokens":1e300,"completion_tokens":4}', null],
  ['{"prompt_tokens":10,"completion_tokens":0}', { input: 10, output: 0 }],
])('believes only tokens that can be counted: %s', async (usage, use) => {
  const body = `data: {"choices":[{"delta":{"content":"تمّ"},"finish_reason":"stop"}]}\n\ndata: {"usage":${usage}}\n\n`;
  fake.behave({ kind: 'status', status: 200, headers: { 'content-type': 'text/event-stream' }, body });
  expect(await chat()).toMatchObject({ text: 'تمّ', end: { reason: 'stop', use }, error: undefined });
});

test('leaves out fields that a server refuses, and remembers them', async () => {
  const client = createModelClient();
  const refuse = (message: string) => ({
    kind: 'status' as const,
    status: 400,
    body: JSON.stringify({ error: { message } }),
  });
  fake.behave(
    refuse(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    refuse('Unrecognized request argument supplied: repeat_penalty'),
  );
  expect((await chat({ repetitionPenalty: 1.2 }, {}, client)).text).toBe(ANSWER);
  expect(fake.asked).toHaveLength(3);
  await chat({ repetitionPenalty: 1.2, maxTokens: 77 }, {}, client);
  expect(fake.asked).toHaveLength(4);
  const last = fake.bodies('chat/completions').at(-1);
  expect(last).toMatchObject({ max_completion_tokens: 77, repetition_penalty: 1.2 });
  expect(last).not.toHaveProperty('max_tokens');
  expect(last).not.toHaveProperty('repeat_penalty');
});

test('leaves out a field named beside the error text, as FastAPI and Mistral do', async () => {
  const refuse = (...fields: string[]) => {
    const detail = fields.map((field) => ({
      type: 'extra_forbidden',
      loc: ['body', field, 'include_usage', 0],
      msg: 'Extra inputs are not permitted',
      input: {},
    }));
    const body = JSON.stringify({ object: 'error', message: { detail }, type: 'invalid_request_error' });
    return { kind: 'status' as const, status: 422, body };
  };
  fake.behave(refuse('stream_options', 'repeat_penalty'), refuse('repeat_penalty'));
  expect((await chat({ repetitionPenalty: 1.2 })).text).toBe(ANSWER);
  expect(fake.asked).toHaveLength(3);
  const last = fake.bodies('chat/completions').at(-1);
  expect(last).not.toHaveProperty('stream_options');
  expect(last).not.toHaveProperty('repeat_penalty');
  expect(last).toHaveProperty('repetition_penalty');
});

test('keeps a field whose value the server refuses', async () => {
  const message = 'temperature must be at most 1';
  fake.behave({ kind: 'status', status: 400, body: JSON.stringify({ error: { message } }) });
  const { error } = await chat({ temperature: 0.4 });
  expect(reported(error)).toMatchObject({ code: 'model-rejected', detail: message });
  expect(fake.asked).toHaveLength(1);
});

test.each([
  "Invalid value for 'top_p': must be in (0, 1]",
  "Invalid 'top_p': decimal below minimum value. Expected a value >= 0.1",
  'top_p of 0 is not allowed: it must be greater than 0',
])('does not spare others a field for the value of one: %s', async (message) => {
  const client = createModelClient();
  fake.behave({ kind: 'status', status: 400, body: JSON.stringify({ error: { message } }) });
  const { error } = await chat({ topP: 0 }, {}, client);
  expect(reported(error)).toMatchObject({ code: 'model-rejected', detail: message });
  await chat({ topP: 0.5 }, {}, client);
  expect(fake.bodies('chat/completions').at(-1)).toMatchObject({ top_p: 0.5 });
});

test('sends no request before the first part is requested', async () => {
  const parts = createModelClient().chat(serverAt(fake.url), order());
  await parts.return();
  expect(fake.asked).toHaveLength(0);
});
