import { countPassages } from '#gateway/search/count-passages.ts';
import type { Alternative } from '#gateway/search/alternatives.ts';
import type { DroppedWord, Question } from '#gateway/search/question.ts';
import { matchQuestion } from '#gateway/search/rank.ts';
import type { Segment } from '#gateway/search/segment.ts';
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
  /** Passages that have all of its words in their text. */
  passages: number;
}

/** How a question was read: its terms with their weight in exactly these segments, and the words left out. */
export function explainQuestion(
  asked: string,
  question: Question,
  segments: readonly Segment[],
): { terms: ExplainedTerm[]; dropped: DroppedWord[] } {
  const terms = question.terms.map((term): ExplainedTerm => {
    const { start, end, word, stem, alternatives } = term;
    const alone = { ...question, terms: [{ ...term, alternatives: [] }], stems: [stem] };
    const { candidates } = matchQuestion(alone, segments);
    const { rarities } = matchQuestion({ ...alone, terms: [term] }, segments);
    return {
      start,
      end,
      word,
      stem,
      folds: nameFolds(asked.slice(start, end), word),
      weight: rarities[0] ?? 0,
      passages: candidates.length,
      alternatives: alternatives.map((alternative) => ({
        ...alternative,
        passages: countPassages(alternative.words, segments).passages,
      })),
    };
  });
  return { terms, dropped: question.dropped };
}
