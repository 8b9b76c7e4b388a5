import type { Subject } from './read-subject.ts';
import type { WeighedStatement } from './weigh-statements.ts';

/** What tells whether an answer is there at all. Names are those of `SUPPORT`. */
export interface SupportSigns {
  /** Relevance, 0..1, of the passage that the best statement is in. */
  relevance: number;
  /** How far the best passage's relevance is above the tenth one's, 0 where there is none: the best of ten alike is chance. */
  lead: number;
  /** Of the best statement: weight of the question's words that stand near each other in it as in the question, 0..1. */
  pairs: number;
  /** 1 where a date or an amount is asked for and the best statement has no number. */
  lacking: number;
  /** Logarithm of how many terms the question has: one word is found somewhere by chance, eight are not. */
  terms: number;
  /** 1 where a relevant passage says every term, in whatever words, about where the best statement stands: not fitted. */
  saysAll: number;
}

/**
 * Fitted by logistic regression to the questions of XQuAD, ARCD and MLQA in Arabic and English (2,621), each asked once
 * of its set and once of the set without the article that answers it.
 */
export const SUPPORT: Readonly<Record<Exclude<keyof SupportSigns, 'saysAll'> | 'none', number>> = {
  none: -9.28,
  relevance: 6.79,
  lead: 10.08,
  pairs: 1.67,
  lacking: -1.03,
  terms: 1.22,
};

/**
 * The least support where all of a question is said in one place. Short questions over knowledge of one subject are alike
 * in ten passages, which the fit takes for chance; but whoever reads the words asked for takes a refusal for an error.
 */
const SAID = 0.35;
/** A passage less relevant than this has the words in other senses, or one of them by a far-fetched alternative. */
const LEAST_SAID = 0.2;

const TENTH = 9;
/** More than this says no more: small units reach it easily. */
const MOST_LEAD = 0.5;
const FEWEST_TERMS = 3;
const MOST_TERMS = 12;

/** What speaks for an answer. `relevances`: those of the passages as ranked, best first, the first ten at least. */
export function readSupport(
  { terms, kind }: Subject,
  best: WeighedStatement,
  relevance: number,
  relevances: readonly number[],
): SupportSigns {
  const [first = 0] = relevances;
  const { pairs, dateNumber, amount } = best.signs;
  const lacks = (kind.asksFor === 'date' && dateNumber === 0) || (kind.asksFor === 'amount' && amount === 0);
  return {
    relevance,
    lead: Math.min(MOST_LEAD, first - (relevances[TENTH] ?? 0)),
    pairs,
    lacking: lacks ? 1 : 0,
    terms: Math.log(Math.min(MOST_TERMS, Math.max(FEWEST_TERMS, terms.length))),
    saysAll: best.saysAll && relevance >= LEAST_SAID ? 1 : 0,
  };
}

/**
 * How likely it is, in 0..1, that a question with these signs is one which the passages answer, were half of all
 * questions such. Rises with each sign but `lacking`.
 */
export function weighSupport({ saysAll, ...fitted }: SupportSigns): number {
  let sum = SUPPORT.none;
  for (const sign of Object.keys(fitted) as (keyof typeof fitted)[]) sum += SUPPORT[sign] * fitted[sign];
  return Math.max(1 / (1 + Math.exp(-sum)), saysAll * SAID);
}
