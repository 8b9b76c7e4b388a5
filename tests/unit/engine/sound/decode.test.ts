import { describe, expect, test } from 'vitest';
import { toFloats } from '#common/resample.ts';
import { AudioDecodeError } from '#gateway/engine/sound/audio-decode-error.ts';
import { decodeSound } from '#gateway/engine/sound/decode-sound.ts';
import { decodeFixture, fixture } from '#tests/support/audio-fixtures.ts';

const ALL = { rawRate: null, maxSeconds: 7200 };

async function decode(
  bytes: Uint8Array<ArrayBuffer>,
  order: { rawRate: number | null; maxSeconds: number } = ALL,
) {
  const samples: number[] = [];
  const facts = await decodeSound(new Blob([bytes]).stream(), order, {
    samples: (pcm) => void samples.push(...pcm),
    file: () => undefined,
  });
  expect(samples).toHaveLength(facts.samples);
  return { ...facts, pcm: Int16Array.from(samples) };
}

/** How alike two sounds are, 0 to 1, at the shift within a tenth of a second where they are most: encoders add a beginning. */
function likeness(a: Int16Array, b: Int16Array): number {
  const [first, second] = [toFloats(a), toFloats(b)];
  let best = 0;
  for (let shift = -1600; shift <= 1600; shift += 2) {
    let product = 0;
    let leftChannel = 0;
    let right = 0;
    for (let index = 2000; index < Math.min(first.length, second.length) - 2000; index += 3) {
      const x = first[index] ?? 0;
      const y = second[index + shift] ?? 0;
      product += x * y;
      leftChannel += x * x;
      right += y * y;
    }
    best = Math.max(best, Math.abs(product) / Math.sqrt(leftChannel * right + 1e-9));
  }
  return best;
}

describe('what a sound file is decoded to', () => {
  test.each([
    ['speech-8k.wav', 'wav', [8000], 0.9],
    ['speech.flac', 'flac', [16_000], 0.99],
    ['speech.mp3', 'mp3', [22_050], 0.9],
    ['speech-vorbis.ogg', 'oga', [22_050], 0.9],
    ['speech-opus.ogg', 'opus', [16_000, 48_000], 0.8],
    ['speech.webm', 'webm', [16_000, 48_000], 0.8],
    ['speech.amr', 'amr', [8000], 0.8],
  ])('%s sounds as it did before it was packed', async (name, format, rates, least) => {
    const original = await decodeFixture('speech-16k.wav');
    const { pcm, ...facts } = await decode(fixture(name));
    expect(facts).toMatchObject({ format, rates });
    expect(facts.totalSeconds).toBeCloseTo(2.29, 1);
    expect(likeness(original, pcm)).toBeGreaterThan(least);
  });

  test.each([
    ['speech-44k-stereo.wav', [44_100]],
    ['speech-8bit.wav', [16_000]],
    ['speech-24bit.wav', [16_000]],
    ['speech-float.wav', [16_000]],
    ['speech-alaw.wav', [16_000]],
    ['speech.aiff', [16_000]],
    ['speech.caf', [16_000]],
  ])('%s sounds as the beginning of it', async (name, rates) => {
    const original = (await decodeFixture('speech-16k.wav')).subarray(0, 14_400);
    const { pcm, ...facts } = await decode(fixture(name));
    expect(facts).toMatchObject({ rates, totalSeconds: 0.9 });
    expect(likeness(original, pcm)).toBeGreaterThan(0.99);
  });

  test('takes samples without a head at the rate that it is told, and only when it is told', async () => {
    const raw = await decode(fixture('speech-16k.pcm'), { rawRate: 16_000, maxSeconds: 60 });
    expect(raw).toMatchObject({ format: 'raw', samples: 14_400, rates: [16_000] });
    expect(likeness((await decodeFixture('speech-16k.wav')).subarray(0, 14_400), raw.pcm)).toBeGreaterThan(
      0.999,
    );
    const slow = await decode(fixture('speech-16k.pcm'), { rawRate: 8000, maxSeconds: 60 });
    expect(slow.totalSeconds).toBeCloseTo(1.8, 2);
    await expect(decode(fixture('speech-16k.pcm'))).rejects.toMatchObject({ code: 'not-sound' });
  });

  test('goes by what a file is, also when it is said to have no head', async () => {
    const order = { rawRate: 48_000, maxSeconds: 60 };
    expect(await decode(fixture('speech-16k.wav'), order)).toMatchObject({ format: 'wav', rates: [16_000] });
  });

  test('gives no more than is wanted and still tells how much there is', async () => {
    const { pcm, ...facts } = await decode(fixture('long-opus.ogg'), { rawRate: null, maxSeconds: 7 });
    expect(pcm).toHaveLength(7 * 16_000);
    expect(facts.totalSeconds).toBeCloseTo(60, 1);
  });

  test('hears what follows the picture of a cover', async () => {
    const length = 300_000;
    const size = [21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f);
    const tag = Uint8Array.from([0x49, 0x44, 0x33, 3, 0, 0, ...size, ...new Uint8Array(length)]);
    // The speech file has a second ID3 tag.
    const facts = await decode(Uint8Array.from([...tag, ...fixture('speech.mp3')]));
    expect(facts).toMatchObject({ format: 'mp3', rates: [22_050] });
    expect(facts.totalSeconds).toBeCloseTo(2.29, 1);
  });

  test('hears WebM of any length, whose sound is taken apart at its end', async () => {
    const webm = fixture('speech.webm');
    // A void element at the end of the file.
    const empty = new Uint8Array(9 * 1024 * 1024);
    empty.set([0xec, 0x01]);
    new DataView(empty.buffer).setBigUint64(1, BigInt(empty.length - 9) | (1n << 56n));
    const facts = await decode(new Uint8Array(Buffer.concat([webm, empty])));
    expect(facts.totalSeconds).toBeCloseTo(2.29, 1);
  });

  test('takes Opus out of MP4', async () => {
    const { pcm, ...facts } = await decode(fixture('speech-opus.mp4'));
    expect(facts).toMatchObject({ format: 'm4a', rates: [16_000, 48_000] });
    expect(facts.totalSeconds).toBeCloseTo(2.29, 1);
    expect(likeness(await decodeFixture('speech-16k.wav'), pcm)).toBeGreaterThan(0.8);
  });

  test('tells the rate of a WAV file that holds more of it than its head says', async () => {
    const wav = fixture('speech-16k.wav');
    new DataView(wav.buffer).setUint32(
      wav.findIndex((_, offset) => isName(wav, offset, 'data')) + 4,
      0xffffffff,
      true,
    );
    expect((await decode(wav)).totalSeconds).toBeCloseTo(2.29, 2);
  });
});

