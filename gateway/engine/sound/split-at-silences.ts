/** Samples of one frame, 20 ms at 16,000 Hz: shorter than any sound of speech, longer than one of its waves. */
const FRAME_SAMPLES = 320;
const FRAMES_PER_SECOND = 50;

/** How a stretch of sound is told apart into speech and rest, by the stretch itself. */
interface SilenceThreshold {
  /** dB below full scale: frames louder than this are spoken. */
  threshold: number;
  /** True when nothing stands out of the noise and the noise is faint. */
  isSilent: boolean;
}

const MIN_THRESHOLD_DB = -65;
/** Frames so near to the noise are taken for it, wherever the noise lies. */
const NOISE_MARGIN_DB = { min: 4, max: 12, share: 0.3 };
const FAINT_NOISE_DB = { loudest: -35, range: 8 };
const SILENT_DB = -60;
/** A click is shorter. */
const MIN_SPEECH_FRAMES = 5;

/** Loudness of each whole frame and the rest, in dB below full scale; -100 for digital silence. Its mean is taken out: some recorders add one. */
function loudnessOf(pcm: Int16Array): Float32Array {
  const levels = new Float32Array(Math.ceil(pcm.length / FRAME_SAMPLES));
  for (let index = 0; index < levels.length; index++) {
    const frame = pcm.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES);
    let sum = 0;
    let squares = 0;
    for (const sample of frame) {
      sum += sample;
      squares += sample * sample;
    }
    const mean = sum / frame.length;
    const power = Math.max(0, squares / frame.length - mean * mean) / (32_768 * 32_768);
    levels[index] = Math.max(-100, 10 * Math.log10(power + 1e-10));
  }
  return levels;
}

/** The noise is what the quietest tenth of the frames have; speech stands some decibels above it. */
function detectSilence(levels: Float32Array): SilenceThreshold {
  const sorted = Float32Array.from(levels).sort();
  const levelAt = (index: number) => sorted[Math.max(0, Math.min(sorted.length - 1, index))] ?? -100;
  const noise = Math.max(MIN_THRESHOLD_DB, levelAt(Math.floor(sorted.length / 10)));
  const loudest = levelAt(sorted.length - MIN_SPEECH_FRAMES);
  const range = loudest - noise;
  const step = Math.max(NOISE_MARGIN_DB.min, Math.min(NOISE_MARGIN_DB.max, range * NOISE_MARGIN_DB.share));
  const isFaint = loudest < FAINT_NOISE_DB.loudest && range < FAINT_NOISE_DB.range;
  return { threshold: noise + step, isSilent: loudest < SILENT_DB || isFaint };
}

/** Runs of at least `least` frames below the threshold, `end` exclusive. */
function findPauses(
  levels: Float32Array,
  threshold: number,
  least: number,
): { start: number; end: number }[] {
  const pauses: { start: number; end: number }[] = [];
  let start = 0;
  for (let index = 0; index <= levels.length; index++) {
    if (index < levels.length && (levels[index] ?? 0) < threshold) continue;
    if (index - start >= least) pauses.push({ start, end: index });
    start = index + 1;
  }
  return pauses;
}

/** A stretch of a record. Samples from its beginning, at 16,000 Hz; pieces follow one another without a gap. */
export interface AudioPiece {
  start: number;
  end: number;
  /** What is spoken within it, with a little before and after; null: nobody speaks. */
  spoken: { start: number; pcm: Int16Array } | null;
}

interface SilenceSplitter {
  /** Pieces completed by these samples. */
  push(pcm: Int16Array): AudioPiece[];
  /** The rest. */
  end(): AudioPiece[];
}

/** Frames of a piece. Models hear thirty seconds at a time; short pieces lack the words around them. */
const MIN_PIECE_FRAMES = 5 * FRAMES_PER_SECOND;
const MAX_PIECE_FRAMES = 25 * FRAMES_PER_SECOND;
/** Between sentences, and between words: frames. */
const SENTENCE_PAUSE_FRAMES = 22;
const WORD_PAUSE_FRAMES = 7;
/** So many seconds in, a pause between words will do if none between sentences comes. */
const PREFERRED_PIECE_FRAMES = 15 * FRAMES_PER_SECOND;
/** Where there is no pause at all, the quietest tenth of a second is the least bad place. */
const QUIET_WINDOW_FRAMES = 5;
/** Kept before and behind what is spoken: soft beginnings and ends. */
const MARGIN_FRAMES = 15;
/** Of so many frames in a row most are loud where somebody speaks. */
const SPEECH_RUN_FRAMES = 5;
const MIN_LOUD_FRAMES = 3;

