import { STREAM_CHUNK_LIMITS } from '#contract/limits.ts';
import { toBase64 } from '#gateway/core/base64.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type Call, type CallOf, type EventsOf, routesOf } from '#gateway/http/call.ts';
import type { Charge } from '#gateway/http/charge-meter.ts';
import { reportConsumption } from '#gateway/http/respond.ts';
import type { Ports } from '#gateway/modules/speech/ports/ports.ts';
import { chooseVoice } from '#gateway/modules/speech/services/synthesis/choose-voice.ts';
import { keepAudio } from '#gateway/modules/speech/services/synthesis/keep-audio.ts';
import {
  codePointLength,
  splitForSynthesis,
} from '#gateway/modules/speech/services/synthesis/split-for-synthesis.ts';
import {
  concatSounds,
  resampleTo,
  type SpokenSound,
  secondsOf,
  toFile,
} from '#gateway/modules/speech/services/synthesis/spoken-sound.ts';
import {
  type SynthesisContext,
  synthesizePieces,
} from '#gateway/modules/speech/services/synthesis/synthesize-pieces.ts';
import { createVoices } from '#gateway/modules/speech/services/synthesis/voices.ts';

/** Characters of one call to a speech server: most take some thousand, and shorter ones are done sooner. */
const MAX_SYNTHESIS_CHARACTERS = 1000;
/** Counted, not estimated. */
const EXACT_COST = { estimated: false } as const;

/** Speech synthesis, whole and streamed, and the voices for it. */
export function synthesisRoutes(
  ports: Pick<Ports, 'clock' | 'log' | 'modelServers' | 'models' | 'robotVoice' | 'settings'>,
) {
  const voices = createVoices(ports);
  const choose = async (
    { botId }: Call<Ports>,
    speaker: string,
    language: string,
    field: string,
  ): Promise<SynthesisContext> => {
    const offered = await voices.of(botId);
    const voice = chooseVoice(offered, speaker, language, { speaker: field, language: 'LanguageCode' });
    return { voice, language, server: offered.server };
  };

  return routesOf<Ports>()({
    async synthesize(call) {
      const { TextMessage: text, LanguageCode: language, speaker, session_id } = call.body;
      const characters = codePointLength(text);
      const charge = await call.reserve(characters);
      const speech = await choose(call, speaker, language, 'speaker');
      const file = toFile(await synthesizeWhole(call, speech));
      const audio_url = await keepAudio(call.ports, call.botId, call.origin, file);
      await charge.settle(characters, EXACT_COST);
      const answer = {
        status: 'success' as const,
        audio_url,
        duration_ms: Math.round(file.seconds * 1000),
        characters,
        language,
        speaker,
        output_sr: file.sampleRate,
        session_id: session_id ?? crypto.randomUUID(),
      };
      return { answer };
    },

    async streamSynthesize(call) {
      const { TextMessage, LanguageCode, Speaker } = call.body;
      const charge = await call.reserve(codePointLength(TextMessage));
      const speech = await choose(call, Speaker, LanguageCode, 'Speaker');
      return { events: streamAudioChunks(call, speech, charge) };
    },

    async listVoices({ botId }) {
      const { voices: items, acceptsAny } = await voices.of(botId);
      const answer = { items, acceptsAny };
      return { answer };
    },
  });
}

/** All at the rate of the first piece, unless another is asked for. */
async function synthesizeWhole(
  { ports, body, signal }: CallOf<'synthesize', Ports>,
  speech: SynthesisContext,
): Promise<SpokenSound> {
  const pieces = splitForSynthesis(body.TextMessage, MAX_SYNTHESIS_CHARACTERS);
  const sounds: SpokenSound[] = [];
  for await (const sound of synthesizePieces(ports, speech, pieces, signal))
    sounds.push(await resampleTo(sound, body.output_sr ?? sounds[0]?.sampleRate));
  const joined = concatSounds(sounds);
  const model = speech.server?.model ?? '';
  if (!joined) throw new GatewayFault('model-invalid-response', { purpose: 'speech', model });
  return joined;
}

/** Each piece is a sound file of its own; a client that disconnects pays for the characters of the pieces sent. */
async function* streamAudioChunks(
  call: CallOf<'streamSynthesize', Ports>,
  speech: SynthesisContext,
  charge: Charge,
): EventsOf<'streamSynthesize'> {
  const { ports, body, signal } = call;
  const { TextMessage, OutputSampleRate, StreamChunkSize = STREAM_CHUNK_LIMITS.max } = body;
  const pieces = splitForSynthesis(TextMessage, StreamChunkSize);
  let chunk_id = 0;
  let sent = 0;
  let seconds = 0;
  for await (const sound of synthesizePieces(ports, speech, pieces, signal)) {
    const { bytes } = toFile(await resampleTo(sound, OutputSampleRate));
    sent += codePointLength(pieces[chunk_id] ?? '');
    seconds += secondsOf(sound);
    charge.recordCost(sent, EXACT_COST);
    yield { chunk_id: chunk_id++, audio_data: toBase64(bytes), chunk_size: bytes.byteLength };
  }
  await charge.settle(charge.maxAmount, EXACT_COST);
  yield {
    status: 'complete',
    total_chunks: chunk_id,
    total_duration: Math.round(seconds * 1000) / 1000,
    consumption: await reportConsumption(call),
  };
}
