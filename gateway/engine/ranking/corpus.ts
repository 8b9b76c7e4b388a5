import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { type MergedPostings, placeOf } from '#gateway/engine/segments/merge-postings.ts';
import { createPostingList, type Segment } from '#gateway/engine/segments/segment.ts';

/** What stems are looked up in: the segment of one unit, or the merged postings of many. */
export interface CorpusPart {
  postings: Pick<Segment, 'findStem' | 'findSkeleton'> &
    Omit<MergedPostings, 'unitTitles' | 'starts' | 'byteLength'>;
  /** The first so many sections are titles of units: none in the segment of one unit, whose title is apart. */
  unitTitles: number;
  /** Place of the unit, and number of its first passage, where it is one. */
  place: number;
  first: number;
  /** Of merged postings, by passage there: its number in the corpus, `NOT_SEARCHED` for one that is not in it. */
  numbers?: Uint32Array;
}

/** The opened segment of the unit at a place. */
export type SegmentAt = (place: number) => Segment | undefined;

/** Is no passage's number. */
export const NOT_SEARCHED = 0xffffffff;

/** The units that a question is searched in, by place; their passages are numbered through. */
export interface Corpus {
  unitCount: number;
  passageCount: number;
  /** Indexed words of all passages. */
  totalLength: number;
  /** By unit, the number of its first passage; one more entry for the end. */
  starts: Uint32Array;
  /** Each language of the units once, that of the first unit first. */
  languages: readonly StemLanguage[];
  parts: readonly CorpusPart[];
}

const list = createPostingList();

/** The corpus of segments, each a part of its own. */
export function createCorpus(segments: readonly Segment[]): Corpus {
  const starts = new Uint32Array(segments.length + 1);
  const languages = new Set<StemLanguage>();
  let [passageCount, totalLength] = [0, 0];
  const parts = segments.map((postings, place): CorpusPart => {
    const first = passageCount;
    passageCount += postings.passageCount;
    totalLength += postings.totalLength;
    starts[place + 1] = passageCount;
    languages.add(postings.language);
    return { postings, unitTitles: 0, place, first };
  });
  return { unitCount: segments.length, passageCount, totalLength, starts, languages: [...languages], parts };
}

/** Whether any unit of a part has a stem. */
export function says({ postings, numbers }: CorpusPart, stem: string): boolean {
  const id = postings.findStem(stem);
  if (id < 0 || !numbers) return id >= 0;
  // Merged units may have left the corpus.
  const isSearched = (ordinal: number) => numbers[ordinal] !== NOT_SEARCHED;
  const count = postings.readPostings(id, list);
  for (let place = 0; place < count; place++) if (isSearched(list.ordinals[place] ?? 0)) return true;
  return postings.sectionsWith(id).some((section) => isSearched(postings.passagesUnder(section)[0] ?? 0));
}

/** Unit and ordinal of a passage by its number. */
export function locate(
  { starts }: Pick<Corpus, 'starts'>,
  number: number,
): { segment: number; ordinal: number } {
  const segment = placeOf(starts, number);
  return { segment, ordinal: number - (starts[segment] ?? 0) };
}
