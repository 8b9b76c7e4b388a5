import type { RecordPiece } from './cut-record.ts';
import type { Transcriber } from './select-transcriber.ts';

/** What was said in a piece, seconds from the beginning of the record. `cues` is null where the server tells no times. */
interface TranscribedPiece {
  end: number;
  /** By how much what a server reports exceeds the seconds of a piece that it decoded; negative where it reports less. */
  extraSeconds: number;
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
  pieces: AsyncIterable<RecordPiece>,
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
      const piece = await first;
      said = joinTranscripts(said, piece.text);
      yield piece;
    }
  } finally {
    leaving.abort();
    await source.return?.();
  }
}

async function transcribePiece(
  transcriber: Transcriber,
  { end, sound }: RecordPiece,
  times: boolean,
  before: string,
  signal: AbortSignal,
): Promise<TranscribedPiece> {
  if (!sound) return { end, extraSeconds: 0, text: '', cues: [] };
  const { file, start, seconds, isDecoded } = sound;
  const prompt = before === '' ? {} : { prompt: before };
  const { text, segments, seconds: billed } = await transcriber({ file, times, ...prompt }, signal);
  const within = (second: number) => start + Math.max(0, Math.min(seconds, second));
  const cues = segments?.map((segment) => ({
    start: within(segment.start),
    end: within(Math.max(segment.start, segment.end)),
    text: segment.text.trim(),
  }));
  return {
    end,
    extraSeconds: isDecoded || billed === null ? 0 : billed - seconds,
    text: text.trim(),
    cues: cues?.filter(({ text: words }) => words !== '') ?? null,
  };
}

/** Scripts that are written without spaces between words. */
const SPACELESS_SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Joins the transcript so far with the next piece. */
export function joinTranscripts(before: string, next: string): string {
  if (before === '' || next === '') return before + next;
  const isUnspaced = SPACELESS_SCRIPTS.test(before.at(-1) ?? '') && SPACELESS_SCRIPTS.test(next.charAt(0));
  return isUnspaced || /[。！？、]$/u.test(before) ? before + next : `${before} ${next}`;
}
