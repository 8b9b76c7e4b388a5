import { FRAME, FRAMES_A_SECOND, findPauses, judgeHush, loudnessOf } from './loudness.ts';

/** A stretch of a record. Samples from its beginning, at 16,000 Hz; pieces follow one another without a gap. */
export interface Piece {
  start: number;
  end: number;
  /** What is spoken within it, with a little before and after; null: nobody speaks. */
  spoken: { start: number; pcm: Int16Array } | null;
}

export interface Cutter {
  /** Pieces that are complete with these samples. */
  push(pcm: Int16Array): Piece[];
  /** The rest. */
  end(): Piece[];
}

/** Frames of a piece. Models hear thirty seconds at a time; short pieces lack the words around them. */
const SHORTEST = 5 * FRAMES_A_SECOND;
const LONGEST = 25 * FRAMES_A_SECOND;
/** Between sentences, and between words: frames. */
const LONG_PAUSE = 22;
const SHORT_PAUSE = 7;
/** So many seconds in, a pause between words will do if none between sentences comes. */
const PATIENCE = 15 * FRAMES_A_SECOND;
/** Where there is no pause at all, the quietest tenth of a second is the least bad place. */
const QUIET_WINDOW = 5;
/** Kept before and behind what is spoken: soft beginnings and ends. */
const MARGIN = 15;
/** Of so many frames in a row most are loud where somebody speaks. */
const SPEECH_RUN = 5;
const LOUD_OF_RUN = 3;

/**
 * Cuts a record into pieces of 5 to 25 s in the middle of pauses: of the first one between sentences, else of the longest
 * one between words, else where it is quietest. What a pause is, the noise around it decides.
 */
export function createCutter(): Cutter {
  let held = new Int16Array(0);
  let start = 0;

  function cut(frames: number, levels: Float32Array): Piece {
    const length = Math.min(held.length, frames * FRAME);
    const pcm = held.slice(0, length);
    const spoken = findSpeech(pcm, levels.subarray(0, frames));
    const piece = {
      start,
      end: start + length,
      spoken: spoken && { ...spoken, start: start + spoken.start },
    };
    held = held.slice(length);
    start += length;
    return piece;
  }

  function take(isLast: boolean): Piece[] {
    const pieces: Piece[] = [];
    const least = isLast ? 1 : LONGEST * FRAME;
    while (held.length >= least) {
      const levels = loudnessOf(held.subarray(0, LONGEST * FRAME));
      const isRest = isLast && held.length <= LONGEST * FRAME;
      pieces.push(cut(chooseCut(levels, isRest), levels));
    }
    return pieces;
  }

  return {
    push(pcm) {
      const joined = new Int16Array(held.length + pcm.length);
      joined.set(held);
      joined.set(pcm, held.length);
      held = joined;
      return take(false);
    },
    end: () => take(true),
  };
}

/** After how many frames of this window the piece ends. */
export function chooseCut(levels: Float32Array, isRest: boolean): number {
  const { threshold } = judgeHush(levels);
  const middles = findPauses(levels, threshold, SHORT_PAUSE)
    .map(({ start, end }) => ({ at: Math.round((start + end) / 2), length: end - start }))
    .filter(({ at }) => at >= SHORTEST && (!isRest || at <= levels.length - SHORTEST));
  const sentence = middles.find(({ length }) => length >= LONG_PAUSE);
  if (sentence && (sentence.at <= PATIENCE || isRest)) return sentence.at;
  if (isRest) return levels.length;
  const longest = middles.reduce<{ at: number; length: number } | undefined>(
    (best, one) => (best && best.length >= one.length ? best : one),
    undefined,
  );
  return longest?.at ?? quietest(levels);
}

function quietest(levels: Float32Array): number {
  let best = levels.length;
  let least = Number.POSITIVE_INFINITY;
  for (let at = Math.floor(LONGEST / 2); at + QUIET_WINDOW <= levels.length; at++) {
    const sum = levels.subarray(at, at + QUIET_WINDOW).reduce((total, level) => total + level, 0);
    if (sum >= least) continue;
    least = sum;
    best = at + Math.floor(QUIET_WINDOW / 2);
  }
  return best;
}

/** From the first to the last frames in a row that are spoken. */
function findSpeech(pcm: Int16Array, levels: Float32Array): { start: number; pcm: Int16Array } | null {
  const { threshold, isSilent } = judgeHush(levels);
  if (isSilent) return null;
  const isSpeech = (from: number): boolean =>
    levels.subarray(from, from + SPEECH_RUN).filter((level) => level >= threshold).length >= LOUD_OF_RUN;
  let first = 0;
  while (first < levels.length && !isSpeech(first)) first++;
  if (first === levels.length) return null;
  let last = levels.length - 1;
  while (last > first && !isSpeech(last)) last--;
  const from = Math.max(0, first - MARGIN) * FRAME;
  const to = Math.min(pcm.length, (last + SPEECH_RUN + MARGIN) * FRAME);
  return { start: from, pcm: pcm.slice(from, to) };
}
