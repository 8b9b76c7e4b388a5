/** What decides how long a frame of AAC lasts. */
interface AacConfig {
  /** Hz of the core. Restoring the upper band (HE-AAC) gives twice as many samples of half the length. */
  coreRate: number;
  /** Hz of what a decoder gives, where the file states it beside the core's. */
  extensionRate: number | null;
  /** Samples a frame at `coreRate`; null: another kind of AAC, whose frames are not of one length. */
  frameSamples: number | null;
}

const RATES_HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];
/** Main, LC, SSR and LTP, which share their frames. */
const CORE_TYPES: ReadonlySet<number> = new Set([1, 2, 3, 4]);
/** HE-AAC, with and without parametric stereo. */
const EXTENSION_TYPES: ReadonlySet<number> = new Set([5, 29]);

/** Reads an AudioSpecificConfig (ISO 14496-3, 1.6.2.1); undefined when it is none. */
export function readAacConfig(bytes: Uint8Array): AacConfig | undefined {
  let bitOffset = 0;
  const read = (bits: number): number => {
    let value = 0;
    for (const end = bitOffset + bits; bitOffset < end; bitOffset++)
      value = value * 2 + (((bytes[bitOffset >> 3] ?? 0) >> (7 - (bitOffset & 7))) & 1);
    return value;
  };
  const readType = (): number => {
    const type = read(5);
    return type === 31 ? 32 + read(6) : type;
  };
  const readRate = (): number => {
    const index = read(4);
    return index === 15 ? read(24) : (RATES_HZ[index] ?? 0);
  };
  let type = readType();
  const coreRate = readRate();
  read(4);
  let extensionRate: number | null = null;
  if (EXTENSION_TYPES.has(type)) {
    extensionRate = readRate();
    type = readType();
  }
  if (coreRate === 0 || bitOffset > bytes.length * 8) return undefined;
  // Digital radio has the shorter ones.
  const frameSamples = CORE_TYPES.has(type) ? (read(1) === 1 ? 960 : 1024) : null;
  return { coreRate, extensionRate, frameSamples };
}
