/** Seconds of one measurement. */
export const LEVEL_WINDOW_SECONDS = 0.1;

/** Mean and peak level of a tenth of a second, in dBFS: 0 is the loudest, -100 is silence. */
export type AudioLevel = { mean: number; peak: number };

const SILENCE_DB = -100;
const decibels = (amplitude: number) =>
  amplitude <= 0 ? SILENCE_DB : Math.max(SILENCE_DB, 20 * Math.log10(amplitude));

function measure(samples: Float32Array): AudioLevel {
  let sum = 0;
  let squares = 0;
  let highest = 0;
  for (const sample of samples) {
    sum += sample;
    squares += sample * sample;
    highest = Math.max(highest, Math.abs(sample));
  }
  // Cheap microphones have a DC offset, which is no sound.
  const offset = sum / samples.length;
  const power = Math.max(0, squares / samples.length - offset * offset);
  return { mean: decibels(Math.sqrt(power)), peak: decibels(highest) };
}

/** Measures samples as they come, a tenth of a second at a time. */
export function createLevelMeter(sampleRate: number): (samples: Float32Array) => AudioLevel[] {
  const size = Math.round(sampleRate * LEVEL_WINDOW_SECONDS);
  let remainder = new Float32Array();
  return (samples) => {
    const all = new Float32Array(remainder.length + samples.length);
    all.set(remainder);
    all.set(samples, remainder.length);
    const levels: AudioLevel[] = [];
    let offset = 0;
    for (; offset + size <= all.length; offset += size)
      levels.push(measure(all.subarray(offset, offset + size)));
    remainder = all.slice(offset);
    return levels;
  };
}

/** Speech close to a microphone lies between -35 and -12; below this it is not understood. */
const QUIET_DB = -42;
/** This near to the highest value the sound was most likely clipped. */
const CLIPPING_DB = -0.3;

type Loudness = 'waiting' | 'quiet' | 'good' | 'loud';

/** Seconds of the window judged during speech. */
const LOUDNESS_WINDOW_SECONDS = 2;
/** Seconds before which a quiet recording is not yet judged. */
const WARM_UP_SECONDS = 1;

/** How loud the last seconds were: clipped more than once, too quiet, or good. */
export function classifyLoudness(levels: readonly AudioLevel[]): Loudness {
  const recent = levels.slice(-Math.round(LOUDNESS_WINDOW_SECONDS / LEVEL_WINDOW_SECONDS));
  if (recent.filter(({ peak }) => peak >= CLIPPING_DB).length > 1) return 'loud';
  const loudest = Math.max(SILENCE_DB, ...recent.map(({ mean }) => mean));
  if (loudest >= QUIET_DB) return 'good';
  return levels.length * LEVEL_WINDOW_SECONDS < WARM_UP_SECONDS ? 'waiting' : 'quiet';
}

export type RecordingQuality = 'nothing' | 'quiet' | 'loud' | 'good';

/** How loud a whole recording is. `nothing`: not even noise, as from a microphone that is switched off. */
export function classifyRecording(levels: readonly AudioLevel[]): RecordingQuality {
  const means = levels.map(({ mean }) => mean).sort((a, b) => b - a);
  const loudest = means[0] ?? SILENCE_DB;
  if (loudest < -75) return 'nothing';
  const clipped = levels.filter(({ peak }) => peak >= CLIPPING_DB).length;
  if (clipped > Math.max(2, levels.length / 20)) return 'loud';
  // Three tenths of a second of voice: a knock on the table is shorter.
  return (means[2] ?? SILENCE_DB) < QUIET_DB ? 'quiet' : 'good';
}

/** Seconds of silence that end an utterance. */
export const END_SILENCE_SECONDS = 1.5;
/** Seconds of silence after which a recording without speech gives up. */
export const NO_SPEECH_TIMEOUT_SECONDS = 10;

/** Decibels that a voice is above the noise of the room. */
const SPEECH_MARGIN_DB = 10;
const NOISE_FLOOR_DB = { lowest: -70, highest: -45, share: 0.1 };
/** Windows of voice in a row that count as speech and not as a knock. */
const MIN_SPEECH_WINDOWS = 2;

export type VoiceActivity = {
  /** Seconds since speech was last heard; undefined before any speech. */
  silence: number | undefined;
  /** Whether the silence is long enough to end the recording. */
  ended: boolean;
  /** Whether nobody spoke at all. */
  timedOut: boolean;
};

/** Detects in the levels so far whether somebody spoke and has finished. */
export function detectVoiceActivity(levels: readonly AudioLevel[]): VoiceActivity {
  const sorted = levels.map(({ mean }) => mean).sort((a, b) => a - b);
  const low = sorted[Math.floor(sorted.length * NOISE_FLOOR_DB.share)] ?? NOISE_FLOOR_DB.lowest;
  const floor = Math.min(NOISE_FLOOR_DB.highest, Math.max(NOISE_FLOOR_DB.lowest, low));
  let consecutive = 0;
  let last = -1;
  for (const [index, { mean }] of levels.entries()) {
    consecutive = mean >= floor + SPEECH_MARGIN_DB ? consecutive + 1 : 0;
    if (consecutive >= MIN_SPEECH_WINDOWS) last = index;
  }
  const seconds = levels.length * LEVEL_WINDOW_SECONDS;
  if (last < 0) return { silence: undefined, ended: false, timedOut: seconds >= NO_SPEECH_TIMEOUT_SECONDS };
  const silence = Math.round((levels.length - 1 - last) * LEVEL_WINDOW_SECONDS * 10) / 10;
  return { silence, ended: silence >= END_SILENCE_SECONDS, timedOut: false };
}
