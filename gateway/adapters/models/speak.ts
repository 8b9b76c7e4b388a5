import type { ModelServer } from '#gateway/model.ts';
import type { SpeakingOrder } from '#gateway/ports.ts';
import { ask, readJson, typeOf } from './ask.ts';
import { type BodyReader, guardBody } from './body.ts';
import { beginCall, type ModelCall } from './call.ts';
import type { Caller } from './chat.ts';
import { modelFault } from './faults.ts';

/** A third of a second of 48 kHz stereo a character, which is spoken in a twelfth. */
const BYTES_A_CHARACTER = 64 * 1024;
const SPARE_BYTES = 4 * 1024 * 1024;
const MIMES = { wav: 'audio/wav', pcm: 'audio/pcm', mp3: 'audio/mpeg' };

export async function speak(
  { fetcher, turns, adaptations }: Caller,
  server: ModelServer,
  order: SpeakingOrder,
  signal?: AbortSignal,
): Promise<{ mime: string; stream: ReadableStream<Uint8Array> }> {
  const { text, voice, language, format } = order;
  const call = await beginCall(server, signal, turns);
  try {
    const response = await adaptations.around(server, ['language'], (spared) =>
      ask(fetcher, call, {
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
      throw modelFault(server, 'model-garbled', `type ${type.slice(0, 60)}`);
    }
    const mime = type.startsWith('audio/') ? type.replace(/;.*$/s, '').trim() : MIMES[format];
    const bytes = text.length * BYTES_A_CHARACTER + SPARE_BYTES;
    return { mime, stream: await untilEnd(call, guardBody(call, response, { bytes })) };
  } catch (error) {
    const reason: unknown = call.signal.aborted ? call.signal.reason : error;
    call.end();
    throw reason;
  }
}

/** The sound from its first bytes on, which are there; the call ends with it, or when nobody takes more of it. */
async function untilEnd(call: ModelCall, reader: BodyReader): Promise<ReadableStream<Uint8Array>> {
  let next: ReadableStreamReadResult<Uint8Array> | undefined = await reader.read();
  if (next.done) throw modelFault(call.server, 'model-garbled', 'no sound');
  call.relax();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (!next) call.expect(call.server.silenceSeconds);
          const { done, value } = next ?? (await reader.read());
          next = undefined;
          call.relax();
          if (!done) return controller.enqueue(value);
          call.end();
          controller.close();
        } catch (error) {
          const reason: unknown = call.signal.aborted ? call.signal.reason : error;
          call.end();
          controller.error(reason);
        }
      },
      cancel: () => call.end(),
    },
    { highWaterMark: 0 },
  );
}
