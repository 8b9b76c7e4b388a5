import type { QuestionMatcher } from './question-matcher.ts';
import type { Statement } from './statements.ts';

/** Agreement of a single statement with a question. */
export interface Comparison {
  /** Presence of each term, 0..1: 1 for the term itself, else the worth of the best alternative. */
  has: readonly number[];
  /** Letter grams of the question in the statement, as places in `subject`, each once. */
  grams: readonly number[];
  /** Weight of neighbouring terms of the question that are near each other in the statement too, in order. */
  pairs: number;
  /** The first content word of the statement is a word of the question. */
  startsWithTerm: boolean;
  /** Number of content words absent from the question. */
  novel: number;
  /** Whether the statement has an amount, money, a date, a person, a place; words of the question do not count as person or place. */
  number: boolean;
  money: boolean;
  date: boolean;
  person: boolean;
  place: boolean;
  /** An amount or a date stands near a term. */
  numberNear: boolean;
  /** The statement soon names a term and then defines it. */
  equates: boolean;
}

/** Distance in words within which two words count as near. */
const PROXIMITY_WORDS = 3;
const APART_WEIGHT = 0.5;
/** Words within which a number is near a term. */
const NUMBER_PROXIMITY_WORDS = 4;
/** Words within which the defined term begins, and further words within which the copula comes. */
const DEFINITION_WINDOW_WORDS = { named: 6, equated: 7 };

// Number of the last statement with each gram. One statement is read at a time.
let seenGrams = new Float64Array(256);
let latest = 0;

/** Marks for `count` grams, without the mark `latest`. */
function markGrams(count: number): Float64Array {
  if (seenGrams.length < count) seenGrams = new Float64Array(2 * count);
  latest++;
  return seenGrams;
}

/** Compares a statement with a question, in one pass over the words. */
export function compareStatement(subject: QuestionMatcher, { words }: Statement): Comparison {
  const places: (number[] | undefined)[] = [];
  const seen = markGrams(subject.gramCount);
  const grams: number[] = [];
  /** Places of all terms, and of numbers and dates other than terms. */
  const terms: number[] = [];
  const numbers: number[] = [];
  let novel = 0;
  let [number, money, date, person, isPlace, isEquated] = [false, false, false, false, false, false];
  let startsWithTerm: boolean | undefined;
  words.forEach((word, place) => {
    const { stems, grams: shared } = subject.match(word);
    for (const gram of shared)
      if (seen[gram] !== latest) {
        seen[gram] = latest;
        grams.push(gram);
      }
    if (stems.length > 0) {
      for (const stem of stems) (places[stem] ??= []).push(place);
      terms.push(place);
    } else {
      if (!word.stop) novel++;
      if (word.number || word.date) numbers.push(place);
      person ||= word.person;
      isPlace ||= word.place;
      const [first = DEFINITION_WINDOW_WORDS.named] = terms;
      isEquated ||=
        word.equates &&
        first < DEFINITION_WINDOW_WORDS.named &&
        place - first <= DEFINITION_WINDOW_WORDS.equated;
    }
    if (!word.stop) startsWithTerm ??= stems.length > 0;
    number ||= word.number;
    money ||= word.money;
    date ||= word.date;
  });
  const isThere = (stem: number) => places[stem] !== undefined;
  return {
    has: measureTerms(subject, isThere, (stems) => areNear(stems, places)),
    grams,
    pairs: weighPairs(subject, places),
    startsWithTerm: startsWithTerm ?? false,
    novel,
    number,
    money,
    date,
    person,
    place: isPlace,
    numberNear: numbers.some((number) =>
      terms.some((term) => Math.abs(term - number) <= NUMBER_PROXIMITY_WORDS),
    ),
    equates: isEquated,
  };
}

/**
 * Presence of each term, 0..1, by its stems: 1 for the term itself, else the worth of the best alternative. An expression
 * of several words is worth half as much when the words are not near each other.
 */
export function measureTerms(
  { terms }: QuestionMatcher,
  isThere: (stem: number) => boolean,
  isExpression: (stems: readonly number[]) => boolean = () => true,
): number[] {
  return terms.map(({ stem, alternatives }) => {
    if (isThere(stem)) return 1;
    let worth = 0;
    for (const alternative of alternatives)
      if (alternative.stems.every(isThere))
        worth = Math.max(worth, alternative.worth * (isExpression(alternative.stems) ? 1 : APART_WEIGHT));
    return worth;
  });
}

/** Whether every term is there by its own word or an alternative, rather than only by another word of its root. */
export function saysEveryTerm({ terms }: QuestionMatcher, isThere: (stem: number) => boolean): boolean {
  return terms.every(
    ({ stem, alternatives }) =>
      isThere(stem) ||
      alternatives.some((alternative) => alternative.likeness !== 'root' && alternative.stems.every(isThere)),
  );
}

/** Whether every term is there by its own word or another wording, rather than only by root, concept or sound. */
export function wordsEveryTerm({ terms }: QuestionMatcher, isThere: (stem: number) => boolean): boolean {
  return terms.every(
    ({ stem, alternatives }) =>
      isThere(stem) ||
      alternatives.some((alternative) => !alternative.likeness && alternative.stems.every(isThere)),
  );
}

/** Whether the words of an expression stand near each other somewhere. */
function areNear(
  [first, ...others]: readonly number[],
  places: readonly (readonly number[] | undefined)[],
): boolean {
  if (first === undefined || others.length === 0) return true;
  const reach = PROXIMITY_WORDS * others.length;
  return (places[first] ?? []).some((start) =>
    others.every((stem) => places[stem]?.some((place) => Math.abs(place - start) <= reach)),
  );
}

function weighPairs({ terms }: QuestionMatcher, places: readonly (readonly number[] | undefined)[]): number {
  let sum = 0;
  for (let index = 1; index < terms.length; index++) {
    const [first, second] = [terms[index - 1], terms[index]];
    const before = first && places[first.stem];
    const after = second && places[second.stem];
    if (!before || !after) continue;
    if (before.some((start) => after.some((end) => end > start && end - start <= PROXIMITY_WORDS)))
      sum += (first.weight + second.weight) / 2;
  }
  return sum;
}
