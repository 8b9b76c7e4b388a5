import { countGrams, type GramSet } from './grams.ts';
import type { Segment } from './segment.ts';

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
  const found = new Map<number, Uint16Array>();
  const titles = new Map<number, GramCounts>();
  const count = (...lists: readonly Uint32Array[]): GramCounts => {
    const counts = new Uint16Array(grams.size);
    let length = 0;
    for (const ids of lists)
      for (const id of ids) {
        const word = segment.words[id] ?? '';
        let matches = found.get(id);
        if (!matches) found.set(id, (matches = grams.within(word)));
        length += countGrams(word.length);
        for (const gram of matches) counts[gram] = (counts[gram] ?? 0) + 1;
      }
    return { counts, length };
  };
  const slice = (first: number, last: number) =>
    segment.tokens.subarray(segment.sentenceStarts[first], segment.sentenceStarts[last]);
  return (ordinal) => {
    const first = segment.passageStarts[ordinal] ?? 0;
    const last = segment.passageStarts[ordinal + 1] ?? first;
    const section = segment.passageSections[ordinal] ?? 0;
    return {
      text: () => count(slice(first, last)),
      title: () => {
        let counts = titles.get(section);
        if (!counts)
          titles.set(
            section,
            (counts = count(segment.title, segment.sections[section] ?? new Uint32Array(0))),
          );
        return counts;
      },
      sentences: () => {
        const all: GramCounts[] = [];
        for (let sentence = first; sentence < last; sentence++)
          all.push(count(slice(sentence, sentence + 1)));
        return all;
      },
    };
  };
}
