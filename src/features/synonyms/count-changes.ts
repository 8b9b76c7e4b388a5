import type { MovedPassage, QuestionEffect } from '#contract/synonyms.ts';

export type Change = 'first' | 'later' | 'none';

const nameOf = (passage: MovedPassage | undefined) =>
  passage === undefined ? '' : `${passage.unitId}:${passage.ordinal}`;

/** Where the first passages of a question differ with the group and without it. */
export function changeOf({ before, after }: Pick<QuestionEffect, 'before' | 'after'>): Change {
  if (nameOf(before[0]) !== nameOf(after[0])) return 'first';
  const places = Math.max(before.length, after.length);
  for (let at = 1; at < places; at += 1) if (nameOf(before[at]) !== nameOf(after[at])) return 'later';
  return 'none';
}

export function countChanges(effects: readonly QuestionEffect[]): Record<Change, number> {
  const counts = { first: 0, later: 0, none: 0 };
  for (const effect of effects) counts[changeOf(effect)] += 1;
  return counts;
}
