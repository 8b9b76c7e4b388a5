import type { Subject } from './read-subject.ts';
import type { Statement } from './statements.ts';

/** What a statement has of a question, taken by itself. */
export interface Comparison {
  /** For each term, in 0..1, what of it is there: all of it, or what an alternative is worth. */
  has: readonly number[];
  /** Places, in the subject's grams, of the letter grams it has, each once. */
  grams: readonly number[];
  /** Weight of neighbouring terms that stand near each other here too, in their order. */
  pairs: number;
  /** The first word that carries a subject is one of the question's. */
  startsWithTerm: boolean;
  /** Words that carry a subject which is not the question's. */
  novel: number;
  /** It tells an amount, a date. */
  number: boolean;
  date: boolean;
  /** An amount stands near the question's first term. */
  numberNearFirst: boolean;
}

/** Words within which two are near each other. */
const NEAR = 3;

/** Looks once through the words of a statement. */
export function compareStatement(subject: Subject, { words }: Statement): Comparison {
  const places: (number[] | undefined)[] = Array.from({ length: subject.stemCount });
  const seen = new Uint8Array(subject.gramCount);
  const grams: number[] = [];
  const numbers: number[] = [];
  let novel = 0;
  let date = false;
  let startsWithTerm: boolean | undefined;
  for (const [place, word] of words.entries()) {
    const { stem, grams: shared } = subject.match(word);
    for (const gram of shared)
      if (seen[gram] === 0) {
        seen[gram] = 1;
        grams.push(gram);
      }
    if (stem >= 0) (places[stem] ??= []).push(place);
    else if (!word.stop) novel++;
    if (!word.stop) startsWithTerm ??= stem >= 0;
    if (word.number) numbers.push(place);
    date ||= word.date;
  }
  const has = measureTerms(subject, (stem) => places[stem] !== undefined);
  const first = places[subject.terms[0]?.stem ?? -1];
  return {
    has,
    grams,
    pairs: weighPairs(subject, places),
    startsWithTerm: startsWithTerm ?? false,
    novel,
    number: numbers.length > 0,
    date,
    numberNearFirst:
      first !== undefined && numbers.some((number) => Math.abs(number - (first[0] ?? 0)) <= NEAR),
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
