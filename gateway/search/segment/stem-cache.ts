import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { isStopWord } from '#gateway/text/analysis/stop-words.ts';

/** Words remembered at a time in each language: some 10 MB. */
const MOST_WORDS = 100_000;

const stems = new Map<StemLanguage, Map<string, string>>();

/** The stem that a normalised word is indexed under, '' for a stop word; known words are not stemmed again. */
export function stemForIndex(word: string, language: StemLanguage): string {
  let known = stems.get(language);
  if (!known || known.size >= MOST_WORDS) stems.set(language, (known = new Map()));
  let stem = known.get(word);
  if (stem === undefined)
    known.set(word, (stem = isStopWord(word, language) ? '' : stemWord(word, language)));
  return stem;
}
