import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGreek } from '@orama/stemmers/greek';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { stemArabic } from './stem-arabic.ts';

const ARABIC = /^\p{sc=Arabic}/u;
const LATIN = /^[a-z]+$/;
const CYRILLIC = /^[\u0400-\u04ff]+$/;
const GREEK = /^\p{sc=Greek}+$/u;

/**
 * The stem of one normalised word, by its script: Arabic lightly, Latin letters as English, Cyrillic as Russian, Greek
 * as Greek; numbers and everything else stay as they are.
 */
export function stemWord(word: string): string {
  if (LATIN.test(word)) return stemEnglish(word);
  if (ARABIC.test(word)) return stemArabic(word);
  if (CYRILLIC.test(word)) return stemRussian(word);
  if (GREEK.test(word)) return stemGreek(word);
  return word;
}
