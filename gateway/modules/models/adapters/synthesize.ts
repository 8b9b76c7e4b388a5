import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { SynthesisRequest } from '#gateway/modules/models/ports/models.ts';
import type { ClientResources } from './chat.ts';
import { type BodyReader, limitBody } from './limit-body.ts';
import { type ModelCall, startCall } from './model-call.ts';
import { modelFault } from './model-faults.ts';
import { readJson, sendRequest, typeOf } from './send-request.ts';

/** A third of a second of 48 kHz stereo a character, which is spoken in a twelfth. */
const MAX_BYTES_PER_CHARACTER = 64 * 1024;
const SPARE_BYTES = 4 * 1024 * 1024;
const MIMES = { wav: 'audio/wav', pcm: 'audio/pcm', mp3: 'audio/mpeg' };

export async function synthesize(
  { fetcher, queue, quirks }: ClientResources,
  server: ModelServer,
  order: SynthesisRequest,
  signal?: AbortSignal,
): Promise<{ mime: string; stream: ReadableStream<Uint8Array> }> {
  const { text, voice, language, format } = order;
  const call = await startCall(server, signal, queue);
  try {
    const response = await quirks.sendSupported(server, ['language'], (spared) =>
      sendRequest(fetcher, call, {
        path: '/audio/speech',
        body: JSON.stringify({
          model: server.model,
          input: text,
          voice,
          response_format: format,
          ...(spared.has('language') ? {} : { language }),
        }),
        type: 'application/json',
        accept: 'audio/*',
      }),
    );
    const type = typeOf(response);
    if (/json/.test(type)) await readJson(call, response, SPARE_BYTES);
    if (!/^(?:audio\/|application\/octet-stream|$)/.test(type)) {
      throw modelFault(server, 'model-invalid-response', `type ${type.slice(0, 60)}`);
    }
    const mime = type.startsWith('audio/') ? type.replace(/;.*$/s, '').trim() : MIMES[format];
    const bytes = text.length * MAX_BYTES_PER_CHARACTER + SPARE_BYTES;
    return { mime, stream: await streamToEnd(call, limitBody(call, response, { bytes })) };
  } catch (error) {
    const reason: unknown = call.signal.aborted ? call.signal.reason : error;
    call.release();
    throw reason;
  }
}

/** The audio stream, once its first bytes arrived; the call ends with the stream, or when the reader cancels it. */
async function streamToEnd(call: ModelCall, reader: BodyReader): Promise<ReadableStream<Uint8Array>> {
  let next: ReadableStreamReadResult<Uint8Array> | undefined = await reader.read();
  if (next.done) throw modelFault(call.server, 'model-invalid-response', 'no sound');
  call.clearDeadline();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (!next) call.setDeadline(call.server.silenceSeconds);
          const { done, value } = next ?? (await reader.read());
          next = undefined;
          call.clearDeadline();
          if (!done) return controller.enqueue(value);
          call.release();
          controller.close();
        } catch (error) {
          const reason: unknown = call.signal.aborted ? call.signal.reason : error;
          call.release();
          controller.error(reason);
        }
      },
      cancel: () => call.release(),
    },
    { highWaterMark: 0 },
  );
}
