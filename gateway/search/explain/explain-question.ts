import type { Alternative } from '#gateway/search/question/alternatives.ts';
import { countHaving } from '#gateway/search/ranking/find-expression.ts';
import { weighTerms } from '#gateway/search/ranking/match-terms.ts';
import type { DroppedWord, Question } from '#gateway/search/question/question.ts';
import type { Segment } from '#gateway/search/segment/segment.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { type Fold, nameFolds } from './name-folds.ts';

/** A word of a question as it was searched for. Offsets are into the question as asked. */
export interface ExplainedTerm {
  start: number;
  end: number;
  word: string;
  stem: string;
  folds: Fold[];
  /** How rare it is in the segments: what a passage of average length earns that has it once. */
  weight: number;
  /** Passages that have it itself, in text or titles. */
  passages: number;
  alternatives: ExplainedAlternative[];
}

export interface ExplainedAlternative extends Alternative {
  /** Passages that have all of its words, in text or titles. */
  passages: number;
}

/** How a question was read: its terms with their weight in exactly these segments, and the words left out. */
export function explainQuestion(
  asked: string,
  { terms, dropped }: Question,
  segments: readonly Segment[],
): { terms: ExplainedTerm[]; dropped: DroppedWord[] } {
  const weights = weighTerms(terms, segments);
  const explained = terms.map(({ start, end, word, stem, alternatives }, index): ExplainedTerm => {
    const folds = nameFolds(asked.slice(start, end), word);
    return {
      start,
      end,
      word,
      stem,
      folds,
      weight: weights[index] ?? 0,
      passages: countPassages([word], segments),
      alternatives: alternatives.map((alternative) => ({
        ...alternative,
        passages: countPassages(alternative.words, segments),
      })),
    };
  });
  return { terms: explained, dropped };
}

/** As rarity counts them. */
function countPassages(words: readonly string[], segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => {
    const ids = words.map((word) => segment.findStem(stemWord(word, segment.language)));
    return ids.includes(-1) ? sum : sum + countHaving(segment, ids);
  }, 0);
}
