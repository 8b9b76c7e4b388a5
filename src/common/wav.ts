/** The header of a WAV file. `bits` per sample of one channel; an unknown length is `Infinity`. */
interface WavHeader {
  sampleRate: number;
  channels: number;
  bits: number;
  /** Bytes of one sample of every channel. */
  frameBytes: number;
  encoding: 'pcm' | 'float' | 'other';
  /** Bytes before the first sample, and bytes of samples. */
  dataStart: number;
  dataLength: number;
}

const WAV_HEADER_BYTES = 44;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
/** Written by programs that stream and do not know the length yet. */
const UNKNOWN_LENGTHS = [0, 0xffffffff, 0x7fffffff, 0xfffffffe];

/** The 44-byte header of mono 16-bit samples. */
function wavHeader(sampleRate: number, samples: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(WAV_HEADER_BYTES));
  const write = (offset: number, text: string): void => {
    for (let index = 0; index < text.length; index++) view.setUint8(offset + index, text.charCodeAt(index));
  };
  write(0, 'RIFF');
  view.setUint32(4, WAV_HEADER_BYTES - 8 + samples * 2, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, samples * 2, true);
  return new Uint8Array(view.buffer);
}

/** Mono 16-bit samples as a WAV file. */
export function writeWav(pcm: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(WAV_HEADER_BYTES + pcm.length * 2);
  file.set(wavHeader(sampleRate, pcm.length));
  const view = new DataView(file.buffer, WAV_HEADER_BYTES);
  for (const [index, sample] of pcm.entries()) view.setInt16(index * 2, sample, true);
  return file;
}

/** Reads the header from the first bytes of a file; undefined when it is not WAV, or its samples start after these bytes. */
export function readWavHeader(bytes: Uint8Array): WavHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4));
  if (bytes.length < 12 || nameAt(0) !== 'RIFF' || nameAt(8) !== 'WAVE') return undefined;
  let format: Omit<WavHeader, 'dataStart' | 'dataLength'> | undefined;
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    const length = view.getUint32(offset + 4, true);
    if (nameAt(offset) === 'data') {
      const dataLength = UNKNOWN_LENGTHS.includes(length) ? Number.POSITIVE_INFINITY : length;
      return format && { ...format, dataStart: offset + 8, dataLength };
    }
    if (nameAt(offset) === 'fmt ' && length >= 16 && offset + 24 <= bytes.length) {
      const tag = view.getUint16(offset + 8, true);
      // An extensible format has its real tag in the first two bytes of its GUID.
      const real =
        tag === EXTENSIBLE && offset + 34 <= bytes.length ? view.getUint16(offset + 32, true) : tag;
      format = {
        sampleRate: view.getUint32(offset + 12, true),
        channels: view.getUint16(offset + 10, true),
        bits: view.getUint16(offset + 22, true),
        frameBytes: view.getUint16(offset + 20, true),
        encoding: real === PCM ? 'pcm' : real === FLOAT ? 'float' : 'other',
      };
    }
    offset += 8 + length + (length % 2);
  }
  return undefined;
}

/** Mono 16-bit samples of a WAV file of 8 to 32-bit integers or floats; channels are mixed. Undefined: not such a file. */
export function readWav(bytes: Uint8Array): { sampleRate: number; pcm: Int16Array } | undefined {
  const header = readWavHeader(bytes);
  const sampleAt = header && sampleReader(header);
  if (!header || !sampleAt || header.sampleRate === 0 || header.channels === 0) return undefined;
  const size = header.bits / 8;
  const end = Math.min(bytes.length, header.dataStart + header.dataLength);
  const frame = size * header.channels;
  const pcm = new Int16Array(Math.max(0, Math.floor((end - header.dataStart) / frame)));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; index < pcm.length; index++) {
    let sum = 0;
    for (let channel = 0; channel < header.channels; channel++)
      sum += sampleAt(view, header.dataStart + index * frame + channel * size);
    const sample = Math.round((sum / header.channels) * 32768);
    pcm[index] = Math.max(-32768, Math.min(32767, sample));
  }
  return { sampleRate: header.sampleRate, pcm };
}

/** Reads one sample as -1 to 1; undefined for other encodings. */
function sampleReader({
  encoding,
  bits,
}: WavHeader): ((view: DataView, offset: number) => number) | undefined {
  if (encoding === 'float') {
    if (bits === 32) return (view, offset) => view.getFloat32(offset, true);
    return bits === 64 ? (view, offset) => view.getFloat64(offset, true) : undefined;
  }
  if (encoding !== 'pcm') return undefined;
  if (bits === 8) return (view, offset) => (view.getUint8(offset) - 128) / 128;
  if (bits === 16) return (view, offset) => view.getInt16(offset, true) / 32768;
  if (bits === 24)
    return (view, offset) => (view.getInt16(offset + 1, true) * 256 + view.getUint8(offset)) / 8_388_608;
  return bits === 32 ? (view, offset) => view.getInt32(offset, true) / 2_147_483_648 : undefined;
}
