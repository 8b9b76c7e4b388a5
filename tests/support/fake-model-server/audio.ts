import { readM4a } from '#tests/support/aac-fixtures.ts';
import type { Reply } from './send.ts';
import { makeMp3, makePcm, secondsOfWav, wrapWav } from './sound.ts';

/** A sound that is to be heard. `seconds` by the header of a WAV, else by the packets; 0 where it has none. */
export interface FakeSound {
  wav: Uint8Array;
  seconds: number;
  fields: Record<string, string>;
  isTranslation: boolean;
}

const ARABIC = 'رسوم التوصيل داخل المدينة ثمانية عشر ريالًا ويُعفى منها كل طلب تتجاوز قيمته ثلاثمئة ريال'.split(
  ' ',
);
const ENGLISH =
  'delivery within the city costs eighteen riyals and orders above three hundred are free'.split(' ');

/** Two words a second of sound, in order and from the start again: the longer the sound, the longer the text. */
export function transcribeBySeconds({ seconds, fields, isTranslation }: FakeSound): string {
  const words = isTranslation || fields['language'] === 'en' ? ENGLISH : ARABIC;
  const count = Math.round(seconds * 2);
  return Array.from({ length: count }, (_, index) => words[index % words.length]).join(' ');
}

export async function soundOf(
  fields: Record<string, string>,
  wav: Uint8Array<ArrayBuffer>,
  isTranslation: boolean,
): Promise<FakeSound> {
  const packed = async () => (await readM4a(wav).catch(() => ({ seconds: 0 }))).seconds;
  return { wav, seconds: secondsOfWav(wav) || (await packed()), fields, isTranslation };
}

/** `used`: seconds that the reply says it has heard, as a hosted server reports them; undefined: it does not. */
export function replyToTranscription({ seconds, fields }: FakeSound, text: string, used?: number): Reply {
  const words = text.split(' ').filter(Boolean);
  const times = Math.max(1, Math.ceil(seconds / 2));
  const share = Math.ceil(words.length / times);
  const segments = Array.from({ length: times }, (_, id) => ({
    id,
    start: id * 2,
    end: Math.min(seconds, id * 2 + 2),
    text: ` ${words.slice(id * share, (id + 1) * share).join(' ')}`,
  }));
  const verbose = {
    task: 'transcribe',
    language: fields['language'] ?? 'arabic',
    duration: seconds,
    text,
    segments,
  };
  const usage = used === undefined ? {} : { usage: { type: 'duration', seconds: used } };
  const whole = fields['response_format'] === 'verbose_json' ? verbose : { text, ...usage };
  return { type: 'application/json', parts: [JSON.stringify(whole)], tail: [], isEvents: false };
}

export interface SpeechBody {
  model: string;
  input: string;
  voice: string;
  response_format?: string;
}

const SECONDS_A_CHARACTER = 0.06;
const PIECE = 8192;

/** A tone as long as the text would take to be said, in pieces. `wavLength` false: its header does not know the end. */
export function replyToSpeech({ input, response_format = 'mp3' }: SpeechBody, wavLength: boolean): Reply {
  const seconds = Array.from(input).length * SECONDS_A_CHARACTER;
  const sound =
    response_format === 'wav'
      ? wrapWav(makePcm(seconds), undefined, wavLength)
      : response_format === 'pcm'
        ? makePcm(seconds)
        : makeMp3(seconds);
  const type = { wav: 'audio/wav', pcm: 'audio/pcm' }[response_format] ?? 'audio/mpeg';
  const parts = Array.from({ length: Math.ceil(sound.length / PIECE) }, (_, index) =>
    sound.subarray(index * PIECE, (index + 1) * PIECE),
  );
  return { type, parts, tail: [], isEvents: false };
}
