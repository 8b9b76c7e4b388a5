import type { ModelServer } from '#gateway/model.ts';
import type { Heard, HearingOrder } from '#gateway/ports.ts';
import { ask, readJson } from './ask.ts';
import { beginCall } from './call.ts';
import type { Caller } from './chat.ts';
import { modelFault } from './faults.ts';

const ANSWER_BYTES = 16 * 1024 * 1024;
/** What servers refuse that give no times. */
const TIMES = ['verbose_json', 'response_format', 'timestamp_granularities'] as const;

export async function hear(
  { fetcher, turns, adaptations }: Caller,
  set: ModelServer,
  order: HearingOrder,
  signal?: AbortSignal,
): Promise<Heard> {
  const server = { ...set, model: order.model };
  const call = await beginCall(server, signal, turns);
  try {
    const response = await adaptations.around(server, order.times ? TIMES : [], async (spared) =>
      ask(fetcher, call, {
        path: order.task === 'translate' ? '/audio/translations' : '/audio/transcriptions',
        ...(await writeForm(order, order.times && spared.size === 0)),
        accept: 'application/json',
      }),
    );
    const heard = readHeard(await readJson(call, response, ANSWER_BYTES), order.times);
    if (!heard) throw modelFault(server, 'model-garbled', 'no text');
    return heard;
  } catch (error) {
    throw call.signal.aborted ? call.signal.reason : error;
  } finally {
    call.end();
  }
}

/** As bytes: a form travels through every `fetch` so, also one of another library. */
async function writeForm(
  { wav, model, language, task, before }: HearingOrder,
  times: boolean,
): Promise<{ body: ArrayBuffer; type: string }> {
  const form = new FormData();
  form.set('model', model);
  form.set('response_format', times ? 'verbose_json' : 'json');
  if (times) form.set('timestamp_granularities[]', 'segment');
  if (language !== undefined && task === 'transcribe') form.set('language', language);
  if (before !== undefined && before !== '') form.set('prompt', before);
  form.set('file', new Blob([new Uint8Array(wav)], { type: 'audio/wav' }), 'sound.wav');
  const written = new Response(form);
  return { body: await written.arrayBuffer(), type: written.headers.get('content-type') ?? '' };
}

function readHeard(body: object, times: boolean): Heard | undefined {
  const { text, segments } = body as { text?: unknown; segments?: unknown };
  if (typeof text !== 'string') return undefined;
  const read = times && Array.isArray(segments) ? segments.map(readSegment) : null;
  const isWhole = read !== null && read.every((segment) => segment !== undefined);
  return { text: text.trim(), segments: isWhole ? read : null };
}

function readSegment(value: unknown): { start: number; end: number; text: string } | undefined {
  const { start, end, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof start !== 'number' || typeof end !== 'number' || typeof text !== 'string') return undefined;
  return { start, end, text: text.trim() };
}
