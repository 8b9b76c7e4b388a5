import { saturate, type Saturation, weighRarity } from './bm25.ts';
import { countGrams, createGramSet, type GramSet } from './grams.ts';
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

/** How often each gram occurs in a text, and how many grams the text has. */
interface GramCounts {
  counts: Map<number, number>;
  length: number;
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
  const readers = segments.map((segment) => createForwardReader(segment, grams));
  const views = candidates.flatMap((candidate) => {
    const reader = readers[candidate.segment];
    return reader ? [reader(candidate.ordinal)] : [];
  });
  const texts = views.map((view) => view.text());
  const rarities = weighGrams(texts, grams.size);
  const titles = views.map((view) => view.title());
  const titleRarities = weighGrams(titles, grams.size);
  const textLength = averageLength(texts);
  const titleLength = averageLength(titles);
  const sentences = views.slice(0, sentencesOf).map((view) => view.sentences());
  const sentenceLength = averageLength(sentences.flat());
  const scores = texts.map((text, index) => {
    const title = titles[index];
    let sentence = 0;
    for (const counts of sentences[index] ?? [])
      sentence = Math.max(sentence, sumGrams(counts, rarities, sentenceLength, saturations.sentence));
    return {
      text: sumGrams(text, rarities, textLength, saturations.text),
      title: title ? sumGrams(title, titleRarities, titleLength, saturations.title) : 0,
      sentence,
    };
  });
  return { scores, attainable: rarities.reduce((sum, rarity) => sum + rarity, 0) };
}

function createForwardReader(segment: Segment, grams: GramSet) {
  const found = new Map<number, Uint16Array>();
  const titles = new Map<number, GramCounts>();
  const count = (into: GramCounts, ids: Uint32Array) => {
    for (const id of ids) {
      const word = segment.words[id] ?? '';
      let matches = found.get(id);
      if (!matches) found.set(id, (matches = grams.within(word)));
      into.length += countGrams(word.length);
      for (const gram of matches) into.counts.set(gram, (into.counts.get(gram) ?? 0) + 1);
    }
    return into;
  };
  const empty = (): GramCounts => ({ counts: new Map(), length: 0 });
  const slice = (first: number, last: number) =>
    segment.tokens.subarray(segment.sentenceStarts[first], segment.sentenceStarts[last]);
  return (ordinal: number) => {
    const first = segment.passageStarts[ordinal] ?? 0;
    const last = segment.passageStarts[ordinal + 1] ?? first;
    return {
      text: () => count(empty(), slice(first, last)),
      title: () => {
        const section = segment.passageSections[ordinal] ?? 0;
        let counts = titles.get(section);
        if (!counts) {
          counts = count(count(empty(), segment.title), segment.sections[section] ?? new Uint32Array(0));
          titles.set(section, counts);
        }
        return counts;
      },
      sentences: () => {
        const all: GramCounts[] = [];
        for (let sentence = first; sentence < last; sentence++)
          all.push(count(empty(), slice(sentence, sentence + 1)));
        return all;
      },
    };
  };
}

function weighGrams(texts: readonly GramCounts[], size: number): number[] {
  const found = new Uint32Array(size);
  for (const { counts } of texts) for (const gram of counts.keys()) found[gram] = (found[gram] ?? 0) + 1;
  return Array.from(found, (inTexts) => weighRarity(inTexts, texts.length));
}

function averageLength(texts: readonly GramCounts[]): number {
  let sum = 0;
  for (const { length } of texts) sum += length;
  return sum / Math.max(1, texts.length);
}

function sumGrams(
  text: GramCounts,
  rarities: readonly number[],
  average: number,
  saturation: Saturation,
): number {
  let sum = 0;
  for (const [gram, frequency] of text.counts)
    sum += (rarities[gram] ?? 0) * saturate(frequency, text.length, average, saturation);
  return sum;
}
