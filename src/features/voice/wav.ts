/** The rate that speech servers hear at. */
export const SPEECH_RATE = 16_000;

const HEAD = 44;

/** Samples of -1..1 as a mono WAV file of 16 bits. */
export function writeWav(parts: readonly Float32Array[], sampleRate = SPEECH_RATE): Blob {
  const samples = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new DataView(new ArrayBuffer(HEAD + samples * 2));
  const word = (at: number, text: string) => {
    for (let index = 0; index < text.length; index += 1) bytes.setUint8(at + index, text.charCodeAt(index));
  };
  word(0, 'RIFF');
  bytes.setUint32(4, HEAD - 8 + samples * 2, true);
  word(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, sampleRate, true);
  bytes.setUint32(28, sampleRate * 2, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  word(36, 'data');
  bytes.setUint32(40, samples * 2, true);
  let at = HEAD;
  for (const part of parts)
    for (const sample of part) {
      const value = Math.max(-1, Math.min(1, sample));
      bytes.setInt16(at, Math.round(value * (value < 0 ? 0x8000 : 0x7fff)), true);
      at += 2;
    }
  return new Blob([bytes.buffer], { type: 'audio/wav' });
}
