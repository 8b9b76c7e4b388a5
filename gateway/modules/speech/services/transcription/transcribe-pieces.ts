import { type AudioPiece, createSilenceSplitter } from '#gateway/engine/sound/split-at-silences.ts';
import { SPEECH_RATE } from '#src/common/resample.ts';
import { writeWav } from '#src/common/wav.ts';
import type { Transcriber } from './select-transcriber.ts';
import { joinChunks } from '#src/common/join-chunks.ts';

/** What was said in a piece, seconds from the beginning of the record. `cues` is null where the server tells no times. */
interface TranscribedPiece {
  end: number;
  text: string;
  cues: { start: number; end: number; text: string }[] | null;
}

/** The next piece is begun while one is heard; more would gain little and cost whoever leaves. */
const MAX_CONCURRENT_PIECES = 2;
/** Characters of what was said before, for a better start. */
const MAX_PROMPT_CHARACTERS = 200;

/**
 * Transcribes the pieces in order. Pieces without speech are not sent: models make up words for silence.
 * Leaving the generator, or the signal, ends the calls under way.
 */
export async function* transcribePieces(
  transcriber: Transcriber,
  pieces: AsyncIterable<AudioPiece>,
  times: boolean,
  signal: AbortSignal,
): AsyncGenerator<TranscribedPiece, void, void> {
  const leaving = new AbortController();
  const ending = AbortSignal.any([signal, leaving.signal]);
  const source = pieces[Symbol.asyncIterator]();
  const inFlight: Promise<TranscribedPiece>[] = [];
  let said = '';
  let isOver = false;
  try {
    for (;;) {
      while (!isOver && inFlight.length < MAX_CONCURRENT_PIECES) {
        const next = await source.next();
        isOver = next.done === true;
        if (next.done) break;
        const call = transcribePiece(
          transcriber,
          next.value,
          times,
          said.slice(-MAX_PROMPT_CHARACTERS),
          ending,
        );
        // A client that disconnects does not wait for it.
        call.catch(() => undefined);
        inFlight.push(call);
      }
      const first = inFlight.shift();
      if (!first) return;
      const heard = await first;
      said = joinTranscripts(said, heard.text);
      yield heard;
    }
  } finally {
    leaving.abort();
    await source.return?.();
  }
}

async function transcribePiece(
  transcriber: Transcriber,
  { end, spoken }: AudioPiece,
  times: boolean,
  before: string,
  signal: AbortSignal,
): Promise<TranscribedPiece> {
  const endSeconds = end / SPEECH_RATE;
  if (!spoken) return { end: endSeconds, text: '', cues: [] };
  const wav = writeWav(spoken.pcm, SPEECH_RATE);
  const { text, segments } = await transcriber(
    { wav, times, ...(before === '' ? {} : { prompt: before }) },
    signal,
  );
  const offset = spoken.start / SPEECH_RATE;
  const longest = spoken.pcm.length / SPEECH_RATE;
  const within = (seconds: number) => offset + Math.max(0, Math.min(longest, seconds));
  const cues = segments?.map((segment) => ({
    start: within(segment.start),
    end: within(Math.max(segment.start, segment.end)),
    text: segment.text.trim(),
  }));
  return {
    end: endSeconds,
    text: text.trim(),
    cues: cues?.filter(({ text: words }) => words !== '') ?? null,
  };
}

/** Pieces of a stream of samples, each as soon as it is complete. */
export async function* cutSound(samples: AsyncIterable<Uint8Array>): AsyncGenerator<AudioPiece, void, void> {
  const cutter = createSilenceSplitter();
  let odd: Uint8Array = new Uint8Array(0);
  for await (const chunk of samples) {
    const bytes = joinChunks([odd, chunk], odd.length + chunk.length);
    const pcm = new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
    odd = bytes.subarray(pcm.length * 2);
    yield* cutter.push(pcm);
  }
  yield* cutter.end();
}

/** Scripts that are written without spaces between words. */
const SPACELESS_SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** What was said, and what was said next. */
export function joinTranscripts(before: string, next: string): string {
  if (before === '' || next === '') return before + next;
  const isUnspaced = SPACELESS_SCRIPTS.test(before.at(-1) ?? '') && SPACELESS_SCRIPTS.test(next.charAt(0));
  return isUnspaced || /[。！？、]$/u.test(before) ? before + next : `${before} ${next}`;
}
