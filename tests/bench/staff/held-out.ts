/** Likelihoods by weights that were fitted without the guide that a question belongs to. */
import { fitLogistic, predict } from '#tests/bench/logistic.ts';
import type { StaffQuestion } from './question-set.ts';

/** A quote with its support features. */
export interface FoldedQuote {
  /** Absent where nothing was quoted. */
  features: Record<string, number> | undefined;
  isRight: boolean;
  /** Quotes of a fold are predicted by weights fitted to all other folds. */
  fold: number;
  /** How much it counts in a fit, 1 unless given. */
  weight?: number;
}

export const L2 = 1;

/** The guides that questions are about, in the order of their folds. */
export const listFolds = (questions: readonly StaffQuestion[]): string[] =>
  [...new Set(questions.flatMap(({ unit, near }) => unit ?? near ?? []))].sort();

/** A fold for each guide; questions that belong to none are dealt to the folds in turn. */
export function assignFolds(questions: readonly StaffQuestion[]): number[] {
  const guides = listFolds(questions);
  let dealt = 0;
  return questions.map(({ unit, near }) => {
    const guide = unit ?? near;
    return guide === undefined ? dealt++ % Math.max(1, guides.length) : guides.indexOf(guide);
  });
}

/** By quote, how likely it is right; 0 where nothing was quoted. */
export function predictHeldOut(quotes: readonly FoldedQuote[]): number[] {
  const models = new Map(
    [...new Set(quotes.map(({ fold }) => fold))].map((fold) => [
      fold,
      fitLogistic(toObservations(quotes.filter((quote) => quote.fold !== fold)), { l2: L2 }),
    ]),
  );
  return quotes.map(({ features, fold }) => {
    const model = models.get(fold);
    return features && model ? predict(model, features) : 0;
  });
}

export const toObservations = (quotes: readonly FoldedQuote[]) =>
  quotes.flatMap(({ features, isRight, weight = 1 }) =>
    features ? [{ features, label: isRight, weight }] : [],
  );