function isName(bytes: Uint8Array, offset: number, name: string): boolean {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4)) === name;
}

describe('what is no sound', () => {
  const text = new TextEncoder().encode('هذا نص وليس تسجيلًا صوتيًا. '.repeat(200));
  const utf16 = Uint8Array.from([
    0xff,
    0xfe,
    ...Array.from('Hello there, not sound', (l) => [l.charCodeAt(0), 0]).flat(),
  ]);
  const wav = (change: (view: DataView) => void): Uint8Array<ArrayBuffer> => {
    const bytes = fixture('speech-16k.wav');
    change(new DataView(bytes.buffer));
    return bytes;
  };

  test.each([
    ['nothing', new Uint8Array(0), 'record-empty'],
    ['text', text, 'not-sound'],
    ['UTF-16 text, whose mark looks like a frame', utf16, 'not-sound'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, ...text]), 'not-sound'],
    ['a head of WAV alone', fixture('speech-16k.wav').slice(0, 44), 'sound-damaged'],
    ['a WAV file cut within its head', fixture('speech-16k.wav').slice(0, 20), 'sound-damaged'],
    ['a WAV file of no channel', wav((view) => view.setUint16(22, 0, true)), 'sound-damaged'],
    ['a WAV file whose frames have no bytes', wav((view) => view.setUint16(32, 0, true)), 'sound-damaged'],
    ['a WAV file of 100 channels', wav((view) => view.setUint16(22, 100, true)), 'too-many-channels'],
    ['a WAV file of 1 Hz', wav((view) => view.setUint32(24, 1, true)), 'odd-sample-rate'],
    ['a WAV file of 4 GHz', wav((view) => view.setUint32(24, 0xffffffff, true)), 'odd-sample-rate'],
    ['an MP4 file without its tables', fixture('speech.m4a').slice(0, 5000), 'sound-damaged'],
    [
      'MP4 whose first box has no end',
      Uint8Array.from([0xff, 0xff, 0xff, 0xff, 0x66, 0x74, 0x79, 0x70, ...text]),
      'sound-damaged',
    ],
    ['Ogg of something else', Uint8Array.from([0x4f, 0x67, 0x67, 0x53, ...new Uint8Array(60)]), 'not-sound'],
    ['a codec that is not read', fixture('speech-opus.caf'), 'sound-codec-unknown'],
    ['the head of Opus alone', fixture('speech-opus.ogg').slice(0, 47), 'sound-damaged'],
    ['the head of FLAC alone', fixture('speech.flac').slice(0, 42), 'sound-damaged'],
    ['the head of AMR alone', fixture('speech.amr').slice(0, 6), 'sound-damaged'],
    [
      'the mark of Matroska alone',
      Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, ...new Uint8Array(100)]),
      'sound-codec-unknown',
    ],
  ])('%s is refused and said why', async (_, bytes, code) => {
    const failure = await decode(Uint8Array.from(bytes)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AudioDecodeError);
    expect(failure).toMatchObject({ code });
  });

  test.each(['speech.mp3', 'speech-opus.ogg', 'speech-16k.wav'])(
    '%s that breaks off is heard as far as it goes',
    async (name) => {
      const whole = fixture(name);
      const { totalSeconds } = await decode(whole.slice(0, Math.floor(whole.length * 0.6)));
      expect(totalSeconds).toBeGreaterThan(0.3);
      expect(totalSeconds).toBeLessThan(2);
    },
  );
});
