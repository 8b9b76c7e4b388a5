import type { GramSet } from './grams.ts';
import { createSpelledText, type Segment } from '#gateway/search/segment/segment.ts';

/** How often each gram of a set occurs in texts, a row a text, and how many grams of any kind each text has. */
export interface GramRows {
  count: number;
  /** Gram `g` of row `r` is at `r * size + g`. */
  counts: Uint16Array;
  lengths: Float64Array;
}

/** Counts the set's grams in passages of some segments, and once in each section title. */
export interface GramCounter {
  /** Adds a row for a passage's text, and to `sentences`, if given, one for each sentence of it. */
  addText(segment: number, ordinal: number, texts: GramRows, sentences?: GramRows): void;
  /** The row of unit title and section title together, added when it is not there yet. */
  findTitle(segment: number, ordinal: number, titles: GramRows): number;
}

// One question is ranked at a time, from beginning to end.
const spelled = createSpelledText();

export function createGramCounter(segments: readonly Segment[], grams: GramSet): GramCounter {
  const { size } = grams;
  const titleRows = segments.map(() => new Map<number, number>());
  const addStretch = (rows: GramRows, start: number, end: number): number => {
    const row = addRow(rows, size);
    rows.lengths[row] = grams.countIn(spelled.letters, start, end, rows.counts, row * size);
    return row;
  };
  return {
    addText(segment, ordinal, texts, sentences) {
      segments[segment]?.readPassage(ordinal, spelled);
      if (!sentences) {
        addStretch(texts, 0, spelled.length);
        return;
      }
      const text = addRow(texts, size);
      for (let at = 0; at < spelled.sentenceCount; at++) {
        const { sentenceStarts } = spelled;
        const row = addStretch(sentences, sentenceStarts[at] ?? 0, sentenceStarts[at + 1] ?? 0);
        for (let gram = 0; gram < size; gram++) {
          const count = sentences.counts[row * size + gram] ?? 0;
          if (count > 0) texts.counts[text * size + gram] = (texts.counts[text * size + gram] ?? 0) + count;
        }
        texts.lengths[text] = (texts.lengths[text] ?? 0) + (sentences.lengths[row] ?? 0);
      }
    },
    findTitle(segmentAt, ordinal, titles) {
      const segment = segments[segmentAt];
      const section = segment?.sectionOf(ordinal) ?? 0;
      let row = titleRows[segmentAt]?.get(section);
      if (row === undefined) {
        segment?.readTitles(section, spelled);
        row = addStretch(titles, 0, spelled.length);
        titleRows[segmentAt]?.set(section, row);
      }
      return row;
    },
  };
}

/** Rows for about as many texts, none of them filled. */
export function createGramRows(size: number, expected: number): GramRows {
  return { count: 0, counts: new Uint16Array(size * expected), lengths: new Float64Array(expected) };
}

function addRow(rows: GramRows, size: number): number {
  const row = rows.count++;
  if (row >= rows.lengths.length) {
    const more = Math.max(16, rows.lengths.length * 2);
    const [counts, old] = [new Uint16Array(more * size), rows.lengths];
    counts.set(rows.counts);
    rows.counts = counts;
    rows.lengths = new Float64Array(more);
    rows.lengths.set(old);
  }
  return row;
}
