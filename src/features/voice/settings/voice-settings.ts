import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RecognisedLanguage, SpokenLanguage } from '#src/api/client/speech.ts';

/** Settings of a voice run: transcription, answer and synthesis. */
export type VoiceSettings = {
  model: 'v1' | 'v2';
  transcription: 'streamed' | 'whole';
  /** '': the gateway detects it. */
  source: RecognisedLanguage | '';
  task: 'Transcript' | 'Translate';
  /** '': the spoken language. */
  target: RecognisedLanguage | '';
  maxSeconds: number;
  /** IndexNames; none: every ready unit. */
  names: readonly string[];
  synthesis: 'streamed' | 'whole';
  /** '': the language of the answer. */
  language: SpokenLanguage | '';
  /** A voice that is listed; '': the first that speaks the language. */
  speaker: string;
  /** A typed voice, where the server accepts any name; it wins over the listed one. */
  customVoice: string;
  /** Whether sentences that the sources do not support are spoken too. */
  speakUnsupported: boolean;
  /** Whether each step begins when the one before is done, and a pause ends the recording. */
  handsFree: boolean;
};

export const DEFAULT_VOICE_SETTINGS: VoiceSettings = {
  model: 'v1',
  transcription: 'streamed',
  source: '',
  task: 'Transcript',
  target: '',
  maxSeconds: 60,
  names: [],
  synthesis: 'streamed',
  language: '',
  speaker: '',
  customVoice: '',
  speakUnsupported: false,
  handsFree: true,
};

/** Seconds a recording may take: longer ones are files. */
export const RECORDING_SECONDS = { min: 5, max: 600 } as const;

/** Target languages of the whole transcription endpoint (v2). */
export const WHOLE_TARGETS = ['ar', 'en'] as const satisfies RecognisedLanguage[];

/** The language to speak a text in: Arabic by its letters, else the spoken language, else English. */
export function detectLanguage(text: string, source: RecognisedLanguage | ''): SpokenLanguage {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const isArabic = source === 'ar' || source === 'ar-eg';
  // Urdu is written with Arabic letters too.
  if (arabic * 2 > letters) return source === 'ur' || isArabic ? source : 'ar';
  return source === '' || isArabic || source === 'ur' ? 'en' : source;
}

/** The settings of this visit; the units are kept in the page's address, as in the playground. */
export function useVoiceSettings(): [VoiceSettings, (change: Partial<VoiceSettings>) => void] {
  const [search, setSearch] = useSearchParams();
  const [localSettings, setLocalSettings] = useState<Omit<VoiceSettings, 'names'>>(DEFAULT_VOICE_SETTINGS);
  const settings = useMemo(() => {
    const names = [...new Set(search.getAll('index').filter((name) => name.trim() !== ''))];
    return { ...localSettings, names };
  }, [localSettings, search]);
  const change = useCallback(
    ({ names: next, ...changed }: Partial<VoiceSettings>) => {
      if (Object.keys(changed).length > 0) setLocalSettings((was) => ({ ...was, ...changed }));
      if (next === undefined) return;
      const parameters = new URLSearchParams(next.map((name) => ['index', name]));
      setSearch(parameters, { replace: true, preventScrollReset: true });
    },
    [setSearch],
  );
  return [settings, change];
}
