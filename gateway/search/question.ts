import { stemWord } from '#gateway/text/analysis/stem.ts';
import { isStopWordOfQuestion } from '#gateway/text/analysis/stop-words.ts';
import { tokenise } from '#gateway/text/analysis/tokenise.ts';

/** A question as ranking and answering see it. */
export interface Question {
  /** Distinct stems of the words that carry a subject, in order. */
  stems: string[];
  /** Distinct normalised words whose letters are compared; all of the question's when none carries a subject. */
  words: string[];
}

/** Longer questions are pasted documents: what stands further on adds cost and no subject. */
const MOST_CHARACTERS = 8_000;
const MOST_WORDS = 96;

/** The words of a question that carry its subject: stop and question words out, at most the first 96 that are left. */
export function analyseQuestion(question: string): Question {
  const all = [...new Set(tokenise(question.slice(0, MOST_CHARACTERS)).map(({ word }) => word))];
  const telling = all.filter((word) => !isStopWordOfQuestion(word));
  const words = (telling.length > 0 ? telling : all).slice(0, MOST_WORDS);
  return { words, stems: [...new Set(words.map(stemWord))] };
}
