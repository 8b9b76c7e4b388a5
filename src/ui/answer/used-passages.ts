import type { Explanation } from '#contract/explanations.ts';
import type { ShownAnswer } from './shown-answer.ts';

/** Use of a passage by an answer: quoted, cited, or listed among the nearest. */
export type PassageUse = 'quoted' | 'nearest' | 'cited';

/** The passages that an answer uses, by index, in the order of its text. */
export function usedPassages({
  kind,
  band,
  quoted,
  sentences,
}: Pick<ShownAnswer, 'kind' | 'band' | 'quoted' | 'sentences'>): Map<number, PassageUse> {
  if (kind === 'generated')
    return new Map(sentences.flatMap(({ documents }) => documents.map((index) => [index, 'cited'] as const)));
  if (band === 'not-found') return new Map();
  const use = band === 'weak' ? 'nearest' : 'quoted';
  return new Map(quoted.map((index) => [index, use] as const));
}

/** The passages that a quotation is from, or that a weak answer names, as an explanation has them. */
export function quotedPassages({ answer: { band, quotes, nearest } }: Explanation): number[] {
  return [...new Set((band === 'weak' ? nearest : quotes).map(({ passage }) => passage))];
}
