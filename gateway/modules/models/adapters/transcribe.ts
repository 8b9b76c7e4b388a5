import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { TranscriptionRequest, TranscriptionResult } from '#gateway/modules/models/ports/models.ts';
import type { ClientResources } from './chat.ts';
import { withCall } from './model-call.ts';
import { modelFault } from './model-faults.ts';
import { readJson, sendRequest } from './send-request.ts';

const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Fields that servers without timestamps refuse. */
const TIMESTAMP_FIELDS = ['verbose_json', 'response_format', 'timestamp_granularities'] as const;

export async function transcribe(
  { fetcher, queue, quirks }: ClientResources,
  set: ModelServer,
  order: TranscriptionRequest,
  signal?: AbortSignal,
): Promise<TranscriptionResult> {
  const server = { ...set, model: order.model };
  return withCall([server, signal, queue], async (call) => {
    const response = await quirks.sendSupported(server, order.times ? TIMESTAMP_FIELDS : [], async (spared) =>
      sendRequest(fetcher, call, {
        path: order.task === 'translate' ? '/audio/translations' : '/audio/transcriptions',
        ...(await writeForm(order, order.times && spared.size === 0)),
        accept: 'application/json',
      }),
    );
    const result = readTranscription(await readJson(call, response, MAX_RESPONSE_BYTES), order.times);
    if (!result) throw modelFault(server, 'model-invalid-response', 'no text');
    return result;
  });
}

/** As bytes: a form travels through every `fetch` so, also one of another library. */
async function writeForm(
  { file, model, language, task, prompt }: TranscriptionRequest,
  times: boolean,
): Promise<{ body: ArrayBuffer; type: string }> {
  const form = new FormData();
  form.set('model', model);
  form.set('response_format', times ? 'verbose_json' : 'json');
  if (times) form.set('timestamp_granularities[]', 'segment');
  if (language !== undefined && task === 'transcribe') form.set('language', language);
  if (prompt !== undefined && prompt !== '') form.set('prompt', prompt);
  form.set('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>], { type: file.type }), file.name);
  const encoded = new Response(form);
  return { body: await encoded.arrayBuffer(), type: encoded.headers.get('content-type') ?? '' };
}

function readTranscription(body: object, times: boolean): TranscriptionResult | undefined {
  const { text, segments, duration, usage } = body as Record<string, unknown>;
  if (typeof text !== 'string') return undefined;
  const { seconds } = (usage ?? {}) as { seconds?: unknown };
  const cues = times && Array.isArray(segments) ? segments.map(readSegment) : null;
  const isWhole = cues !== null && cues.every((segment) => segment !== undefined);
  return {
    text: text.trim(),
    segments: isWhole ? cues : null,
    seconds: readSeconds(duration) ?? readSeconds(seconds),
  };
}

/** `duration` of the verbose form, which some write as text, or `usage.seconds`. */
function readSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

function readSegment(value: unknown): { start: number; end: number; text: string } | undefined {
  const { start, end, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof start !== 'number' || typeof end !== 'number' || typeof text !== 'string') return undefined;
  return { start, end, text: text.trim() };
}