/**
 * Cuts a record into pieces of 5 to 25 s in the middle of pauses: of the first one between sentences, else of the longest
 * one between words, else where it is quietest. What a pause is, the noise around it decides.
 */
export function createSilenceSplitter(): SilenceSplitter {
  let held = new Int16Array(0);
  let start = 0;

  function cut(frames: number, levels: Float32Array): AudioPiece {
    const length = Math.min(held.length, frames * FRAME_SAMPLES);
    const pcm = held.slice(0, length);
    const spoken = detectSpeech(pcm, levels.subarray(0, frames));
    const piece = {
      start,
      end: start + length,
      spoken: spoken && { ...spoken, start: start + spoken.start },
    };
    held = held.slice(length);
    start += length;
    return piece;
  }

  function take(isLast: boolean): AudioPiece[] {
    const pieces: AudioPiece[] = [];
    const least = isLast ? 1 : MAX_PIECE_FRAMES * FRAME_SAMPLES;
    while (held.length >= least) {
      const levels = loudnessOf(held.subarray(0, MAX_PIECE_FRAMES * FRAME_SAMPLES));
      const isRest = isLast && held.length <= MAX_PIECE_FRAMES * FRAME_SAMPLES;
      pieces.push(cut(chooseSplitFrame(levels, isRest), levels));
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
function chooseSplitFrame(levels: Float32Array, isRest: boolean): number {
  const { threshold } = detectSilence(levels);
  const middles = findPauses(levels, threshold, WORD_PAUSE_FRAMES)
    .map(({ start, end }) => ({ frame: Math.round((start + end) / 2), length: end - start }))
    .filter(
      ({ frame }) => frame >= MIN_PIECE_FRAMES && (!isRest || frame <= levels.length - MIN_PIECE_FRAMES),
    );
  const sentence = middles.find(({ length }) => length >= SENTENCE_PAUSE_FRAMES);
  if (sentence && (sentence.frame <= PREFERRED_PIECE_FRAMES || isRest)) return sentence.frame;
  if (isRest) return levels.length;
  const longest = middles.reduce<{ frame: number; length: number } | undefined>(
    (best, pause) => (best && best.length >= pause.length ? best : pause),
    undefined,
  );
  return longest?.frame ?? quietest(levels);
}

function quietest(levels: Float32Array): number {
  let best = levels.length;
  let least = Number.POSITIVE_INFINITY;
  for (let start = Math.floor(MAX_PIECE_FRAMES / 2); start + QUIET_WINDOW_FRAMES <= levels.length; start++) {
    const sum = levels
      .subarray(start, start + QUIET_WINDOW_FRAMES)
      .reduce((total, level) => total + level, 0);
    if (sum >= least) continue;
    least = sum;
    best = start + Math.floor(QUIET_WINDOW_FRAMES / 2);
  }
  return best;
}

/** From the first to the last frames in a row that are spoken. */
function detectSpeech(pcm: Int16Array, levels: Float32Array): { start: number; pcm: Int16Array } | null {
  const { threshold, isSilent } = detectSilence(levels);
  if (isSilent) return null;
  const isSpeech = (from: number): boolean =>
    levels.subarray(from, from + SPEECH_RUN_FRAMES).filter((level) => level >= threshold).length >=
    MIN_LOUD_FRAMES;
  let first = 0;
  while (first < levels.length && !isSpeech(first)) first++;
  if (first === levels.length) return null;
  let last = levels.length - 1;
  while (last > first && !isSpeech(last)) last--;
  const from = Math.max(0, first - MARGIN_FRAMES) * FRAME_SAMPLES;
  const to = Math.min(pcm.length, (last + SPEECH_RUN_FRAMES + MARGIN_FRAMES) * FRAME_SAMPLES);
  return { start: from, pcm: pcm.slice(from, to) };
}
