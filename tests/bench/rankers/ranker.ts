import type { QuestionSet } from '#tests/bench/question-sets.ts';

/** An engine as a set is asked of it. All index title, section and text of the same passages. */
export interface Ranker {
  name: string;
  /** What it is and how it is set up, for whoever doubts the table. */
  about: string;
  build(set: QuestionSet): RankerIndex | Promise<RankerIndex>;
}

export interface RankerIndex {
  /** Ids of the passages, best first. */
  search(question: string, limit: number): string[] | Promise<string[]>;
  close?(): void;
}
