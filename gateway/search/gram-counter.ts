import { countGrams, type GramSet } from './grams.ts';
import { createPassageWords, type Segment } from './segment.ts';

/** How often each gram of a set occurs in a text, and how many grams of any kind the text has. */
export interface GramCounts {
  counts: Uint16Array;
  length: number;
}

/** The parts of one passage, counted from its forward list when asked for. */
export interface CountedPassage {
  text(): GramCounts;
  /** Unit title and section title together. */
  title(): GramCounts;
  sentences(): GramCounts[];
}

/** Counts the set's grams in passages of one segment. Each distinct word is looked at once, each section title too. */
export function createGramCounter(segment: Segment, grams: GramSet): (ordinal: number) => CountedPassage {
  const matches = new Map<number, { grams: Uint16Array; length: number }>();
  const titles = new Map<number, GramCounts>();
  const passage = createPassageWords();
  const look = (id: number) => {
    const word = segment.wordAt(id);
    const found = { grams: grams.within(word), length: countGrams(word.length) };
    matches.set(id, found);
    return found;
  };
  const count = (words: Uint32Array, start: number, end: number, more?: Uint32Array): GramCounts => {
    const counts = new Uint16Array(grams.size);
    let length = 0;
    const add = (id: number) => {
      const found = matches.get(id) ?? look(id);
      length += found.length;
      for (const gram of found.grams) counts[gram] = (counts[gram] ?? 0) + 1;
    };
    for (let at = start; at < end; at++) add(words[at] ?? 0);
    more?.forEach(add);
    return { counts, length };
  };
  return (ordinal) => ({
    text() {
      segment.readPassage(ordinal, passage);
      return count(passage.words, 0, passage.wordCount);
    },
    title() {
      const section = segment.sectionOf(ordinal);
      let counts = titles.get(section);
      if (!counts) {
        const title = segment.titleWords();
        counts = count(title, 0, title.length, segment.sectionWords(section));
        titles.set(section, counts);
      }
      return counts;
    },
    sentences() {
      segment.readPassage(ordinal, passage);
      const starts = passage.sentenceStarts;
      return Array.from({ length: passage.sentenceCount }, (_, sentence) =>
        count(passage.words, starts[sentence] ?? 0, starts[sentence + 1] ?? 0),
      );
    },
  });
}
