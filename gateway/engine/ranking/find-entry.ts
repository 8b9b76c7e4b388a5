import { skeletonOfStem } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';

/** Where stems are looked up. */
type SearchedStems = Pick<Segment, 'findStem' | 'findSkeleton'>;

/** Finds the id in a segment of a stem, or of the stem that a skeleton is found by; -1 where it has none. */
export function entryFinder(stem: string): (segment: SearchedStems) => number {
  const skeleton = skeletonOfStem(stem);
  if (skeleton === undefined) return (segment) => segment.findStem(stem);
  return (segment) => segment.findSkeleton(skeleton);
}

/** The id of `entryFinder` in one segment. */
export const findEntry = (segment: Segment, stem: string): number => entryFinder(stem)(segment);
