import { describe, expect, test } from 'vitest';
import { readAacConfig } from '#gateway/engine/sound/aac-config.ts';
import { decodeSound } from '#gateway/engine/sound/decode-sound.ts';
import { chooseCut } from '#gateway/engine/sound/packet-times.ts';
import { longM4a, readM4a, withLyingTimes } from '#tests/support/aac-fixtures.ts';
import { fixture } from '#tests/support/audio-fixtures.ts';

async function pack(bytes: Uint8Array<ArrayBuffer>, maxSeconds = 7200, size?: number) {
  const files: Uint8Array<ArrayBuffer>[] = [];
  const order = { rawRate: null, maxSeconds, ...(size === undefined ? {} : { size }) };
  const facts = await decodeSound(new Blob([bytes]).stream(), order, {
    samples: () => expect.unreachable('it is not decoded'),
    file: (file) => void files.push(new Uint8Array(file)),
  });
  const pieces = facts.packed?.pieces ?? [];
  expect(pieces.map((piece) => piece.bytes)).toEqual(files.map((file) => file.length));
  return { ...facts, files, seconds: pieces.map((piece) => piece.seconds) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** A file whose sound is called by the name of another codec, which has no name here. */
const asAlac = () => {
  const file = fixture('speech.m4a');
  for (const box of ['mp4a', 'esds']) file.set(Buffer.from('alac'), Buffer.from(file).indexOf(box));
  return file;
};

describe('sound that is not decoded here', () => {
  test.each([
    ['speech.m4a', 'm4a', [22_050, 44_100]],
    ['speech-moov-first.m4a', 'm4a', [22_050, 44_100]],
    ['speech-video.mp4', 'm4a', [44_100]],
    ['speech.aac', 'aac', [22_050, 44_100]],
  ])('%s is given as its packets, without pictures', async (name, format, rates) => {
    const { files, seconds, ...facts } = await pack(fixture(name), 7200, fixture(name).length);
    expect(facts).toMatchObject({
      format,
      rates,
      packed: { codec: 'AAC', type: 'audio/mp4', extension: 'm4a' },
    });
    // A row of bare frames does not say what of the first and last is no sound.
    expect(facts.totalSeconds).toBeCloseTo(name === 'speech.aac' ? 2.37 : 2.29, 2);
    expect(seconds).toEqual([facts.totalSeconds]);
    const [file = new Uint8Array()] = files;
    const packed = await readM4a(file);
    expect([packed.hasVideo, packed.seconds]).toEqual([false, expect.closeTo(seconds[0] ?? 0, 2)]);
    // Bare frames have a head of their own each, which packets of MP4 have not.
    const { packets } = await readM4a(fixture(name));
    const bare = packets.map((packet) => String(format === 'aac' ? packet.subarray(7) : packet));
    expect(packed.packets.map(String)).toEqual(bare);
  });

  test.each(['mvhd', 'tkhd', 'mdhd', 'stts'] as const)(
    'lasts as long as its frames do, whatever %s says',
    async (box) => {
      const honest = await longM4a(20);
      for (const lie of [1, 0x7fff_ffff]) {
        const { seconds } = await pack(withLyingTimes(honest, box, lie));
        expect(sum(seconds)).toBeCloseTo(20, 0);
      }
    },
  );

  test('is cut to what is wanted, and counted to its end', async () => {
    const { seconds, files, totalSeconds } = await pack(await longM4a(20), 7);
    expect(totalSeconds).toBeCloseTo(20, 0);
    expect(sum(seconds)).toBeLessThanOrEqual(7);
    expect(sum(seconds)).toBeGreaterThan(6.9);
    expect((await readM4a(files[0] ?? new Uint8Array())).seconds).toBeCloseTo(sum(seconds), 2);
  });

  test('is given in files of up to a minute, cut where it is quiet', async () => {
    const whole = await longM4a(100, 41.5);
    const { seconds, files, totalSeconds } = await pack(whole);
    expect(seconds).toHaveLength(2);
    expect(seconds[0]).toBeGreaterThan(41.2);
    expect(seconds[0]).toBeLessThan(41.8);
    expect(sum(seconds)).toBeCloseTo(totalSeconds ?? 0, 3);
    const packed = await Promise.all(files.map(readM4a));
    expect(packed.flatMap(({ packets }) => packets.map(String))).toEqual(
      (await readM4a(whole)).packets.map(String),
    );
  });

  test('is taken as far as it goes where the file breaks off', async () => {
    const whole = fixture('speech-moov-first.m4a');
    const { seconds } = await pack(whole.slice(0, Math.floor(whole.length * 0.6)));
    expect(sum(seconds)).toBeGreaterThan(0.5);
    expect(sum(seconds)).toBeLessThan(2);
  });

  test('is given as it is where its codec has no name here, unless it would have to be cut', async () => {
    const { files, seconds, packed } = await pack(asAlac());
    expect(files.map(String)).toEqual([String(asAlac())]);
    expect(packed).toMatchObject({ codec: 'ALAC', type: 'audio/mp4' });
    expect(sum(seconds)).toBeCloseTo(2.3, 1);
    await expect(pack(asAlac(), 1)).rejects.toMatchObject({ code: 'sound-not-divisible' });
  });

  test.each([
    ['a table of packets without an end', 'stsz', 12],
    ['a table of times without an end', 'stts', 8],
  ])('is refused with %s', async (_, box, offset) => {
    const file = fixture('speech.m4a');
    new DataView(file.buffer).setUint32(Buffer.from(file).indexOf(box) + offset, 0xffff_ffff);
    await expect(pack(file)).rejects.toMatchObject({ code: 'sound-damaged' });
  });

  test('is refused where a bare frame holds several', async () => {
    const file = fixture('speech.aac');
    file[6] = (file[6] ?? 0) | 3;
    await expect(pack(file)).rejects.toMatchObject({ code: 'sound-codec-unknown' });
  });
});

test.each([
  ['LC at 22,050 Hz', [0x13, 0x88], { coreRate: 22_050, extensionRate: null, frameSamples: 1024 }],
  ['LC with frames of 960', [0x13, 0x8c], { coreRate: 22_050, extensionRate: null, frameSamples: 960 }],
  ['HE at 44,100', [0x2b, 0x92, 0x08, 0x00], { coreRate: 22_050, extensionRate: 44_100, frameSamples: 1024 }],
  ['low delay', [0xb9, 0x88, 0x00], { coreRate: 48_000, extensionRate: null, frameSamples: null }],
  ['a rate in full', [0x17, 0x80, 0x3e, 0x80, 0x08], { coreRate: 32_000, frameSamples: 1024 }],
  ['nothing', [], undefined],
])('reads what AAC says of itself: %s', (_, bytes, config) => {
  const parsed = readAacConfig(Uint8Array.from(bytes));
  expect([parsed]).toMatchObject([config]);
});

test('cuts where the fewest bytes are, and after all of them where nothing is quieter', () => {
  const row = (bytesAt: (index: number) => number) =>
    Array.from({ length: 600 }, (_, index) => ({
      data: new Uint8Array(bytesAt(index)),
      start: index / 10,
      seconds: 0.1,
    }));
  expect(
    chooseCut(
      row((index) => (Math.abs(index - 450) < 4 ? 3 : 90)),
      30,
    ),
  ).toBeCloseTo(450, -1);
  // Before half a minute it is too early.
  expect(
    chooseCut(
      row((index) => (Math.abs(index - 100) < 4 ? 3 : 90)),
      30,
    ),
  ).toBeGreaterThanOrEqual(300);
});
