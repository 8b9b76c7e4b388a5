import { createPostingList, type Segment } from '#gateway/engine/segments/segment.ts';

/** The passages of one segment that say something, in their text or in a title above it: a stretch of a `HitTable`. */
export interface Hits {
  /** Which of the searched segments. */
  place: number;
  start: number;
  end: number;
}

/** The closest title of a passage that says a stem. */
export const NO_TITLE = 0;
export const UNIT_TITLE = 1;
export const SECTION_TITLE = 2;

/**
 * The passages that say the stems of a question, read once and looked at twice: to count how rare each stem is, and to
 * score them.
 */
export interface HitTable {
  clear(): void;
  /** Adds the passages of the segment at a place that have a stem; in no order where titles have it too. */
  read(segment: Segment, stem: number, place: number): Hits;
  /** Adds the passages of one segment that are in all of these stretches, as having the whole once in their text. */
  intersect(all: readonly Hits[]): Hits;
  ordinalAt(index: number): number;
  /** How often the text has it: 0 where only a title does. */
  frequencyAt(index: number): number;
  titleAt(index: number): number;
}

/** An empty table; it grows, and is meant to be cleared and filled again. */
export function createHitTable(): HitTable {
  let ordinals = new Uint32Array(4_096);
  let frequencies = new Uint32Array(4_096);
  let titles = new Uint8Array(4_096);
  let used = 0;
  /** By passage: where it stands in the stretch that is being made, plus 1. Zeros in between. */
  let placeOf = new Uint32Array(1_024);
  const postings = createPostingList();

  const ensureCapacity = (more: number) => {
    if (used + more <= ordinals.length) return;
    const [before, times, marks] = [ordinals, frequencies, titles];
    const size = Math.max(used + more, before.length * 2);
    ordinals = new Uint32Array(size);
    frequencies = new Uint32Array(size);
    titles = new Uint8Array(size);
    ordinals.set(before);
    frequencies.set(times);
    titles.set(marks);
  };
  const add = (ordinal: number, frequency: number, title: number) => {
    ordinals[used] = ordinal;
    frequencies[used] = frequency;
    titles[used++] = title;
  };
  const place = (start: number, end: number) => {
    for (let index = start; index < end; index++) {
      const ordinal = ordinals[index] ?? 0;
      if (ordinal >= placeOf.length) {
        const before = placeOf;
        placeOf = new Uint32Array(2 * ordinal + 1);
        placeOf.set(before);
      }
      placeOf[ordinal] = index + 1;
    }
  };
  const unplace = (start: number, end: number) => {
    for (let index = start; index < end; index++) placeOf[ordinals[index] ?? 0] = 0;
  };
  const addTitles = (segment: Segment, stem: number, start: number) => {
    const inUnit = segment.titleHas(stem);
    const sections = segment.sectionsWith(stem);
    if (!inUnit && sections.length === 0) return;
    ensureCapacity(segment.passageCount);
    place(start, used);
    const mark = (ordinal: number, title: number) => {
      const entry = placeOf[ordinal] ?? 0;
      if (entry > 0) titles[entry - 1] = title;
      else {
        add(ordinal, 0, title);
        place(used - 1, used);
      }
    };
    if (inUnit) for (let ordinal = 0; ordinal < segment.passageCount; ordinal++) mark(ordinal, UNIT_TITLE);
    // A section title says it closer by than the unit's.
    for (const section of sections) {
      const runs = segment.passagesUnder(section);
      for (let index = 0; index < runs.length; index += 2)
        for (let ordinal = runs[index] ?? 0; ordinal < (runs[index + 1] ?? 0); ordinal++)
          mark(ordinal, SECTION_TITLE);
    }
    unplace(start, used);
  };

  return {
    clear() {
      used = 0;
    },
    read(segment, stem, place) {
      const start = used;
      const count = segment.readPostings(stem, postings);
      ensureCapacity(count);
      for (let index = 0; index < count; index++)
        add(postings.ordinals[index] ?? 0, postings.frequencies[index] ?? 0, NO_TITLE);
      addTitles(segment, stem, start);
      return { place, start, end: used };
    },
    intersect(all) {
      const [fewest = { place: 0, start: 0, end: 0 }, ...others] = all.toSorted(
        (a, b) => a.end - a.start - (b.end - b.start),
      );
      const start = used;
      ensureCapacity(fewest.end - fewest.start);
      for (let index = fewest.start; index < fewest.end; index++) add(ordinals[index] ?? 0, 1, NO_TITLE);
      for (const other of others) {
        place(other.start, other.end);
        let end = start;
        for (let index = start; index < used; index++)
          if ((placeOf[ordinals[index] ?? 0] ?? 0) > 0) ordinals[end++] = ordinals[index] ?? 0;
        used = end;
        unplace(other.start, other.end);
      }
      return { place: fewest.place, start, end: used };
    },
    ordinalAt: (index) => ordinals[index] ?? 0,
    frequencyAt: (index) => frequencies[index] ?? 0,
    titleAt: (index) => titles[index] ?? 0,
  };
}
