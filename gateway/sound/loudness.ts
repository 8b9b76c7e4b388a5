/** Samples of one frame, 20 ms at 16,000 Hz: shorter than any sound of speech, longer than one of its waves. */
export const FRAME = 320;
export const FRAMES_A_SECOND = 50;

/** How a stretch of sound is told apart into speech and rest, by the stretch itself. */
export interface Hush {
  /** dB below full scale: frames louder than this are spoken. */
  threshold: number;
  /** True when nothing stands out of the noise and the noise is faint. */
  isSilent: boolean;
}

const QUIETEST = -65;
/** Frames so near to the noise are taken for it, wherever the noise lies. */
const STEP = { least: 4, most: 12, share: 0.3 };
const FAINT = { loudest: -35, range: 8 };
const NOTHING = -60;
/** A click is shorter. */
const LEAST_FRAMES = 5;

/** Loudness of each whole frame and the rest, in dB below full scale; -100 for digital silence. Its mean is taken out: some recorders add one. */
export function loudnessOf(pcm: Int16Array): Float32Array {
  const levels = new Float32Array(Math.ceil(pcm.length / FRAME));
  for (let index = 0; index < levels.length; index++) {
    const frame = pcm.subarray(index * FRAME, (index + 1) * FRAME);
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
export function judgeHush(levels: Float32Array): Hush {
  const sorted = Float32Array.from(levels).sort();
  const at = (index: number) => sorted[Math.max(0, Math.min(sorted.length - 1, index))] ?? -100;
  const noise = Math.max(QUIETEST, at(Math.floor(sorted.length / 10)));
  const loudest = at(sorted.length - LEAST_FRAMES);
  const range = loudest - noise;
  const step = Math.max(STEP.least, Math.min(STEP.most, range * STEP.share));
  const isFaint = loudest < FAINT.loudest && range < FAINT.range;
  return { threshold: noise + step, isSilent: loudest < NOTHING || isFaint };
}

/** Runs of at least `least` frames below the threshold, `end` exclusive. */
export function findPauses(
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
