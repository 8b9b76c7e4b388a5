import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ClientResources } from './chat.ts';
import { isCount } from './chat-event.ts';
import { withCall } from './model-call.ts';
import { modelFault } from './model-faults.ts';
import { readJson, sendRequest } from './send-request.ts';

/** Room for 8192 numbers of 24 characters a text, and for what is around them. */
const MAX_BYTES_PER_TEXT = 200_000;
const SPARE_BYTES = 1024 * 1024;

export async function embed(
  { fetcher, queue, quirks }: ClientResources,
  server: ModelServer,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<{ vectors: Float32Array[]; tokens: number | null }> {
  if (texts.length === 0) return { vectors: [], tokens: 0 };
  return withCall([server, signal, queue], async (call) => {
    const response = await quirks.sendSupported(server, ['encoding_format'], (spared) =>
      sendRequest(fetcher, call, {
        path: '/embeddings',
        body: JSON.stringify({
          model: server.model,
          input: texts,
          ...(spared.has('encoding_format') ? {} : { encoding_format: 'float' }),
        }),
        type: 'application/json',
        accept: 'application/json',
      }),
    );
    const body = await readJson(call, response, texts.length * MAX_BYTES_PER_TEXT + SPARE_BYTES);
    const { data, usage } = body as { data?: unknown; usage?: { prompt_tokens?: unknown } | null };
    const vectors = readVectors(data, texts.length);
    if (typeof vectors === 'string') throw modelFault(server, 'model-invalid-response', vectors);
    const tokens = usage?.prompt_tokens;
    return { vectors, tokens: isCount(tokens) && tokens > 0 ? tokens : null };
  });
}

/** Vectors of length 1 in the order of the texts, or what is wrong with them. */
function readVectors(data: unknown, count: number): Float32Array[] | string {
  if (!Array.isArray(data) || data.length !== count) return 'not one vector per text';
  const vectors = Array.from<Float32Array | undefined>({ length: count });
  for (const [position, item] of (data as unknown[]).entries()) {
    const { index = position, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    const vector = Array.isArray(embedding) ? normalise(embedding) : undefined;
    if (!vector) return 'an invalid vector';
    if (typeof index !== 'number' || !(index in vectors) || vectors[index]) return 'an invalid index';
    vectors[index] = vector;
  }
  const complete = vectors.filter((vector) => vector !== undefined);
  return complete.every(({ length }) => length === complete[0]?.length)
    ? complete
    : 'vectors of several lengths';
}

function normalise(numbers: unknown[]): Float32Array | undefined {
  const vector = new Float32Array(numbers.length);
  let sum = 0;
  for (let index = 0; index < numbers.length; index++) {
    const value = numbers[index];
    if (typeof value !== 'number') return undefined;
    vector[index] = value;
    sum += value * value;
  }
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length) || length === 0) return undefined;
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) / length;
  return vector;
}
