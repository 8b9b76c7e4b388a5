import { type Saturation, saturate, weighRarity } from './bm25.ts';
import { createGramCounter, type GramCounts } from './gram-counter.ts';
import { createGramSet } from './grams.ts';
import type { Candidate } from './match-stems.ts';
import type { Segment } from './segment.ts';

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
 * sentence of the first `sentencesOf`. Rarities are counted in the candidates themselves. Reads forward lists only.
 */
export function rescore(
  words: readonly string[],
  segments: readonly Segment[],
  candidates: readonly Candidate[],
  { saturations, sentencesOf }: { saturations: GramSaturations; sentencesOf: number },
): Rescoring {
  const grams = createGramSet(words);
  const counters = segments.map((segment) => createGramCounter(segment, grams));
  const views = candidates.flatMap((candidate) => counters[candidate.segment]?.(candidate.ordinal) ?? []);
  const texts = views.map((view) => view.text());
  const titles = views.map((view) => view.title());
  const sentences = views.slice(0, sentencesOf).map((view) => view.sentences());
  const rarities = weighGrams(texts, grams.size);
  const scoreText = createScorer(rarities, averageLength(texts), saturations.text);
  const scoreTitle = createScorer(weighGrams(titles, grams.size), averageLength(titles), saturations.title);
  const scoreSentence = createScorer(rarities, averageLength(sentences.flat()), saturations.sentence);
  const scores = texts.map((text, index) => ({
    text: scoreText(text),
    title: scoreTitle(titles[index]),
    sentence: (sentences[index] ?? []).reduce((best, counts) => Math.max(best, scoreSentence(counts)), 0),
  }));
  return { scores, attainable: rarities.reduce((sum, rarity) => sum + rarity, 0) };
}

function weighGrams(texts: readonly GramCounts[], size: number): number[] {
  const found = new Uint32Array(size);
  for (const { counts } of texts)
    for (let gram = 0; gram < size; gram++) if (counts[gram]) found[gram] = (found[gram] ?? 0) + 1;
  return Array.from(found, (inTexts) => weighRarity(inTexts, texts.length));
}

function averageLength(texts: readonly GramCounts[]): number {
  let sum = 0;
  for (const { length } of texts) sum += length;
  return sum / Math.max(1, texts.length);
}

function createScorer(rarities: readonly number[], average: number, saturation: Saturation) {
  return (text: GramCounts | undefined) => {
    let sum = 0;
    if (text)
      for (const [gram, rarity] of rarities.entries()) {
        const count = text.counts[gram] ?? 0;
        if (count > 0) sum += rarity * saturate(count, text.length, average, saturation);
      }
    return sum;
  };
}
