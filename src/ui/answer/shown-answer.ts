import type { RetrievedDocument } from '#contract/answers.ts';
import type { AnswerBand, AnswerKind, SentenceSupport } from '#contract/headers.ts';

/** Fields of a run that an answer view needs. */
export type ShownAnswer = {
  answer: string;
  /** Undefined until the gateway has sent the passages. */
  documents: readonly RetrievedDocument[] | undefined;
  /** Null until the gateway says how sure the answer is; a foreign gateway never does. */
  band: AnswerBand | null;
  /** The likelihood that the text answers, 0..1. */
  certainty: number | null;
  /** Kind of the answer; null until known, and without a text. */
  kind: AnswerKind | null;
  /** Indexes in `documents` of the quoted documents. */
  quoted: readonly number[];
  /** The support of each complete sentence that a model wrote. */
  sentences: readonly SentenceSupport[];
};

/** Navigation between the passages of a view: the current passage, and the way to others. */
export type PassageLinks = {
  current: number | undefined;
  focusPassage: (index: number) => void;
};
