import { joinChunks } from '#common/join-chunks.ts';
import { SPEECH_RATE } from '#common/resample.ts';
import { writeWav } from '#common/wav.ts';
import type { PackedSound } from '#gateway/engine/sound/pack-track.ts';
import { type AudioPiece, createSilenceSplitter } from '#gateway/engine/sound/split-at-silences.ts';
import type { AudioFile } from '#gateway/modules/models/ports/models.ts';

/** A piece of a record, in seconds from its beginning; `sound` is null where nobody speaks. */
export interface RecordPiece {
  end: number;
  sound: {
    start: number;
    seconds: number;
    /** Whether decoding measured the duration. */
    isDecoded: boolean;
    file: AudioFile;
  } | null;
}

/** Pieces of a stream of samples, each as soon as it is complete. */
export async function* cutSamples(
  samples: AsyncIterable<Uint8Array>,
): AsyncGenerator<RecordPiece, void, void> {
  const cutter = createSilenceSplitter();
  let odd: Uint8Array = new Uint8Array(0);
  for await (const chunk of samples) {
    const bytes = joinChunks([odd, chunk], odd.length + chunk.length);
    const pcm = new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
    odd = bytes.subarray(pcm.length * 2);
    for (const piece of cutter.push(pcm)) yield toRecordPiece(piece);
  }
  for (const piece of cutter.end()) yield toRecordPiece(piece);
}

function toRecordPiece({ end, spoken }: AudioPiece): RecordPiece {
  const sound = spoken && {
    start: spoken.start / SPEECH_RATE,
    seconds: spoken.pcm.length / SPEECH_RATE,
    isDecoded: true,
    file: { bytes: writeWav(spoken.pcm, SPEECH_RATE), type: 'audio/wav', name: 'sound.wav' },
  };
  return { end: end / SPEECH_RATE, sound };
}

/** The files of a record that is passed on without being decoded, out of a stream of their bytes. */
export async function* cutPacked(
  bytes: AsyncIterable<Uint8Array>,
  { pieces, type, extension }: PackedSound,
): AsyncGenerator<RecordPiece, void, void> {
  const chunks = bytes[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  let start = 0;
  try {
    for (const piece of pieces) {
      const taken = [rest];
      let length = rest.length;
      while (length < piece.bytes) {
        const next = await chunks.next();
        if (next.done) throw new Error('A packed record ends before its last piece');
        taken.push(next.value);
        length += next.value.length;
      }
      const joined = joinChunks(taken, length);
      rest = joined.subarray(piece.bytes);
      const file = { bytes: joined.slice(0, piece.bytes), type, name: `sound.${extension}` };
      const { seconds } = piece;
      yield { end: start + seconds, sound: { start, seconds, isDecoded: false, file } };
      start += seconds;
    }
  } finally {
    await chunks.return?.();
  }
}
