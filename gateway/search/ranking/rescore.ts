import { type Saturation, saturate, weighRarity } from './bm25.ts';
import { createGramCounter, createGramRows, type GramRows } from './gram-counter.ts';
import { createGramSet } from './grams.ts';
import type { Segment } from '#gateway/search/segment/segment.ts';
import type { Candidate } from './select-best.ts';

/** What letters alone say about a candidate; each a BM25 sum over the question's character grams. */
export interface GramScores {
  text: number;
  title: number;
  sentence: number;
}

export interface GramSaturations {
  text: Saturation;
  title: Saturation;
  sentence: Saturation;
}

/** Scores of the candidates, in their order, and what one of every gram would have earned. */
export interface Rescoring {
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
  segments: readonly Segment[],
  candidates: readonly Candidate[],
  {
    saturations,
    sentencesOf,
    countedIn,
  }: { saturations: GramSaturations; sentencesOf: number; countedIn: number },
): Rescoring {
  const grams = createGramSet(words);
  const counter = createGramCounter(segments, grams);
  const texts = createGramRows(grams.size, candidates.length);
  const titles = createGramRows(grams.size, 16);
  const sentences = createGramRows(grams.size, sentencesOf * 6);
  /** By candidate: the row of its titles; where its sentences begin, one more entry for the end. */
  const titleOf = new Uint32Array(candidates.length);
  const sentenceStarts = new Uint32Array(candidates.length + 1);
  for (const [at, { segment, ordinal }] of candidates.entries()) {
    counter.addText(segment, ordinal, texts, at < sentencesOf ? sentences : undefined);
    titleOf[at] = counter.findTitle(segment, ordinal, titles);
    sentenceStarts[at + 1] = sentences.count;
  }
  const own = Uint32Array.from({ length: Math.min(countedIn, candidates.length) }, (_, at) => at);
  const ownTitles = titleOf.subarray(0, own.length);
  const rarities = weighGrams(texts, own, grams.size);
  const titleRarities = weighGrams(titles, ownTitles, grams.size);
  const scoreText = createScorer(texts, rarities, averageLength(texts, own), saturations.text);
  const scoreTitle = createScorer(titles, titleRarities, averageLength(titles, ownTitles), saturations.title);
  const every = Uint32Array.from({ length: sentences.count }, (_, at) => at);
  const scoreSentence = createScorer(
    sentences,
    rarities,
    averageLength(sentences, every),
    saturations.sentence,
  );
  const scores = candidates.map((_, at) => {
    let sentence = 0;
    for (let row = sentenceStarts[at] ?? 0; row < (sentenceStarts[at + 1] ?? 0); row++)
      sentence = Math.max(sentence, scoreSentence(row));
    return { text: scoreText(at), title: scoreTitle(titleOf[at] ?? 0), sentence };
  });
  return { scores, attainable: rarities.reduce((sum, rarity) => sum + rarity, 0) };
}

/** Rarities of the grams in the texts of these rows; a row may stand for several. */
function weighGrams({ counts }: GramRows, rows: Uint32Array, size: number): number[] {
  const found = new Uint32Array(size);
  for (const row of rows)
    for (let gram = 0; gram < size; gram++)
      if (counts[row * size + gram]) found[gram] = (found[gram] ?? 0) + 1;
  return Array.from(found, (inTexts) => weighRarity(inTexts, rows.length));
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
  saturation: Saturation,
): (row: number) => number {
  const size = rarities.length;
  const known = new Float64Array(count).fill(-1);
  return (row) => {
    const before = known[row] ?? -1;
    if (before >= 0) return before;
    let sum = 0;
    for (let gram = 0; gram < size; gram++) {
      const times = counts[row * size + gram] ?? 0;
      if (times > 0) sum += (rarities[gram] ?? 0) * saturate(times, lengths[row] ?? 0, average, saturation);
    }
    known[row] = sum;
    return sum;
  };
}
