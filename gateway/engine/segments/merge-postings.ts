import { StringTable } from '#gateway/engine/tables/string-table.ts';
import { type OpenPostings, openPostings } from './open-postings.ts';
import { type PostingLists, packLists, type TitledStems } from './pack-postings.ts';
import { createPostingList, type PostingList } from './segment.ts';
import { sortByLetters } from './sort-by-letters.ts';

/**
 * The postings of many units as one list a stem: a look-up costs what it costs in one unit. Passages are numbered through in the
 * order of the units, and a title of a unit is a section title over all its passages.
 */
export interface MergedPostings
  extends Pick<
    OpenPostings,
    | 'language'
    | 'passageCount'
    | 'findStem'
    | 'readPostings'
    | 'lengthOf'
    | 'titleHas'
    | 'sectionsWith'
    | 'passagesUnder'
  > {
  /** The first so many sections are the titles of the units, in order. */
  unitTitles: number;
  /** By unit, its first passage; one more entry for the end. */
  starts: Uint32Array;
  /** As of a segment, for each unit by its own frequencies. The id holds until the next call. */
  findSkeleton(skeleton: string): number;
  /** At most, with what is learnt of stems to find them faster. */
  byteLength: number;
}

/** What a filter of the stems, the beginnings of their blocks and an index of their skeletons take at most. */
const LEARNT_BYTES_PER_STEM = 10.25;

/** Passages between two steps: some milliseconds. */
const PASSAGES_PER_STEP = 256;

