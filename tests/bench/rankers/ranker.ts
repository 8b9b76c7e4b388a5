import type { QuestionSet } from '#tests/bench/question-sets.ts';

/** An engine as a set is asked of it. All index title, section and text of the same passages. */
export interface Ranker {
  name: string;
  /** Version and settings of the ranker, for readers who doubt the table. */
  about: string;
  build(set: QuestionSet): RankerIndex | Promise<RankerIndex>;
}

/** A passage that was found. Scores of different engines cannot be compared; the best is highest. */
export interface RankedId {
  id: string;
  score: number;
}

export interface RankerIndex {
  /** The passages, best first. */
  search(question: string, limit: number): RankedId[] | Promise<RankedId[]>;
  close?(): void;
}
