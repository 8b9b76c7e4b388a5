import { createPostingList } from '#gateway/engine/segments/segment.ts';
import type { CorpusPart } from './corpus.ts';

/** The passages of one part of a corpus that say something, in their text or in a title above it: a stretch of a `HitTable`. */
export interface Hits {
  /** Which of the parts. */
  part: number;
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
  /**
   * Adds the passages of a part, the one of number `index`, that have a stem, in no order where titles have it too. Of merged
   * postings those whose number in the corpus is lower than `end`.
   */
  read(part: CorpusPart, stem: number, index: number, end: number): Hits;
  /** Adds the passages of one part that are in all of these stretches, as having the whole once in their text. */
  intersect(all: readonly Hits[]): Hits;
  /** In its part. */
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
  const list = createPostingList();

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
  const addTitles = (
    { postings, unitTitles, numbers }: CorpusPart,
    stem: number,
    start: number,
    limit: number,
  ) => {
    const inUnit = postings.titleHas(stem);
    const sections = postings.sectionsWith(stem);
    if (!inUnit && sections.length === 0) return;
    ensureCapacity(postings.passageCount);
    place(start, used);
    const mark = (ordinal: number, title: number) => {
      if (numbers && (numbers[ordinal] ?? limit) >= limit) return;
      const entry = placeOf[ordinal] ?? 0;
      if (entry > 0) titles[entry - 1] = title;
      else {
        add(ordinal, 0, title);
        place(used - 1, used);
      }
    };
    if (inUnit) for (let ordinal = 0; ordinal < postings.passageCount; ordinal++) mark(ordinal, UNIT_TITLE);
    // A section title says it closer by than the unit's, and comes behind those of units.
    for (const section of sections) {
      const title = section < unitTitles ? UNIT_TITLE : SECTION_TITLE;
      const runs = postings.passagesUnder(section);
      for (let index = 0; index < runs.length; index += 2)
        for (let ordinal = runs[index] ?? 0; ordinal < (runs[index + 1] ?? 0); ordinal++)
          mark(ordinal, title);
    }
    unplace(start, used);
  };

  return {
    clear() {
      used = 0;
    },
    read(part, stem, index, end) {
      const start = used;
      const { numbers } = part;
      const count = part.postings.readPostings(stem, list);
      ensureCapacity(count);
      for (let entry = 0; entry < count; entry++) {
        const ordinal = list.ordinals[entry] ?? 0;
        if (numbers === undefined || (numbers[ordinal] ?? end) < end)
          add(ordinal, list.frequencies[entry] ?? 0, NO_TITLE);
      }
      addTitles(part, stem, start, end);
      return { part: index, start, end: used };
    },
    intersect(all) {
      const [fewest = { part: 0, start: 0, end: 0 }, ...others] = all.toSorted(
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
      return { part: fewest.part, start, end: used };
    },
    ordinalAt: (index) => ordinals[index] ?? 0,
    frequencyAt: (index) => frequencies[index] ?? 0,
    titleAt: (index) => titles[index] ?? 0,
  };
}
