import { createResampler, SPEECH_RATE, toPcm16 } from '#common/resample.ts';
import { AudioDecodeError } from './audio-decode-error.ts';
import type { DecodedPiece } from './decoders.ts';

/** Channels that are mixed down; a record with more is refused. */
export const MAX_CHANNELS = 16;
const SAMPLE_RATE_RANGE_HZ = { min: 1000, max: 768_000 };
/** What is not wanted is still counted for so long. */
const MAX_COUNTING_MS = 3000;

/** Mixes samples down, brings them to `SPEECH_RATE`, writes what is wanted and counts the rest. */
export function createSink(maxSeconds: number, write: (pcm: Int16Array) => void | Promise<void>) {
  const maxSamples = Math.round(maxSeconds * SPEECH_RATE);
  let resampler = createResampler(SPEECH_RATE, SPEECH_RATE);
  let rate = SPEECH_RATE;
  let samplesWritten = 0;
  let extraSeconds = 0;
  let countUntil: number | undefined;
  let isFull = false;
  let hasSound = false;
  const rates = new Set<number>();

  async function put(samples: Float32Array): Promise<void> {
    const wanted = samples.subarray(0, maxSamples - samplesWritten);
    if (wanted.length > 0) await write(toPcm16(wanted));
    samplesWritten += wanted.length;
    extraSeconds += (samples.length - wanted.length) / SPEECH_RATE;
  }

  async function add(samples: Float32Array, sampleRate: number): Promise<void> {
    if (!(sampleRate >= SAMPLE_RATE_RANGE_HZ.min && sampleRate <= SAMPLE_RATE_RANGE_HZ.max))
      throw new AudioDecodeError('odd-sample-rate');
    if (samplesWritten >= maxSamples) {
      extraSeconds += samples.length / sampleRate;
      countUntil ??= performance.now() + MAX_COUNTING_MS;
      isFull ||= performance.now() > countUntil;
      return;
    }
    if (sampleRate !== rate) {
      await put(resampler.end());
      resampler = createResampler(sampleRate, SPEECH_RATE);
      rate = sampleRate;
    }
    await put(resampler.push(samples));
  }

  return {
    /** Whether all that is wanted was taken, and the rest was counted for long enough. */
    isFull: () => isFull,
    hasSound: () => hasSound,
    /** Adds a sample rate stated in the file; null where the file states no rate. */
    addRate: (stated: number | null) => void (stated !== null && stated > 0 && rates.add(stated)),
    async take({ channelData, sampleRate }: DecodedPiece): Promise<void> {
      if (!hasSamples(channelData)) return;
      hasSound = true;
      rates.add(sampleRate);
      await add(mixDown(channelData), sampleRate);
    },
    async end() {
      await put(resampler.end());
      const totalSeconds = isFull ? null : samplesWritten / SPEECH_RATE + extraSeconds;
      return { samples: samplesWritten, totalSeconds, rates: [...rates] };
    },
  };
}

export type SampleSink = ReturnType<typeof createSink>;

/** Decoders say nothing, or lists of nothing, of what is no sound, such as the picture of a cover. */
function hasSamples([first]: readonly Float32Array[]): boolean {
  return first !== undefined && first.length > 0;
}

function mixDown(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0)] = channels;
  if (channels.length > MAX_CHANNELS) throw new AudioDecodeError('too-many-channels');
  if (channels.length === 1) return first;
  const mixed = Float32Array.from(first);
  for (const channel of channels.slice(1))
    for (let index = 0; index < mixed.length; index++)
      mixed[index] = (mixed[index] ?? 0) + (channel[index] ?? 0);
  for (let index = 0; index < mixed.length; index++) mixed[index] = (mixed[index] ?? 0) / channels.length;
  return mixed;
}
