import { STREAM_CHUNK_LIMITS } from '#contract/limits.ts';
import type { voicesSchema } from '#contract/models.ts';
import {
  streamSynthesisRequestSchema,
  synthesisRequestSchema,
  type synthesisResponseSchema,
} from '#contract/speech.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { Charge } from '#gateway/middleware/meter.ts';
import { reportConsumption } from '#gateway/middleware/respond.ts';
import type { Ports } from '#gateway/ports.ts';
import { chooseVoice } from '#gateway/services/speaking/choose-voice.ts';
import { cutSpeech, lengthOf } from '#gateway/services/speaking/cut-speech.ts';
import { keepAudio } from '#gateway/services/speaking/keep-audio.ts';
import { atRate, joinSounds, secondsOf, type Sound, toFile } from '#gateway/services/speaking/sound.ts';
import { type Speech, speakPieces } from '#gateway/services/speaking/speak.ts';
import { createVoices } from '#gateway/services/speaking/voices.ts';
import type * as z from 'zod/mini';

/** Characters of one call to a speech server: most take some thousand, and shorter ones are done sooner. */
const PIECE = 1000;
/** Counted, not estimated. */
const COUNTED = { estimated: false } as const;

/** Speech synthesis, whole and streamed, and the voices for it. */
export function speakingRoutes(ports: Ports) {
  const voices = createVoices(ports);
  const choose = async (
    { botId }: Call,
    speaker: string,
    language: string,
    field: string,
  ): Promise<Speech> => {
    const offered = await voices.of(botId);
    const voice = chooseVoice(offered, speaker, language, { speaker: field, language: 'LanguageCode' });
    return { voice, language, server: offered.server };
  };

  return {
    synthesize: bind({
      body: synthesisRequestSchema,
      async handle(call) {
        const { TextMessage: text, LanguageCode: language, speaker, output_sr, session_id } = call.body;
        const characters = lengthOf(text);
        const charge = await call.begin(characters);
        const speech = await choose(call, speaker, language, 'speaker');
        const sounds: Sound[] = [];
        // All at the rate of the first, unless another is asked for.
        for await (const sound of speakPieces(call.ports, speech, cutSpeech(text, PIECE), call.signal))
          sounds.push(await atRate(sound, output_sr ?? sounds[0]?.sampleRate));
        const joined = joinSounds(sounds);
        if (!joined)
          throw new GatewayFault('model-garbled', { purpose: 'speech', model: speech.server?.model ?? '' });
        const file = toFile(joined);
        const audio_url = await keepAudio(call.ports, call.botId, call.origin, file);
        await charge.settle(characters, COUNTED);
        const response: z.infer<typeof synthesisResponseSchema> = {
          status: 'success',
          audio_url,
          duration_ms: Math.round(file.seconds * 1000),
          characters,
          language,
          speaker,
          output_sr: file.sampleRate,
          session_id: session_id ?? crypto.randomUUID(),
        };
        return { response };
      },
    }),

    streamSynthesize: bind({
      body: streamSynthesisRequestSchema,
      async handle(call) {
        const { TextMessage, LanguageCode, Speaker } = call.body;
        const charge = await call.begin(lengthOf(TextMessage));
        const speech = await choose(call, Speaker, LanguageCode, 'Speaker');
        return { events: streamSounds(call, speech, charge) };
      },
    }),

    listVoices: bind({
      async handle({ botId }) {
        const { voices: items, open } = await voices.of(botId);
        const response: z.infer<typeof voicesSchema> = { items, open };
        return { response };
      },
    }),
  };
}

/** Each piece is a sound file of its own; whoever leaves pays for the characters of those that were sent. */
async function* streamSounds(
  { ports, botId, body, signal }: Call<z.output<typeof streamSynthesisRequestSchema>>,
  speech: Speech,
  charge: Charge,
): AsyncGenerator<object, void, void> {
  const { TextMessage, OutputSampleRate, StreamChunkSize = STREAM_CHUNK_LIMITS.max } = body;
  const pieces = cutSpeech(TextMessage, StreamChunkSize);
  let chunk_id = 0;
  let sent = 0;
  let seconds = 0;
  for await (const sound of speakPieces(ports, speech, pieces, signal)) {
    const { bytes } = toFile(await atRate(sound, OutputSampleRate));
    sent += lengthOf(pieces[chunk_id] ?? '');
    seconds += secondsOf(sound);
    charge.note(sent, COUNTED);
    yield { chunk_id: chunk_id++, audio_data: toBase64(bytes), chunk_size: bytes.byteLength };
  }
  await charge.settle(charge.most, COUNTED);
  yield {
    status: 'complete',
    total_chunks: chunk_id,
    total_duration: Math.round(seconds * 1000) / 1000,
    consumption: await reportConsumption(ports, { botId, ledger: 'speech' }),
  };
}

/** Arguments that one call of a function may have, to be safe everywhere. */
const SLICE = 0x2000;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += SLICE)
    binary += String.fromCharCode(...bytes.subarray(start, start + SLICE));
  return btoa(binary);
}
