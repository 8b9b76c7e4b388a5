import * as z from 'zod/mini';
import { parseResponse } from '#contract/mismatch.ts';
import {
  audioChunkEventSchema,
  audioCompleteEventSchema,
  partialEventSchema,
  speechCompleteEventSchema,
  transcriptEventSchema,
} from '#contract/speech.ts';
import { CutStream } from './errors.ts';
import { readEvents } from './event-stream.ts';
import { throwFaultEvent } from './fault-event.ts';

/** What a foreign completion leaves out is not known; that it is one, its `status` says. */
const completionSchema = z.partial(speechCompleteEventSchema, { duration: true, consumption: true });
const audioCompletionSchema = z.partial(audioCompleteEventSchema, {
  total_chunks: true,
  total_duration: true,
  consumption: true,
});
const audioSchema = z.pick(audioChunkEventSchema, { audio_data: true });

export type SpeechEvent =
  | z.infer<typeof partialEventSchema>
  | z.infer<typeof transcriptEventSchema>
  | z.infer<typeof completionSchema>;
export type AudioEvent = { sound: Blob } | z.infer<typeof audioCompletionSchema>;

export type Events = { endpoint: string; response: Response; requestId: string | undefined };

const check = <Schema extends z.ZodMiniType>({ endpoint }: Events, schema: Schema, value: unknown) =>
  parseResponse(endpoint, schema, value);

/** Events up to the completion, which is told by its `status`. A fault event is thrown as its error, an end before the completion as a cut stream. */
async function* readUntilComplete(events: Events): AsyncGenerator<object> {
  for await (const event of readEvents(events.endpoint, events.response)) {
    throwFaultEvent(event, events);
    yield event;
    if ('status' in event) return;
  }
  throw new CutStream();
}

/**
 * The checked events of streamed speech to text (6.2). Several in one object, and keys we do not know, are read too; what
 * came before a fault or a cut was yielded.
 */
export async function* readSpeechEvents(events: Events): AsyncGenerator<SpeechEvent> {
  for await (const event of readUntilComplete(events)) {
    if ('partial' in event) yield check(events, partialEventSchema, event);
    if ('final' in event) yield check(events, transcriptEventSchema, event);
    if ('status' in event) yield check(events, completionSchema, event);
  }
}

/** The sounds of streamed text to speech, each a file of its own, and its completion. */
export async function* readAudioEvents(events: Events): AsyncGenerator<AudioEvent> {
  for await (const event of readUntilComplete(events)) {
    if ('audio_data' in event) yield { sound: soundOf(check(events, audioSchema, event).audio_data) };
    if ('status' in event) yield check(events, audioCompletionSchema, event);
  }
}

function soundOf(base64: string): Blob {
  const binary = atob(base64);
  return new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))]);
}
