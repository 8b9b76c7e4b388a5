import { NEGATIONS as NEGATION_LIST } from '#common/negations.ts';
import { findMonth } from '#gateway/engine/analysis/months.ts';
import { readNumber } from '#gateway/engine/analysis/numbers.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { canBeRequest, isStopWordOfQuestion } from '#gateway/engine/analysis/stop-words.ts';
import { tokenise, wordSet } from '#gateway/engine/analysis/tokenise.ts';
import { type WordFeatures, wordFeatures } from '#gateway/engine/quoting/word-features.ts';

/** The content of a text in comparable form. */
export interface Claim {
  /** Content words, each stem once, without numbers, months and negations. */
  words: readonly WordFeatures[];
  /** Amounts and years as numbers, without 1 in words, which is as often an article. */
  numbers: ReadonlySet<number>;
  /** Months, by one name each. */
  months: ReadonlySet<string>;
  /** Stems of negated words: "لا يدفع", "not paid". */
  negated: ReadonlySet<string>;
}

const NEGATIONS = wordSet(NEGATION_LIST);

/** Words that cancel the negation before them: "غير ذلك" means otherwise, "لا بد" means must. */
const NON_NEGATED = wordSet('ذلك هذا هذه سيما بد يزال تزال زال شك only');
/** Words behind a negation within which the first content word is negated. */
const NEGATION_WINDOW_WORDS = 4;

/** Words that refer to the source text of an answer. */
const OF_SOURCES = wordSet(`
مقطع مقاطع مستند مستندات مصدر مصادر نص نصوص وثيقة وثائق حسب وفق وفقا بحسب استنادا بناء مذكور مذكورة يشير تشير يذكر تذكر
passage passages document documents source sources text according based provided stated states mentioned mentions
`);

/** Reads the words, numbers, months and negations of a text in a language. */
export function readClaim(text: string, language: StemLanguage): Claim {
  const tokens = tokenise(text);
  const spelled = tokens.map(({ word }) => word);
  const words = new Map<string, WordFeatures>();
  const numbers = new Set<number>();
  const months = new Set<string>();
  const denied = new Set<string>();
  let denies = 0;
  for (let place = 0; place < tokens.length; place++) {
    const word = spelled[place] ?? '';
    denies--;
    if (/^\d/.test(word)) {
      // "19th" is 19.
      numbers.add(Number.parseFloat(word.replace('٫', '.')));
      continue;
    }
    const month = findMonth(spelled, place);
    if (month.length > 0) {
      months.add(nameMonth(word, month));
      continue;
    }
    if (NEGATIONS.has(word) && !NON_NEGATED.has(spelled[place + 1] ?? '')) denies = NEGATION_WINDOW_WORDS;
    const number = readNumber(spelled, place);
    const features = wordFeatures(word, language);
    if (number && features.number) {
      // A number in words may be an ordinal or part of "one of"; only unambiguous numbers count as amounts.
      if (number.value !== 1) numbers.add(number.value);
      place += number.length - 1;
      continue;
    }
    // A letter by itself is a mark, a unit or a tag.
    if (
      features.stop ||
      word.length < 2 ||
      isStopWordOfQuestion(word, language) ||
      isStopWordOfQuestion(withoutAnd(word), language) ||
      canBeRequest(word) ||
      canBeRequest(withoutAnd(word)) ||
      NEGATIONS.has(word) ||
      OF_SOURCES.has(bare(word))
    )
      continue;
    if (denies > 0) denied.add(features.stem);
    denies = 0;
    if (!words.has(features.stem)) words.set(features.stem, features);
  }
  return { words: [...words.values()], numbers, months, negated: denied };
}

/** A canonical name for a month, equal for all its names: `findMonth` gives the other names. */
function nameMonth(word: string, others: readonly (readonly string[])[]): string {
  return [word.replace(/^[وفبل](?=...)/u, ''), ...others.map((name) => name.join(' '))].sort()[0] ?? word;
}

/** "And" and "so" are written on to the word. */
const withoutAnd = (word: string) => word.replace(/^[وف](?=\p{sc=Arabic}{2})/u, '');
const bare = (word: string) => word.replace(/^(?:[وفبلك]?ال|لل|[وفبلك])(?=..)/u, '');