/** Merges postings of units of one language. Throws `SegmentMismatchError` where bytes of a unit are damaged. */
export function mergePostings(units: readonly OpenPostings[]): MergedPostings {
  const steps = mergeInSteps(units);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same; between two steps others may have the thread. */
export function* mergeInSteps(units: readonly OpenPostings[]): Generator<void, MergedPostings, void> {
  const starts = new Uint32Array(units.length + 1);
  for (const [unit, { passageCount }] of units.entries())
    starts[unit + 1] = (starts[unit] ?? 0) + passageCount;
  const words = new StringTable();
  const entries = createEntries();
  const titled: Titled = { sectionsOf: new Map(), sectionCount: units.length };
  const runs: number[][] = units.map((_, unit) => [starts[unit] ?? 0, starts[unit + 1] ?? 0]);
  const lengths = new Uint32Array(starts.at(-1) ?? 0);
  for (const [unit, postings] of units.entries()) {
    const first = starts[unit] ?? 0;
    const numbers = addPostings(postings, first, { words, entries });
    addTitles(postings, unit, numbers, titled);
    for (let section = 0; section < postings.sectionCount; section++)
      runs.push(postings.passagesUnder(section).map((ordinal) => first + ordinal));
    for (let ordinal = 0; ordinal < postings.passageCount; ordinal++)
      lengths[first + ordinal] = postings.lengthOf(ordinal);
    if (Math.floor(first / PASSAGES_PER_STEP) < Math.floor((starts[unit + 1] ?? 0) / PASSAGES_PER_STEP))
      yield;
  }
  const stems = Uint32Array.from({ length: words.length }, (_, number) => number);
  sortByLetters(words, stems);
  yield;
  const places = new Uint32Array(stems.length);
  for (let place = 0; place < stems.length; place++) places[stems[place] ?? 0] = place;
  const lists = entries.sort(places);
  yield;
  const bytes = packLists({
    words,
    stems,
    language: units[0]?.language ?? 'en',
    lists,
    lengths,
    // Sections are asked for by stem alone.
    sections: new Uint8Array(lengths.length),
    titled: sortTitled(titled, places),
    runs,
  });
  return openMerged(openPostings(bytes), starts, bytes.byteLength);
}

/** Postings in the order in which they are met. */
interface Entries {
  add(stem: number, list: PostingList, first: number): void;
  /** Posting lists in the order of the places of their stems. */
  sort(places: Uint32Array): PostingLists;
}

function createEntries(): Entries {
  let stems = new Uint32Array(65_536);
  let ordinals = new Uint32Array(65_536);
  let frequencies = new Uint32Array(65_536);
  let count = 0;
  const grow = (numbers: Uint32Array, length: number) => {
    const grown = new Uint32Array(length);
    grown.set(numbers);
    return grown;
  };
  return {
    add(stem, list, first) {
      if (count + list.count > stems.length) {
        const length = 2 * (count + list.count);
        [stems, ordinals, frequencies] = [
          grow(stems, length),
          grow(ordinals, length),
          grow(frequencies, length),
        ];
      }
      for (let place = 0; place < list.count; place++) {
        stems[count] = stem;
        ordinals[count] = first + (list.ordinals[place] ?? 0);
        frequencies[count++] = list.frequencies[place] ?? 0;
      }
    },
    sort(places) {
      const starts = new Uint32Array(places.length + 1);
      for (let entry = 0; entry < count; entry++) {
        const end = (places[stems[entry] ?? 0] ?? 0) + 1;
        starts[end] = (starts[end] ?? 0) + 1;
      }
      for (let place = 0; place < places.length; place++)
        starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
      const next = starts.slice();
      const sorted = { starts, ordinals: new Uint32Array(count), frequencies: new Uint32Array(count) };
      for (let entry = 0; entry < count; entry++) {
        const place = places[stems[entry] ?? 0] ?? 0;
        const to = next[place] ?? 0;
        next[place] = to + 1;
        sorted.ordinals[to] = ordinals[entry] ?? 0;
        sorted.frequencies[to] = frequencies[entry] ?? 0;
      }
      return sorted;
    },
  };
}

const list = createPostingList();

/** Adds the postings of a unit; returns the numbers of its stems among the words. */
function addPostings(
  postings: OpenPostings,
  first: number,
  { words, entries }: { words: StringTable; entries: Entries },
): Uint32Array {
  const numbers = new Uint32Array(postings.stemCount);
  postings.eachStem((letters, length, stem) => {
    const number = words.numberOfLetters(letters, 0, length);
    numbers[stem] = number;
    postings.readPostings(stem, list);
    entries.add(number, list, first);
  });
  return numbers;
}

interface Titled {
  /** By number of a stem, in no order. */
  sectionsOf: Map<number, number[]>;
  sectionCount: number;
}

function addTitles(postings: OpenPostings, unit: number, numbers: Uint32Array, titled: Titled): void {
  const first = titled.sectionCount;
  postings.eachTitled((stem, inTitle, sections) => {
    const number = numbers[stem] ?? 0;
    let all = titled.sectionsOf.get(number);
    if (!all) titled.sectionsOf.set(number, (all = []));
    if (inTitle) all.push(unit);
    for (const section of sections) all.push(first + section);
  });
  titled.sectionCount += postings.sectionCount;
}

function sortTitled({ sectionsOf }: Titled, places: Uint32Array): TitledStems {
  const sorted = new Map<number, number[]>();
  for (const [number, sections] of sectionsOf)
    sorted.set(
      places[number] ?? 0,
      sections.sort((a, b) => a - b),
    );
  return { sectionsOf: sorted, inTitle: new Set() };
}

/** Passages and titles that several stems have together. */
interface CombinedStem {
  ordinals: readonly number[];
  frequencies: readonly number[];
  sections: readonly number[];
}

function openMerged(postings: OpenPostings, starts: Uint32Array, bytes: number): MergedPostings {
  const { stemCount } = postings;
  let combined: CombinedStem = { ordinals: [], frequencies: [], sections: [] };
  return {
    ...postings,
    unitTitles: starts.length - 1,
    starts,
    byteLength: bytes + starts.byteLength + LEARNT_BYTES_PER_STEM * stemCount,
    findSkeleton(skeleton) {
      const stems = postings.stemsLike(skeleton);
      if (stems.length < 2) return stems[0] ?? -1;
      combined = combineMostFrequent(postings, stems, starts);
      return stemCount;
    },
    readPostings(stem, into) {
      if (stem < stemCount) return postings.readPostings(stem, into);
      into.ordinals = Uint32Array.from(combined.ordinals);
      into.frequencies = Uint32Array.from(combined.frequencies);
      into.count = combined.ordinals.length;
      return into.count;
    },
    sectionsWith: (stem) => (stem < stemCount ? postings.sectionsWith(stem) : combined.sections),
  };
}

/** Of each unit the stem that most of its passages have, the first of equals. */
function combineMostFrequent(
  postings: OpenPostings,
  stems: readonly number[],
  starts: Uint32Array,
): CombinedStem {
  const unitOfSection = (section: number) => placeOf(starts, postings.passagesUnder(section)[0] ?? 0);
  const best = new Map<number, { stem: number; count: number }>();
  for (const stem of stems) {
    const counts = new Map<number, number>();
    const count = postings.readPostings(stem, list);
    for (let place = 0; place < count; place++) {
      const unit = placeOf(starts, list.ordinals[place] ?? 0);
      counts.set(unit, (counts.get(unit) ?? 0) + 1);
    }
    for (const section of postings.sectionsWith(stem)) {
      const unit = unitOfSection(section);
      counts.set(unit, counts.get(unit) ?? 0);
    }
    for (const [unit, count] of counts)
      if (count > (best.get(unit)?.count ?? -1)) best.set(unit, { stem, count });
  }
  const ordinals: number[] = [];
  const frequencies: number[] = [];
  const sections = new Set<number>();
  for (const stem of stems) {
    const count = postings.readPostings(stem, list);
    for (let place = 0; place < count; place++) {
      const ordinal = list.ordinals[place] ?? 0;
      if (best.get(placeOf(starts, ordinal))?.stem !== stem) continue;
      ordinals.push(ordinal);
      frequencies.push(list.frequencies[place] ?? 0);
    }
    for (const section of postings.sectionsWith(stem))
      if (best.get(unitOfSection(section))?.stem === stem) sections.add(section);
  }
  return { ordinals, frequencies, sections: [...sections].sort((a, b) => a - b) };
}

/** The last place whose start is not behind a number; `starts` ends with the number behind all. */
export function placeOf(starts: Uint32Array, number: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}
