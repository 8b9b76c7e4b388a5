import type { Piece } from '#gateway/sound/cut-at-silences.ts';
import { writeWav } from '#gateway/sound/wav.ts';
import { HEARD_RATE } from './decode-record.ts';
import type { Ear } from './find-ear.ts';
import { joinSpoken } from './join-spoken.ts';

/** What was said in a piece, seconds from the beginning of the record. `cues` is null where the server tells no times. */
export interface HeardPiece {
  end: number;
  text: string;
  cues: { start: number; end: number; text: string }[] | null;
}

/** The next piece is begun while one is heard; more would gain little and cost whoever leaves. */
const AT_ONCE = 2;
/** Characters of what was said before, for a better start. */
const BEFORE = 200;

/**
 * Hears the pieces in their order. Pieces in which nobody speaks are not sent anywhere: models make up words for silence.
 * Leaving the generator, or the signal, ends the calls under way.
 */
export async function* hearPieces(
  ear: Ear,
  pieces: AsyncIterable<Piece>,
  times: boolean,
  signal: AbortSignal,
): AsyncGenerator<HeardPiece, void, void> {
  const leaving = new AbortController();
  const ending = AbortSignal.any([signal, leaving.signal]);
  const source = pieces[Symbol.asyncIterator]();
  const underWay: Promise<HeardPiece>[] = [];
  let said = '';
  let isOver = false;
  try {
    for (;;) {
      while (!isOver && underWay.length < AT_ONCE) {
        const next = await source.next();
        isOver = next.done === true;
        if (next.done) break;
        const call = hear(ear, next.value, times, said.slice(-BEFORE), ending);
        // Whoever leaves does not wait for it.
        call.catch(() => undefined);
        underWay.push(call);
      }
      const first = underWay.shift();
      if (!first) return;
      const heard = await first;
      said = joinSpoken(said, heard.text);
      yield heard;
    }
  } finally {
    leaving.abort();
    await source.return?.();
  }
}

async function hear(
  ear: Ear,
  { end, spoken }: Piece,
  times: boolean,
  before: string,
  signal: AbortSignal,
): Promise<HeardPiece> {
  const endSeconds = end / HEARD_RATE;
  if (!spoken) return { end: endSeconds, text: '', cues: [] };
  const wav = writeWav(spoken.pcm, HEARD_RATE);
  const { text, segments } = await ear({ wav, times, ...(before === '' ? {} : { before }) }, signal);
  const offset = spoken.start / HEARD_RATE;
  const longest = spoken.pcm.length / HEARD_RATE;
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
