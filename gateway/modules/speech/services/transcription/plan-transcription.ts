/** What a caller asks of a record, in the words of the interface. */
interface TranscriptionOptions {
  version: 'v1' | 'v2';
  source?: string | undefined;
  target?: string | undefined;
  task?: 'Transcript' | 'Translate' | undefined;
  format: 'Text' | 'SRT' | 'VTT';
}

/** How it is done. */
export interface TranscriptionPlan {
  version: 'v1' | 'v2';
  /** ISO 639-1 of what is spoken; undefined: to be found out. */
  language: string | undefined;
  /** Into which language; null: what is said is written as it is said. */
  targetLanguage: string | null;
  format: 'Text' | 'SRT' | 'VTT';
}

/** Interface codes that are no language of ISO 639-1: dialects are written as their language, for others models have no hint. */
const LANGUAGE_HINTS: Record<string, string | undefined> = { 'ar-eg': 'ar', ast: undefined };

/**
 * `v1` is for Arabic alone and says so to the server unless the caller knows better. `Translate` without a target means
 * English; `Transcript` is never translated; a target without a task is translated into, unless it is what is spoken.
 */
export function planTranscription({
  version,
  source,
  target,
  task,
  format,
}: TranscriptionOptions): TranscriptionPlan {
  const spoken = source ?? (version === 'v1' ? 'ar' : undefined);
  const wanted = task === 'Transcript' ? undefined : (target ?? (task === 'Translate' ? 'en' : undefined));
  const isSame = wanted === undefined || (spoken !== undefined && languageOf(wanted) === languageOf(spoken));
  const language = spoken !== undefined && spoken in LANGUAGE_HINTS ? LANGUAGE_HINTS[spoken] : spoken;
  return { version, language, targetLanguage: isSame ? null : languageOf(wanted), format };
}

/** The language of a code that may name a dialect. */
function languageOf(code: string): string {
  return code === 'ar-eg' ? 'ar' : code;
}
