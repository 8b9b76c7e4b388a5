import type { SoundFormat } from './detect-sound.ts';

const ADTS_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];

/**
 * Sample rates in Hz that a file states where they may be others than what decoding yields: what Opus was encoded from
 * (it is always decoded at 48,000), and what AAC is before its upper band is restored, which doubles the rate.
 */
export function statedRates(format: SoundFormat, bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const after = (name: string, offset: number, size: number): number | undefined => {
    const at = findName(bytes, name);
    return at >= 0 && at + offset + size <= bytes.length ? at + offset : undefined;
  };
  const rates: number[] = [];
  if (format === 'opus' || format === 'webm' || format === 'caf') {
    const at = after('OpusHead', 12, 4);
    if (at !== undefined) rates.push(view.getUint32(at, true));
  }
  if (format === 'm4a') {
    const opus = after('dOps', 8, 4);
    if (opus !== undefined) rates.push(view.getUint32(opus));
    // A sound sample entry: its rate as 16.16 fixed point.
    const aac = after('mp4a', 28, 2);
    if (aac !== undefined) rates.push(view.getUint16(aac));
  }
  if (format === 'aac') rates.push(ADTS_RATES[((bytes[2] ?? 0) >> 2) & 15] ?? 0);
  return rates.filter((rate) => rate > 0);
}

/** Where a box or head of that name begins in a file; -1 where there is none. */
export function findName(bytes: Uint8Array, name: string): number {
  const codes = Array.from(name, (letter) => letter.charCodeAt(0));
  const [first = 0] = codes;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (codes.every((code, index) => bytes[at + index] === code)) return at;
  return -1;
}
