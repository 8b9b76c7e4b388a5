/** A set as knowledge units, indexed as the gateway does it: every distinct title is a unit. */
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';
import type { Passage } from './question-sets.ts';

export interface IndexedUnit {
  /** Title of the unit, unique in a set. */
  unitId: string;
  /** By ordinal, as `passages`. */
  ids: string[];
  passages: { text: string; sectionTitle: string }[];
  segment: Segment;
}

export function indexUnits(passages: readonly Passage[]): IndexedUnit[] {
  return [...Map.groupBy(passages, ({ title }) => title)].map(([title, group]) => indexUnit(title, group));
}

export function indexUnit(title: string, group: readonly Passage[]): IndexedUnit {
  const passages = group.map(({ text, section }) => ({ text, sectionTitle: section }));
  return {
    unitId: title,
    ids: group.map(({ id }) => id),
    passages,
    segment: openSegment(buildSegment(passages, title)),
  };
}
