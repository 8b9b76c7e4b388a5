/** Sound made by rule: a tone as WAV or PCM, silence as MP3, and how long a WAV lasts. */
const RATE = 24_000;

/** A tone of 16-bit mono PCM; its length in seconds. */
export function makePcm(seconds: number, rate = RATE): Buffer {
  const samples = Math.round(seconds * rate);
  const pcm = Buffer.alloc(samples * 2);
  for (let index = 0; index < samples; index++) {
    pcm.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * index) / rate)), index * 2);
  }
  return pcm;
}

/** A WAV file of 16-bit mono PCM. `length` false: its sizes are 0xffffffff, as servers write that do not know the end yet. */
export function wrapWav(pcm: Buffer, rate = RATE, length = true): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(length ? 36 + pcm.length : 0xff_ff_ff_ff, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(length ? pcm.length : 0xff_ff_ff_ff, 40);
  return Buffer.concat([head, pcm]);
}

/** Frames of MPEG-1 layer III, 128 kbit/s at 44.1 kHz, that hold nothing: 1152 samples of silence each. */
export function makeMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0xc0]);
  return Buffer.concat(Array.from({ length: Math.ceil((seconds * 44_100) / 1152) }, () => frame));
}

/** Seconds of a WAV file, by its own header; 0 when it is none. */
export function secondsOfWav(wav: Uint8Array): number {
  const view = Buffer.from(wav.buffer, wav.byteOffset, wav.byteLength);
  if (view.toString('latin1', 0, 4) !== 'RIFF') return 0;
  let byteRate = 0;
  for (let offset = 12; offset + 8 <= view.length; ) {
    const [name, size] = [view.toString('latin1', offset, offset + 4), view.readUInt32LE(offset + 4)];
    if (name === 'fmt ') byteRate = view.readUInt32LE(offset + 16);
    if (name === 'data') return byteRate === 0 ? 0 : Math.min(size, view.length - offset - 8) / byteRate;
    offset += 8 + size + (size % 2);
  }
  return 0;
}
