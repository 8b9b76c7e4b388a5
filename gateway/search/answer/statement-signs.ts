/** What speaks for a statement, each in 0..1 unless said otherwise. Names are those of `COEFFICIENTS`. */
export interface StatementSigns {
  /** Share of the question's weight whose words it has, or that a question directly before it asks. */
  direct: number;
  /** The same share, only words of the statement before it. */
  before: number;
  /** The same share, only words of its titles. */
  title: number;
  /** As `direct`, a word weighing what it weighs among these statements: what all of them have tells them not apart. */
  directHere: number;
  beforeHere: number;
  /** Share of the question's letter grams that it has, by rarity among these statements. */
  grams: number;
  /** Weight of words that stand near each other, in the same order, in the question too. */
  pairs: number;
  /** It has the first, the last term of the question. */
  firstTerm: number;
  lastTerm: number;
  /** It opens its passage with a word of a short question: a definition. */
  defines: number;
  /** Relevance of its passage against that of the best. */
  relevance: number;
  /** Logarithm of one more than the number of passages before its own. */
  depth: number;
  /** Logarithm of its length in hundreds of characters. */
  length: number;
  /** Logarithm of one more than its words that the question does not have. */
  novel: number;
  /** A date is asked for and it has a number, it has a date. */
  dateNumber: number;
  date: number;
  /** An amount is asked for and it has a number. */
  amount: number;
  /** A price is asked for and it speaks of money. */
  price: number;
  /** A date or an amount is asked for and it has one near a word of the question. */
  near: number;
  /** A person, a place is asked for and it has what such a one is called by. */
  person: number;
  place: number;
  /** It is asked what something is and it says so. */
  equates: number;
  /** It is asked what something is called and it says so. */
  name: number;
  /** Neither date nor amount is asked for, and it has quotation marks or brackets. */
  marks: number;
}

/**
 * Fitted to the conditional likelihood of the statement that holds the gold answer among those of the best five
 * passages, on XQuAD, ARCD and MLQA in Arabic and English together; each set's own figures in
 * `docs/decisions/041-quoted-answers.md` come from the three others. `price` alone is not, since thirteen questions ask
 * for one: it is worth what a number is where an amount is asked for.
 */
export const COEFFICIENTS: Readonly<Record<keyof StatementSigns, number>> = {
  direct: 1.72,
  before: 1.66,
  title: 1.79,
  directHere: 2.08,
  beforeHere: 0.86,
  grams: 3.04,
  pairs: 0.68,
  firstTerm: 0.41,
  lastTerm: 0.27,
  defines: 0.53,
  relevance: 3.03,
  depth: -1.3,
  length: 0.52,
  novel: -0.76,
  dateNumber: 0.42,
  date: 1.08,
  amount: 1.22,
  price: 1.22,
  near: 0.83,
  person: 0.31,
  place: 0.37,
  equates: 0.43,
  name: 0.35,
  marks: 0.24,
};
export const SIGNS = Object.keys(COEFFICIENTS) as (keyof StatementSigns)[];

/** No sign at all, to be filled. */
export function emptySigns(): StatementSigns {
  const signs: Partial<StatementSigns> = {};
  for (const sign of SIGNS) signs[sign] = 0;
  return signs as StatementSigns;
}
