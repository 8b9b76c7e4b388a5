import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { isStopWord } from '#gateway/text/analysis/stop-words.ts';

/** Words of an expression with their stems. */
export interface Expression {
  words: string[];
  stems: string[];
}

/** Normalised words with their stems, as they are looked for: stop words are in no index, so they are left out. */
export function keepTelling(words: readonly string[], language: StemLanguage): Expression {
  const telling = words.filter((word) => !isStopWord(word, language));
  return { words: telling, stems: telling.map((word) => stemWord(word, language)) };
}
