import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { type Corpus, createCorpus } from '#gateway/engine/ranking/corpus.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';
import type { SearchableUnit } from '#gateway/modules/units/model.ts';

/** Units that one question is searched in, by place. Segments that are opened keep their words for this question. */
export interface SearchedUnits {
  list: readonly SearchableUnit[];
  corpus: Corpus;
  languageAt(place: number): StemLanguage;
  /** The place of a unit, -1 of any other. */
  placeOf(unitId: number): number;
  /** Opens segments, each once. Throws `SegmentMismatchError` for a segment that was removed or damaged meanwhile. */
  open(places: Iterable<number>): Promise<void>;
  /** An opened segment. */
  segmentAt(place: number): Segment | undefined;
}

/** Opened units; titles of units that must be indexed again first; damaged units among the latter. */
export interface OpenedUnits {
  units: SearchedUnits;
  unreadable: string[];
  damaged: SearchableUnit[];
}

/** Tells readable segments from others: `segments` are those of `units`, in their order. */
export function sortReadable(
  units: readonly SearchableUnit[],
  segments: readonly (Segment | 'damaged' | undefined)[],
) {
  const readable: { unit: SearchableUnit; segment: Segment }[] = [];
  const unreadable: string[] = [];
  const damaged: SearchableUnit[] = [];
  for (const [index, unit] of units.entries()) {
    const segment = segments[index];
    if (segment === 'damaged') damaged.push(unit);
    if (segment && segment !== 'damaged') readable.push({ unit, segment });
    else unreadable.push(unit.title);
  }
  return { readable, unreadable, damaged };
}

/** Units whose segments are open. */
export function createSearchedUnits(
  readable: readonly { unit: SearchableUnit; segment: Segment }[],
): SearchedUnits {
  const list = readable.map(({ unit }) => unit);
  const segments = readable.map(({ segment }) => segment);
  return {
    list,
    corpus: createCorpus(segments),
    languageAt: (place) => segments[place]?.language ?? 'en',
    placeOf: (unitId) => list.findIndex(({ id }) => id === unitId),
    open: () => Promise.resolve(),
    segmentAt: (place) => segments[place],
  };
}

/** The segments of all units, opened. */
export async function openAll(units: SearchedUnits): Promise<Segment[]> {
  await units.open(units.list.keys());
  return units.list.flatMap((_, place) => units.segmentAt(place) ?? []);
}
