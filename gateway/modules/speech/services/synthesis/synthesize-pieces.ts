import { joinChunks } from '#common/join-chunks.ts';
import { readWav } from '#common/wav.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { measureMp3 } from '#gateway/engine/sound/measure-mp3.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { Ports } from '#gateway/modules/speech/ports/ports.ts';
import { baseOf } from './choose-voice.ts';
import type { SpokenSound } from './spoken-sound.ts';
import type { Voice } from './voices.ts';

/** Voice, language and server of a synthesis. */
export interface SynthesisContext {
  voice: Voice;
  language: string;
  server: ModelServer | undefined;
}

/** Bytes of one piece of sound: an hour of speech has less. */
const MAX_PIECE_BYTES = 256 * 1024 * 1024;
/** Rates in Hz that a head may state and be believed. */
const VALID_SAMPLE_RATES_HZ = { min: 4_000, max: 192_000 };
/** How many pieces are made ahead of the one that is being taken. */
const PREFETCHED_PIECES = 1;

/** The sounds of these pieces in their order; the next one is made while one is taken. */
export async function* synthesizePieces(
  ports: Pick<Ports, 'models' | 'robotVoice'>,
  speech: SynthesisContext,
  pieces: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<SpokenSound, void, void> {
  const leaving = new AbortController();
  const until = AbortSignal.any([signal, leaving.signal]);
  const begun: Promise<SpokenSound>[] = [];
  const begin = (piece: string | undefined): void => {
    if (piece === undefined) return;
    const sound = synthesizePiece(ports, speech, piece, until);
    // A client that disconnects does not wait for it.
    sound.catch(() => undefined);
    begun.push(sound);
  };
  try {
    for (const piece of pieces.slice(0, PREFETCHED_PIECES)) begin(piece);
    for (const index of pieces.keys()) {
      begin(pieces[index + PREFETCHED_PIECES]);
      const next = begun[index];
      if (next) yield await next;
    }
  } finally {
    leaving.abort();
  }
}

async function synthesizePiece(
  { models, robotVoice }: Pick<Ports, 'models' | 'robotVoice'>,
  { voice, language, server }: SynthesisContext,
  text: string,
  signal: AbortSignal,
): Promise<SpokenSound> {
  if (voice.robot && robotVoice)
    return parseSound(await robotVoice.speak(text, language, signal), 'espeak-ng');
  if (!server) throw new GatewayFault('model-not-configured', { setting: 'FIHRIST_SPEECH_URL' });
  const order = { text, voice: voice.id, language: baseOf(language), format: 'wav' } as const;
  const { stream } = await models.synthesize(server, order, signal);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > MAX_PIECE_BYTES)
      throw new GatewayFault('model-response-too-large', { purpose: 'speech', model: server.model });
    chunks.push(chunk);
  }
  return parseSound(joinChunks(chunks, size), server.model);
}

/** Samples where it is a WAV file, as was asked; some servers send MP3 all the same. Other formats are not taken apart here. */
function parseSound(bytes: Uint8Array, model: string): SpokenSound {
  const wav = readWav(bytes);
  const isSound = wav !== undefined && wav.pcm.length > 0;
  if (isSound && wav.sampleRate >= VALID_SAMPLE_RATES_HZ.min && wav.sampleRate <= VALID_SAMPLE_RATES_HZ.max)
    return { kind: 'samples', ...wav };
  const measured = wav ? undefined : measureMp3(bytes);
  if (!measured) throw new GatewayFault('model-invalid-response', { purpose: 'speech', model });
  return { kind: 'file', bytes, mime: 'audio/mpeg', ...measured };
}
