import { describe, expect, test } from 'vitest';
import { readWav, readWavHeader, writeWav } from '#common/wav.ts';

describe('WAV files', () => {
  test('reads what it wrote', () => {
    const pcm = Int16Array.from([0, 1, -1, 32767, -32768]);
    const file = writeWav(pcm, 16_000);
    expect(readWavHeader(file)).toEqual({
      sampleRate: 16_000,
      channels: 1,
      bits: 16,
      frameBytes: 2,
      encoding: 'pcm',
      dataStart: 44,
      dataLength: 10,
    });
    expect(readWav(file)).toEqual({ sampleRate: 16_000, pcm });
  });

  test('reads the samples that are there when the head does not know how many', () => {
    const file = writeWav(Int16Array.from([5, 6, 7]), 24_000);
    new DataView(file.buffer).setUint32(40, 0xffffffff, true);
    expect(readWavHeader(file)?.dataLength).toBe(Number.POSITIVE_INFINITY);
    expect(readWav(file)?.pcm).toEqual(Int16Array.from([5, 6, 7]));
  });

  test('takes nothing else for one', () => {
    expect(readWavHeader(new TextEncoder().encode('RIFF'))).toBeUndefined();
    expect(readWav(new TextEncoder().encode('صوت ليس صوتًا'))).toBeUndefined();
    expect(readWav(writeWav(Int16Array.from([1]), 16_000).subarray(0, 30))).toBeUndefined();
  });
});
