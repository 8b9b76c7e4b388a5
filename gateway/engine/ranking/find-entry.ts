import { skeletonOfStem } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';

/** The id in a segment of a stem, or of the stem that a skeleton is found by; -1 where it has none. */
export function findEntry(segment: Segment, stem: string): number {
  const skeleton = skeletonOfStem(stem);
  return skeleton === undefined ? segment.findStem(stem) : segment.findSkeleton(skeleton);
}
