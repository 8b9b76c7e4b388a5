import { SPOKEN_LANGUAGES } from '#contract/speech.ts';
import type { Language, SpokenLanguage } from '#src/api/speech-client.ts';

/** How a run hears, asks and speaks. */
export type VoiceSettings = {
  model: 'v1' | 'v2';
  hearing: 'streamed' | 'whole';
  /** '': the gateway finds out. */
  source: Language | '';
  task: 'Transcript' | 'Translate';
  /** '': as it is spoken. */
  target: Language | '';
  maxSeconds: number;
  /** IndexNames; none: every ready unit. */
  names: readonly string[];
  speaking: 'streamed' | 'whole';
  /** '': that of the answer. */
  language: SpokenLanguage | '';
  /** A voice that is listed; '': the first that speaks the language. */
  speaker: string;
  /** A voice that is typed, where any name may be one; it goes before the listed one. */
  named: string;
  /** Whether each step begins when the one before is done, and a pause ends the recording. */
  onward: boolean;
};

export const DEFAULTS: VoiceSettings = {
  model: 'v1',
  hearing: 'streamed',
  source: '',
  task: 'Transcript',
  target: '',
  maxSeconds: 60,
  names: [],
  speaking: 'streamed',
  language: '',
  speaker: '',
  named: '',
  onward: true,
};

/** Seconds a recording may take: longer ones are files. */
export const RECORDING = { min: 5, max: 600 } as const;

/** Languages that the v2 endpoint writes, which is not the streamed one. */
export const WHOLE_TARGETS = ['ar', 'en'] as const satisfies Language[];

/** The language to speak a text in: Arabic by its letters, else that which was spoken, else English. */
export function languageOf(text: string, source: Language | ''): SpokenLanguage {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const isArabic = source === 'ar' || source === 'ar-eg';
  // Urdu is written with Arabic letters too.
  if (arabic * 2 > letters) return source === 'ur' || isArabic ? source : 'ar';
  return source === '' || isArabic || source === 'ur' ? 'en' : source;
}

export const isSpokenLanguage = (code: string): code is SpokenLanguage =>
  SPOKEN_LANGUAGES.some((language) => language === code);
