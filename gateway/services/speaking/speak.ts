import { GatewayFault } from '#gateway/errors.ts';
import { joinChunks } from '#gateway/join-chunks.ts';
import type { ModelServer } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { measureMp3 } from '#gateway/sound/measure-mp3.ts';
import { readWav } from '#gateway/sound/wav.ts';
import { baseOf } from './choose-voice.ts';
import type { Sound } from './sound.ts';
import type { Voice } from './voices.ts';

/** What is to be spoken, by whom. */
export interface Speech {
  voice: Voice;
  language: string;
  server: ModelServer | undefined;
}

/** Bytes of one piece of sound: an hour of speech has less. */
const LONGEST = 256 * 1024 * 1024;
/** Rates in Hz that a head may state and be believed. */
const RATES = { min: 4_000, max: 192_000 };
/** How many pieces are made ahead of the one that is being taken. */
const AHEAD = 1;

/** The sounds of these pieces in their order; the next one is made while one is taken. */
export async function* speakPieces(
  ports: Pick<Ports, 'models' | 'robot'>,
  speech: Speech,
  pieces: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Sound, void, void> {
  const leaving = new AbortController();
  const until = AbortSignal.any([signal, leaving.signal]);
  const begun: Promise<Sound>[] = [];
  const begin = (piece: string | undefined): void => {
    if (piece === undefined) return;
    const sound = speakPiece(ports, speech, piece, until);
    // Whoever leaves does not wait for it.
    sound.catch(() => undefined);
    begun.push(sound);
  };
  try {
    for (const piece of pieces.slice(0, AHEAD)) begin(piece);
    for (const index of pieces.keys()) {
      begin(pieces[index + AHEAD]);
      const next = begun[index];
      if (next) yield await next;
    }
  } finally {
    leaving.abort();
  }
}

async function speakPiece(
  { models, robot }: Pick<Ports, 'models' | 'robot'>,
  { voice, language, server }: Speech,
  text: string,
  signal: AbortSignal,
): Promise<Sound> {
  if (voice.robot && robot) return soundOf(await robot.speak(text, language, signal), 'espeak-ng');
  if (!server) throw new GatewayFault('model-missing', { setting: 'FIHRIST_SPEECH_URL' });
  const order = { text, voice: voice.id, language: baseOf(language), format: 'wav' } as const;
  const { stream } = await models.speak(server, order, signal);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > LONGEST) throw new GatewayFault('model-excessive', { purpose: 'speech', model: server.model });
    chunks.push(chunk);
  }
  return soundOf(joinChunks(chunks, size), server.model);
}

/** Samples where it is a WAV file, as was asked; some servers send MP3 all the same. Other formats are not taken apart here. */
function soundOf(bytes: Uint8Array, model: string): Sound {
  const wav = readWav(bytes);
  const isSound = wav !== undefined && wav.pcm.length > 0;
  if (isSound && wav.sampleRate >= RATES.min && wav.sampleRate <= RATES.max)
    return { kind: 'samples', ...wav };
  const measured = wav ? undefined : measureMp3(bytes);
  if (!measured) throw new GatewayFault('model-garbled', { purpose: 'speech', model });
  return { kind: 'file', bytes, mime: 'audio/mpeg', ...measured };
}
