import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { isStopWord } from '#gateway/text/analysis/stop-words.ts';
import { equates, isPerson, isPlace } from './name-words.ts';
import { isDate, isMoney, isNumber } from './number-words.ts';

/** A word as answers are chosen by it. One object a word and language for as long as it is remembered. */
export interface AnswerWord {
  /** Normalised. */
  word: string;
  stem: string;
  /** It carries no subject. */
  stop: boolean;
  /** It tells an amount. */
  number: boolean;
  /** It is of money. */
  money: boolean;
  /** It tells a date, a day, a time of day. */
  date: boolean;
  /** It is what somebody is called by. */
  person: boolean;
  /** It is what a place is called by. */
  place: boolean;
  /** It says what something is. */
  equates: boolean;
}

/** Words remembered at a time, in all languages together: some 8 MB. */
const MOST_WORDS = 50_000;

const known = new Map<string, AnswerWord>();

/** What is known of one normalised word, in a text of this language. */
export function readWord(word: string, language: StemLanguage): AnswerWord {
  const key = language === 'en' ? word : `${language} ${word}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size >= MOST_WORDS) known.clear();
  const read: AnswerWord = {
    word,
    stem: stemWord(word, language),
    stop: isStopWord(word, language),
    number: isNumber(word),
    money: isMoney(word),
    date: isDate(word),
    person: isPerson(word),
    place: isPlace(word),
    equates: equates(word),
  };
  known.set(key, read);
  return read;
}
