import type { Subject } from './read-subject.ts';
import type { Statement } from './statements.ts';

/** What a statement has of a question, taken by itself. */
export interface Comparison {
  /** For each term, in 0..1, what of it is there: all of it, or what an alternative is worth. */
  has: readonly number[];
  /** For each term, whether it is there by its own word or an alternative, not only by another word of its root. */
  says: readonly boolean[];
  /** Places, in the subject's grams, of the letter grams it has, each once. */
  grams: readonly number[];
  /** Weight of neighbouring terms that stand near each other here too, in their order. */
  pairs: number;
  /** The first word that carries a subject is one of the question's. */
  startsWithTerm: boolean;
  /** Words that carry a subject which is not the question's. */
  novel: number;
  /** It tells an amount, money, a date, a person, a place; words of the question do not count for the last two. */
  number: boolean;
  money: boolean;
  date: boolean;
  person: boolean;
  place: boolean;
  /** An amount or a date stands near a term. */
  numberNear: boolean;
  /** It soon names a term and then says what that is. */
  equates: boolean;
}

/** Words within which two are near each other. */
const NEAR = 3;
/** Words within which a number is near a term. */
const NEAR_NUMBER = 4;
/** What is defined begins within so many words, and is equated with something within so many more. */
const SOON = { named: 6, equated: 7 };

/** Looks once through the words of a statement. */
export function compareStatement(subject: Subject, { words }: Statement): Comparison {
  const places: (number[] | undefined)[] = Array.from({ length: subject.stemCount });
  const seen = new Uint8Array(subject.gramCount);
  const grams: number[] = [];
  /** Places of all terms, and of all numbers and dates that are none. */
  const terms: number[] = [];
  const numbers: number[] = [];
  let novel = 0;
  let [number, money, date, person, isPlace, isEquated] = [false, false, false, false, false, false];
  let startsWithTerm: boolean | undefined;
  for (const [place, word] of words.entries()) {
    const { stem, grams: shared } = subject.match(word);
    for (const gram of shared)
      if (seen[gram] === 0) {
        seen[gram] = 1;
        grams.push(gram);
      }
    if (stem >= 0) {
      (places[stem] ??= []).push(place);
      terms.push(place);
    } else {
      if (!word.stop) novel++;
      if (word.number || word.date) numbers.push(place);
      person ||= word.person;
      isPlace ||= word.place;
      const [first = SOON.named] = terms;
      isEquated ||= word.equates && first < SOON.named && place - first <= SOON.equated;
    }
    if (!word.stop) startsWithTerm ??= stem >= 0;
    number ||= word.number;
    money ||= word.money;
    date ||= word.date;
  }
  const isThere = (stem: number) => places[stem] !== undefined;
  return {
    has: measureTerms(subject, isThere),
    says: subject.terms.map(
      ({ stem, alternatives }) =>
        isThere(stem) || alternatives.some((one) => !one.related && one.stems.every(isThere)),
    ),
    grams,
    pairs: weighPairs(subject, places),
    startsWithTerm: startsWithTerm ?? false,
    novel,
    number,
    money,
    date,
    person,
    place: isPlace,
    numberNear: numbers.some((at) => terms.some((term) => Math.abs(term - at) <= NEAR_NUMBER)),
    equates: isEquated,
  };
}

/** For each term, in 0..1, what of it is there, by the stems that are: all of it, or what an alternative is worth. */
export function measureTerms({ terms }: Subject, isThere: (stem: number) => boolean): number[] {
  return terms.map(({ stem, alternatives }) => {
    if (isThere(stem)) return 1;
    let worth = 0;
    for (const alternative of alternatives)
      if (alternative.stems.every(isThere)) worth = Math.max(worth, alternative.worth);
    return worth;
  });
}

function weighPairs({ terms }: Subject, places: readonly (readonly number[] | undefined)[]): number {
  let sum = 0;
  for (let index = 1; index < terms.length; index++) {
    const [one, other] = [terms[index - 1], terms[index]];
    const before = one && places[one.stem];
    const after = other && places[other.stem];
    if (!before || !after) continue;
    if (before.some((start) => after.some((end) => end > start && end - start <= NEAR)))
      sum += (one.weight + other.weight) / 2;
  }
  return sum;
}
