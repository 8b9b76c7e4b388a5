/** The sample rate that speech models take, in Hz. */
export const SPEECH_RATE = 16_000;

/** Zero crossings of the sinc on either side, at the lower of both rates. */
const ZERO_CROSSINGS = 16;
/** Where the low-pass begins to fall, as a share of the lower Nyquist frequency. */
const PASSBAND = 0.92;
/** Kaiser window: beyond the lower Nyquist frequency about -80 dB. */
const KAISER_BETA = 8;
/** A ratio with more phases than this takes the nearest of these. */
const PHASE_LIMIT = 1024;

/** Resamples piece by piece: the joined output equals that of one piece. */
interface Resampler {
  /** Adds samples and returns the resampled output that is complete. */
  push: (samples: Float32Array) => Float32Array;
  /** The remaining samples. Nothing may follow. */
  end: () => Float32Array;
}

/** A windowed-sinc resampler of mono samples; rates in Hz, whole and at least 1. */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (samples) => samples, end: () => new Float32Array(0) };
  const divisor = gcd(from, to);
  const up = to / divisor;
  const down = from / divisor;
  const { table, half, phases } = phaseTable(up, Math.min(1, to / from));
  const taps = half * 2;
  // `held[0]` is the sample at position `first`; before the start there is silence.
  let held = new Float32Array(half);
  let first = -half;
  let received = 0;
  let produced = 0;
  let position = 0;
  let phase = 0;

  function drain(samples: Float32Array, upTo: number): Float32Array {
    const joined = new Float32Array(held.length + samples.length);
    joined.set(held);
    joined.set(samples, held.length);
    const end = first + joined.length;
    const capacity = Math.max(0, Math.min(upTo - produced, Math.ceil(((end - position) * up) / down) + 1));
    const out = new Float32Array(capacity);
    let count = 0;
    while (produced < upTo && position + half < end) {
      const row = (phases === up ? phase : Math.min(phases - 1, Math.floor((phase * phases) / up))) * taps;
      const start = position - half + 1 - first;
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += (joined[start + tap] ?? 0) * (table[row + tap] ?? 0);
      out[count++] = sum;
      produced++;
      phase += down;
      position += Math.floor(phase / up);
      phase %= up;
    }
    const keep = Math.min(joined.length, Math.max(0, position - half + 1 - first));
    held = joined.slice(keep);
    first += keep;
    return out.subarray(0, count);
  }

  return {
    push(samples) {
      received += samples.length;
      return drain(samples, Number.POSITIVE_INFINITY);
    },
    end: () => drain(new Float32Array(half + 1), Math.round((received * up) / down)),
  };
}

/** Mono 16-bit samples at another rate; rates in Hz. */
export function resample(pcm: Int16Array, from: number, to: number): Int16Array {
  if (from === to) return pcm;
  const resampler = createResampler(from, to);
  return joinSamples([resampler.push(toFloats(pcm)), resampler.end()].map(toPcm16));
}

/** Concatenates samples of one rate. */
export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const pcm = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    pcm.set(part, offset);
    offset += part.length;
  }
  return pcm;
}

/** 16-bit samples as numbers of -1 to 1. */
export function toFloats(pcm: Int16Array): Float32Array {
  return Float32Array.from(pcm, (sample) => sample / 32768);
}

/** Samples of -1 to 1 as 16-bit ones; louder ones are clipped, NaN is silence. */
export function toPcm16(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index++) {
    const sample = Math.round((samples[index] ?? 0) * 32768);
    pcm[index] = sample > 32767 ? 32767 : sample < -32768 ? -32768 : sample;
  }
  return pcm;
}

function phaseTable(up: number, scale: number) {
  const phases = Math.min(up, PHASE_LIMIT);
  const half = Math.ceil(ZERO_CROSSINGS / scale);
  const taps = half * 2;
  const cutoff = scale * PASSBAND;
  const table = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap - half + 1 - phase / phases;
      const weight = sinc(distance * cutoff) * kaiser(distance / half);
      table[phase * taps + tap] = weight;
      sum += weight;
    }
    for (let tap = phase * taps; tap < (phase + 1) * taps; tap++) table[tap] = (table[tap] ?? 0) / sum;
  }
  return { table, half, phases };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA);
}

/** The modified Bessel function of order 0, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
