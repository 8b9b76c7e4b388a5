import { createSpelledText } from '#gateway/engine/segments/segment.ts';
import { type Bm25Parameters, inverseDocumentFrequency, termFrequencyWeight } from './bm25.ts';
import type { SegmentAt } from './corpus.ts';
import { createGramSet, type GramSet } from './grams.ts';
import type { Candidate } from './select-top.ts';

/** How often each gram of a set occurs in texts, a row a text, and how many grams of any kind each text has. */
interface GramRows {
  count: number;
  /** Gram `g` of row `r` is at `r * size + g`. */
  counts: Uint16Array;
  lengths: Float64Array;
}

/** Counts the set's grams in passages of some segments, and once in each section title. */
interface GramCounter {
  /** Adds a row for a passage's text, and to `sentences`, if given, one for each sentence of it. */
  addText(segment: number, ordinal: number, texts: GramRows, sentences?: GramRows): void;
  /** The row of unit title and section title together, added when it is not there yet. */
  findTitle(segment: number, ordinal: number, titles: GramRows): number;
}

// One question is ranked at a time, from beginning to end.
const spelled = createSpelledText();

function createGramCounter(segmentAt: SegmentAt, grams: GramSet): GramCounter {
  const { size } = grams;
  const titleRows = new Map<number, Map<number, number>>();
  const addSpan = (rows: GramRows, start: number, end: number): number => {
    const row = addRow(rows, size);
    rows.lengths[row] = grams.countIn(spelled.letters, start, end, rows.counts, row * size);
    return row;
  };
  return {
    addText(segment, ordinal, texts, sentences) {
      segmentAt(segment)?.readPassage(ordinal, spelled);
      if (!sentences) {
        addSpan(texts, 0, spelled.length);
        return;
      }
      const text = addRow(texts, size);
      for (let sentence = 0; sentence < spelled.sentenceCount; sentence++) {
        const { sentenceStarts } = spelled;
        const row = addSpan(sentences, sentenceStarts[sentence] ?? 0, sentenceStarts[sentence + 1] ?? 0);
        for (let gram = 0; gram < size; gram++) {
          const count = sentences.counts[row * size + gram] ?? 0;
          if (count > 0) texts.counts[text * size + gram] = (texts.counts[text * size + gram] ?? 0) + count;
        }
        texts.lengths[text] = (texts.lengths[text] ?? 0) + (sentences.lengths[row] ?? 0);
      }
    },
    findTitle(place, ordinal, titles) {
      const segment = segmentAt(place);
      const section = segment?.sectionOf(ordinal) ?? 0;
      let rows = titleRows.get(place);
      if (!rows) titleRows.set(place, (rows = new Map()));
      let row = rows.get(section);
      if (row === undefined) {
        segment?.readTitles(section, spelled);
        row = addSpan(titles, 0, spelled.length);
        rows.set(section, row);
      }
      return row;
    },
  };
}

/** Rows for about as many texts, none of them filled. */
function createGramRows(size: number, expected: number): GramRows {
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

/** What letters alone say about a candidate; each a BM25 sum over the question's character grams. */
interface GramScores {
  text: number;
  title: number;
  sentence: number;
}

interface GramSaturations {
  text: Bm25Parameters;
  title: Bm25Parameters;
  sentence: Bm25Parameters;
}

/** Scores of the candidates, in their order, and what one of every gram would have earned. */
interface Rescoring {
  scores: GramScores[];
  attainable: number;
}

/**
 * BM25 of the character grams of `words` in the candidates' texts, in their titles with section titles, and in the best
 * sentence of the first `sentencesOf`. Rarities and lengths are counted in the first `countedIn` candidates. Reads the words
 * that segments keep of the candidates, never their texts.
 */
export function rescore(
  words: readonly string[],
  segmentAt: SegmentAt,
  candidates: readonly Candidate[],
  {
    saturations,
    sentencesOf,
    countedIn,
  }: { saturations: GramSaturations; sentencesOf: number; countedIn: number },
): Rescoring {
  const grams = createGramSet(words);
  const counter = createGramCounter(segmentAt, grams);
  const texts = createGramRows(grams.size, candidates.length);
  const titles = createGramRows(grams.size, 16);
  const sentences = createGramRows(grams.size, sentencesOf * 6);
  /** By candidate: the row of its titles; where its sentences begin, one more entry for the end. */
  const titleOf = new Uint32Array(candidates.length);
  const sentenceStarts = new Uint32Array(candidates.length + 1);
  candidates.forEach(({ segment, ordinal }, index) => {
    counter.addText(segment, ordinal, texts, index < sentencesOf ? sentences : undefined);
    titleOf[index] = counter.findTitle(segment, ordinal, titles);
    sentenceStarts[index + 1] = sentences.count;
  });
  const own = Uint32Array.from({ length: Math.min(countedIn, candidates.length) }, (_, index) => index);
  const ownTitles = titleOf.subarray(0, own.length);
  const rarities = gramIdfs(texts, own, grams.size);
  const titleRarities = gramIdfs(titles, ownTitles, grams.size);
  const scoreText = createScorer(texts, rarities, averageLength(texts, own), saturations.text);
  const scoreTitle = createScorer(titles, titleRarities, averageLength(titles, ownTitles), saturations.title);
  const every = Uint32Array.from({ length: sentences.count }, (_, index) => index);
  const scoreSentence = createScorer(
    sentences,
    rarities,
    averageLength(sentences, every),
    saturations.sentence,
  );
  const scores = candidates.map((_, index) => {
    let sentence = 0;
    for (let row = sentenceStarts[index] ?? 0; row < (sentenceStarts[index + 1] ?? 0); row++)
      sentence = Math.max(sentence, scoreSentence(row));
    return { text: scoreText(index), title: scoreTitle(titleOf[index] ?? 0), sentence };
  });
  return { scores, attainable: rarities.reduce((sum, rarity) => sum + rarity, 0) };
}

/** Rarities of the grams in the texts of these rows; a row may stand for several. */
function gramIdfs({ counts }: GramRows, rows: Uint32Array, size: number): number[] {
  const frequencies = new Uint32Array(size);
  for (const row of rows)
    for (let gram = 0; gram < size; gram++)
      if (counts[row * size + gram]) frequencies[gram] = (frequencies[gram] ?? 0) + 1;
  return Array.from(frequencies, (inTexts) => inverseDocumentFrequency(inTexts, rows.length));
}

function averageLength({ lengths }: GramRows, rows: Uint32Array): number {
  let sum = 0;
  for (const row of rows) sum += lengths[row] ?? 0;
  return sum / Math.max(1, rows.length);
}

/** BM25 of a row; each is summed once. */
function createScorer(
  { counts, lengths, count }: GramRows,
  rarities: readonly number[],
  average: number,
  saturation: Bm25Parameters,
): (row: number) => number {
  const size = rarities.length;
  const cache = new Float64Array(count).fill(-1);
  return (row) => {
    const before = cache[row] ?? -1;
    if (before >= 0) return before;
    let sum = 0;
    for (let gram = 0; gram < size; gram++) {
      const times = counts[row * size + gram] ?? 0;
      if (times > 0)
        sum += (rarities[gram] ?? 0) * termFrequencyWeight(times, lengths[row] ?? 0, average, saturation);
    }
    cache[row] = sum;
    return sum;
  };
}
