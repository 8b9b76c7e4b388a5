import { SPEECH_RATE, toPcm16 } from '#common/resample.ts';
import { writeWav } from '#common/wav.ts';

/** Bytes of a file that is decoded in the page: its samples take up to thirty times as much memory. */
const MAX_FILE_BYTES = 32_000_000;
const HEAD_BYTES = 12;
/** First boxes of MP4 and QuickTime files. */
const MP4_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'];

/** A sound that was decoded in the page. */
type DecodedFile = {
  file: File;
  /** Of the whole sound, also where the file has less. */
  seconds: number;
};

/** Whether a file is MP4, M4A, MOV or bare AAC, whose sound not every gateway can decode. */
function needsDecoding(head: Uint8Array): boolean {
  const isAac = head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0;
  return isAac || MP4_BOXES.includes(String.fromCharCode(...head.subarray(4, 8)));
}

/**
 * A file of AAC and the like as a WAV file of speech rate, decoded by the browser. It has a second more than `maxSeconds`,
 * so that a gateway still sees, and says, that the sound is longer. Undefined where the file can go as it is, or the browser
 * cannot decode it either.
 */
export async function decodeFile(file: File, maxSeconds: number): Promise<DecodedFile | undefined> {
  if (globalThis.OfflineAudioContext === undefined || file.size > MAX_FILE_BYTES) return undefined;
  if (!needsDecoding(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))) return undefined;
  try {
    const context = new OfflineAudioContext(1, 1, SPEECH_RATE);
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    if (sound.length === 0) return undefined;
    const samples = mixDown(sound, Math.min(sound.length, (maxSeconds + 1) * SPEECH_RATE));
    const name = `${file.name.replace(/\.[^.]*$/u, '')}.wav`;
    const wav = new File([writeWav(toPcm16(samples), SPEECH_RATE)], name, { type: 'audio/wav' });
    return { file: wav, seconds: sound.duration };
  } catch {
    // The gateway may have a way.
    return undefined;
  }
}

function mixDown(sound: AudioBuffer, length: number): Float32Array {
  const mixed = new Float32Array(length);
  for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
    const samples = sound.getChannelData(channel);
    for (let index = 0; index < length; index += 1)
      mixed[index] = (mixed[index] ?? 0) + (samples[index] ?? 0) / sound.numberOfChannels;
  }
  return mixed;
}
