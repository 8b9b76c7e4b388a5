/** Seconds of one measurement. */
export const WINDOW = 0.1;

/** How loud a tenth of a second was: mean and highest, in decibels below the loudest that can be (0), -100 for silence. */
export type Level = { mean: number; peak: number };

const SILENCE = -100;
const decibels = (amplitude: number) =>
  amplitude <= 0 ? SILENCE : Math.max(SILENCE, 20 * Math.log10(amplitude));

function measure(samples: Float32Array): Level {
  let sum = 0;
  let squares = 0;
  let highest = 0;
  for (const sample of samples) {
    sum += sample;
    squares += sample * sample;
    highest = Math.max(highest, Math.abs(sample));
  }
  // Cheap microphones are off by a constant, which is no sound.
  const offset = sum / samples.length;
  const power = Math.max(0, squares / samples.length - offset * offset);
  return { mean: decibels(Math.sqrt(power)), peak: decibels(highest) };
}

/** Measures samples as they come, a tenth of a second at a time. */
export function createLevels(sampleRate: number): (samples: Float32Array) => Level[] {
  const size = Math.round(sampleRate * WINDOW);
  let kept = new Float32Array();
  return (samples) => {
    const all = new Float32Array(kept.length + samples.length);
    all.set(kept);
    all.set(samples, kept.length);
    const levels: Level[] = [];
    let at = 0;
    for (; at + size <= all.length; at += size) levels.push(measure(all.subarray(at, at + size)));
    kept = all.slice(at);
    return levels;
  };
}

/** Speech at the lips of a microphone lies between -35 and -12; below this nobody is understood. */
const QUIET = -42;
/** So near to the highest value that it was most likely cut there. */
const CUT = -0.3;

export type Loudness = 'waiting' | 'quiet' | 'good' | 'loud';

/** Seconds that are looked at while one speaks. */
const LOOKED_AT = 2;
/** Before this one has hardly drawn breath. */
const BREATH = 1;

/** How loud the last seconds were: cut off at the top in more than one place, or nowhere loud enough. */
export function judgeLevels(levels: readonly Level[]): Loudness {
  const recent = levels.slice(-Math.round(LOOKED_AT / WINDOW));
  if (recent.filter(({ peak }) => peak >= CUT).length > 1) return 'loud';
  const loudest = Math.max(SILENCE, ...recent.map(({ mean }) => mean));
  if (loudest >= QUIET) return 'good';
  return levels.length * WINDOW < BREATH ? 'waiting' : 'quiet';
}

export type Verdict = 'nothing' | 'quiet' | 'loud' | 'good';

/** The same of a whole recording. `nothing`: not even noise, as from a microphone that is switched off. */
export function judgeRecording(levels: readonly Level[]): Verdict {
  const means = levels.map(({ mean }) => mean).sort((one, other) => other - one);
  const loudest = means[0] ?? SILENCE;
  if (loudest < -75) return 'nothing';
  const cut = levels.filter(({ peak }) => peak >= CUT).length;
  if (cut > Math.max(2, levels.length / 20)) return 'loud';
  // Three tenths of a second of voice: a knock on the table is shorter.
  return (means[2] ?? SILENCE) < QUIET ? 'quiet' : 'good';
}
