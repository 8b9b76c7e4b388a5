import { beforeEach, describe, expect, test } from 'vitest';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { MetricEvent } from '#gateway/core/metric-events.ts';
import type { ModelClient } from '#gateway/modules/models/ports/models.ts';
import { withModelTelemetry } from '#gateway/modules/models/services/model-telemetry.ts';
import { chatServer } from '#tests/support/chat-server.ts';

const SERVER = chatServer('http://model.test/v1');
const FAULT = new GatewayFault('model-truncated', { purpose: 'chat', model: 'qwen' });
const ORDER = { messages: [], maxTokens: 10 };
const never = (): never => {
  throw new Error('not asked for');
};

let reported: Extract<MetricEvent, { what: 'model-called' }>[];
let lines: Record<string, unknown>[];
beforeEach(() => {
  reported = [];
  lines = [];
});

function watched(client: Partial<ModelClient>): ModelClient {
  const log = (event: string, facts: Record<string, unknown> = {}) => void lines.push({ event, ...facts });
  const models: ModelClient = {
    chat: never,
    embed: never,
    transcribe: never,
    synthesize: never,
    listModels: () => Promise.resolve(['qwen']),
    listVoices: () => Promise.resolve(null),
    ...client,
  };
  return withModelTelemetry(models, {
    log: { debug: log, info: log, warn: log, error: log },
    recordMetric: (event) => void (event.what === 'model-called' && reported.push(event)),
  });
}
async function* parts(...all: (string | Error)[]): AsyncGenerator<never, void, void> {
  for (const event of all) {
    if (event instanceof Error) throw event;
    yield { text: event } as never;
  }
  yield { end: { reason: 'stop', use: { input: 5, output: 7 } } } as never;
}
const drain = async (stream: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of stream);
};

describe('chat', () => {
  test('read to its end', async () => {
    await drain(watched({ chat: () => parts('نعم') }).chat(SERVER, ORDER));
    expect(reported).toMatchObject([
      { purpose: 'chat', outcome: 'complete', fault: undefined, tokens: { input: 5, output: 7 } },
    ]);
    expect(reported[0]?.firstSeconds).not.toBeNull();
    expect(lines).toMatchObject([
      { event: 'model-call', model: 'qwen', outcome: 'complete', inputTokens: 5, outputTokens: 7 },
    ]);
    expect(JSON.stringify(lines)).not.toContain('نعم');
    expect(JSON.stringify(lines)).not.toContain('model.test');
  });

  test('cancelled at its end, before its end, and before its beginning', async () => {
    const stopAfter = async (count: number) => {
      let taken = 0;
      for await (const _ of watched({ chat: () => parts('أ', 'ب') }).chat(SERVER, ORDER))
        if (++taken === count) break;
    };
    await stopAfter(3);
    await stopAfter(1);
    await watched({ chat: () => parts() })
      .chat(SERVER, ORDER)
      .return();
    // What was never begun is no call.
    expect(reported.map(({ outcome }) => outcome)).toEqual(['complete', 'stopped']);
  });

  test('that failed, or was called off', async () => {
    await expect(drain(watched({ chat: () => parts('أ', FAULT) }).chat(SERVER, ORDER))).rejects.toBe(FAULT);
    await expect(
      drain(watched({ chat: () => parts(new TypeError('x')) }).chat(SERVER, ORDER)),
    ).rejects.toThrow('x');
    const reason = new GatewayFault('client-disconnected');
    const off = AbortSignal.abort(reason);
    for (const error of [reason, FAULT])
      await expect(drain(watched({ chat: () => parts(error) }).chat(SERVER, ORDER, off))).rejects.toBe(error);
    expect(
      reported.map(({ outcome, fault, firstSeconds }) => [outcome, fault, firstSeconds === null]),
    ).toEqual([
      ['failed', 'model-truncated', false],
      ['failed', 'internal', true],
      ['stopped', undefined, true],
      ['failed', 'model-truncated', true],
    ]);
  });
});

test('embeddings, with their tokens if reported', async () => {
  const server = { ...SERVER, purpose: 'embeddings' as const };
  const embed = (tokens: number | null) => watched({ embed: () => Promise.resolve({ vectors: [], tokens }) });
  await embed(12).embed(server, ['نص']);
  await embed(null).embed(server, ['نص']);
  await expect(watched({ embed: () => Promise.reject(FAULT) }).embed(server, ['نص'])).rejects.toBe(FAULT);
  expect(reported.map(({ purpose, outcome, tokens }) => [purpose, outcome, tokens])).toEqual([
    ['embeddings', 'complete', { input: 12, output: 0 }],
    ['embeddings', 'complete', null],
    ['embeddings', 'failed', null],
  ]);
});

describe('speech', () => {
  const order = { text: 'أهلًا', voice: 'noura', language: 'ar', format: 'wav' as const };
  const sound = (...chunks: (Uint8Array | Error)[]) =>
    watched({
      synthesize: async () => ({
        mime: 'audio/wav',
        stream: new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              const next = chunks.shift();
              if (next instanceof Error) controller.error(next);
              else if (next) controller.enqueue(next);
              else controller.close();
            },
          },
          { highWaterMark: 0 },
        ),
      }),
    }).synthesize(SERVER, order);

  test('ends with its last byte, and passes its bytes on unchanged', async () => {
    const { mime, stream } = await sound(Uint8Array.of(1, 2), Uint8Array.of(3));
    expect(mime).toBe('audio/wav');
    expect(reported).toEqual([]);
    const bytes = new Uint8Array(
      await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
    );
    expect([...bytes]).toEqual([1, 2, 3]);
    expect(reported.map(({ outcome }) => outcome)).toEqual(['complete']);
  });

  test('that breaks off, is left, or never begins', async () => {
    await expect(drain((await sound(Uint8Array.of(1), FAULT)).stream)).rejects.toBe(FAULT);
    await (await sound(Uint8Array.of(1), Uint8Array.of(2))).stream.cancel();
    await expect(watched({ synthesize: () => Promise.reject(FAULT) }).synthesize(SERVER, order)).rejects.toBe(
      FAULT,
    );
    expect(reported.map(({ outcome, fault }) => [outcome, fault])).toEqual([
      ['failed', 'model-truncated'],
      ['stopped', undefined],
      ['failed', 'model-truncated'],
    ]);
  });
});

test('names of models and voices are looked up by people: no figure of any', async () => {
  expect(await watched({}).listModels(SERVER)).toEqual(['qwen']);
  expect(await watched({}).listVoices(SERVER)).toBeNull();
  expect([reported, lines]).toEqual([[], []]);
});
