import { stemmer as stemBulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as stemDanish } from '@orama/stemmers/danish';
import { stemmer as stemDutch } from '@orama/stemmers/dutch';
import { stemmer as stemFinnish } from '@orama/stemmers/finnish';
import { stemmer as stemFrench } from '@orama/stemmers/french';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemGreek } from '@orama/stemmers/greek';
import { stemmer as stemHungarian } from '@orama/stemmers/hungarian';
import { stemmer as stemHindi } from '@orama/stemmers/indian';
import { stemmer as stemIndonesian } from '@orama/stemmers/indonesian';
import { stemmer as stemItalian } from '@orama/stemmers/italian';
import { stemmer as stemNorwegian } from '@orama/stemmers/norwegian';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import { stemmer as stemRomanian } from '@orama/stemmers/romanian';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { stemmer as stemSpanish } from '@orama/stemmers/spanish';
import { stemmer as stemSwedish } from '@orama/stemmers/swedish';
import { stemmer as stemTurkish } from '@orama/stemmers/turkish';
import { stemmer as stemUkrainian } from '@orama/stemmers/ukrainian';
import { stemArabic } from './stem-arabic.ts';
import { stemEnglish } from './stem-english.ts';
import type { StemLanguage } from './stem-language.ts';

const ARABIC = /^\p{sc=Arabic}/u;
const LATIN = /^[\p{sc=Latin}\p{M}]+$/u;
const CYRILLIC = /^[\u0400-\u04ff]+$/;
const GREEK = /^\p{sc=Greek}+$/u;
const DEVANAGARI = /^[\p{sc=Devanagari}]+$/u;

type Stemmer = (word: string) => string;
const identity: Stemmer = (word) => word;

const LATIN_STEMMERS: Partial<Record<StemLanguage, Stemmer>> = {
  da: stemDanish,
  de: stemGerman,
  es: stemSpanish,
  fi: stemFinnish,
  fr: stemFrench,
  hu: stemHungarian,
  id: stemIndonesian,
  it: stemItalian,
  nl: stemDutch,
  no: stemNorwegian,
  pt: stemPortuguese,
  ro: stemRomanian,
  sv: stemSwedish,
  tr: stemTurkish,
  // No stemming is better than another language's endings.
  cs: identity,
  pl: identity,
  vi: identity,
};
const CYRILLIC_STEMMERS: Partial<Record<StemLanguage, Stemmer>> = { bg: stemBulgarian, uk: stemUkrainian };

/**
 * The stem of one normalised word, by its script and, where several languages share the script, by the language of the
 * text: Latin letters as English unless told otherwise, Cyrillic as Russian, Arabic lightly, Greek and Hindi by their
 * own; numbers and everything else stay as they are. Snowball's algorithms, by `@orama/stemmers`.
 */
export function stemWord(word: string, language: StemLanguage = 'en'): string {
  if (ARABIC.test(word)) return stemArabic(word);
  return findStemmer(word, language)(word) || word;
}

function findStemmer(word: string, language: StemLanguage): Stemmer {
  if (LATIN.test(word)) return LATIN_STEMMERS[language] ?? stemEnglish;
  if (CYRILLIC.test(word)) return CYRILLIC_STEMMERS[language] ?? stemRussian;
  if (GREEK.test(word)) return stemGreek;
  return DEVANAGARI.test(word) ? stemHindi : identity;
}
