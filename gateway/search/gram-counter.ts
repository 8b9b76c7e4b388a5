import type { GramList, GramSet } from './grams.ts';
import { createPassageWords, createWordLetters, type Segment } from './segment.ts';

/** How often each gram of a set occurs in texts, a row a text, and how many grams of any kind each text has. */
export interface GramRows {
  count: number;
  /** Gram `g` of row `r` is at `r * size + g`. */
  counts: Uint16Array;
  lengths: Float64Array;
}

/** Counts the set's grams in passages of some segments. Each distinct word is looked at once, each section title too. */
export interface GramCounter {
  /** Adds a row for a passage's text, and to `sentences`, if given, one for each sentence of it. */
  addText(segment: number, ordinal: number, texts: GramRows, sentences?: GramRows): void;
  /** The row of unit title and section title together, added when it is not there yet. */
  findTitle(segment: number, ordinal: number, titles: GramRows): number;
}

// One question is ranked at a time, from beginning to end: what counting needs is made once and reused.
const passage = createPassageWords();
const letters = createWordLetters();
const pool: GramList = { count: 0, grams: new Uint16Array(4_096) };
/** By word met: where its grams begin in the pool, one more entry for the end. The first one stands for all without. */
let starts = new Uint32Array(4_096);
/** By segment asked, by word id: `base` and the place in `starts`, counted from 1. What is not above `base` is old. */
const slots: Uint32Array[] = [];
let base = 0;
const HIGHEST_BASE = 2 ** 31;
const WITHOUT = 1;

export function createGramCounter(segments: readonly Segment[], grams: GramSet): GramCounter {
  const { size } = grams;
  if (base > HIGHEST_BASE) {
    for (const slot of slots) slot.fill(0);
    base = 0;
  }
  const first = base;
  let met = 1;
  base = first + met;
  pool.count = 0;
  starts[0] = 0;
  starts[1] = 0;
  const titleRows = segments.map(() => new Map<number, number>());

  const learn = (segment: Segment, word: number): number => {
    segment.readWord(word, letters);
    grams.match(letters.letters, letters.length, pool);
    if (starts[met] === pool.count) return WITHOUT;
    if (met + 2 > starts.length) starts = doubled(starts);
    starts[++met] = pool.count;
    base = first + met;
    return met;
  };
  const add = (
    segmentAt: number,
    words: Uint32Array,
    from: number,
    to: number,
    rows: GramRows,
    row: number,
  ) => {
    const segment = segments[segmentAt];
    if (!segment || from >= to) return;
    const slot = slotOf(segmentAt, segment.wordCount);
    const { counts } = rows;
    const offset = row * size;
    for (let at = from; at < to; at++) {
      const word = words[at] ?? 0;
      let place = (slot[word] ?? 0) - first;
      if (place <= 0) {
        place = learn(segment, word);
        slot[word] = first + place;
      }
      if (place === WITHOUT) continue;
      const end = starts[place] ?? 0;
      for (let gram = starts[place - 1] ?? 0; gram < end; gram++) {
        const cell = offset + (pool.grams[gram] ?? 0);
        counts[cell] = (counts[cell] ?? 0) + 1;
      }
    }
  };
  /** Padded, a word has two grams a letter, less one. */
  const addLength = (rows: GramRows, row: number, letterCount: number, wordCount: number) => {
    rows.lengths[row] = (rows.lengths[row] ?? 0) + 2 * letterCount - wordCount;
  };

  return {
    addText(segmentAt, ordinal, texts, sentences) {
      segments[segmentAt]?.readPassage(ordinal, passage);
      const text = addRow(texts, size);
      const { sentenceStarts, sentenceLetters } = passage;
      let letterCount = 0;
      for (let at = 0; at < passage.sentenceCount; at++) letterCount += sentenceLetters[at] ?? 0;
      addLength(texts, text, letterCount, passage.wordCount);
      if (!sentences) {
        add(segmentAt, passage.words, 0, passage.wordCount, texts, text);
        return;
      }
      for (let at = 0; at < passage.sentenceCount; at++) {
        const row = addRow(sentences, size);
        const [from, to] = [sentenceStarts[at] ?? 0, sentenceStarts[at + 1] ?? 0];
        addLength(sentences, row, sentenceLetters[at] ?? 0, to - from);
        add(segmentAt, passage.words, from, to, sentences, row);
        for (let gram = 0; gram < size; gram++) {
          const count = sentences.counts[row * size + gram] ?? 0;
          if (count > 0) texts.counts[text * size + gram] = (texts.counts[text * size + gram] ?? 0) + count;
        }
      }
    },
    findTitle(segmentAt, ordinal, titles) {
      const segment = segments[segmentAt];
      const section = segment?.sectionOf(ordinal) ?? 0;
      let row = titleRows[segmentAt]?.get(section);
      if (row === undefined) {
        row = addRow(titles, size);
        titleRows[segmentAt]?.set(section, row);
        for (const words of [segment?.titleWords(), segment?.sectionWords(section)]) {
          if (!words) continue;
          for (const word of words) {
            segment?.readWord(word, letters);
            addLength(titles, row, letters.length, 1);
          }
          add(segmentAt, words, 0, words.length, titles, row);
        }
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

function slotOf(segment: number, wordCount: number): Uint32Array {
  let slot = slots[segment];
  if (!slot || slot.length < wordCount) slots[segment] = slot = new Uint32Array(wordCount);
  return slot;
}

function doubled(list: Uint32Array): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(list.length * 2);
  grown.set(list);
  return grown;
}
