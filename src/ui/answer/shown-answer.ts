import type { RetrievedDocument } from '#contract/answers.ts';
import type { AnswerBand, AnswerKind, SentenceSupport } from '#contract/headers.ts';

/** What a view of an answer needs of the run that it belongs to. */
export type ShownAnswer = {
  answer: string;
  /** Undefined until the gateway has sent the passages. */
  documents: readonly RetrievedDocument[] | undefined;
  /** Null until the gateway says how sure the answer is; a foreign gateway never does. */
  band: AnswerBand | null;
  /** The likelihood that the text answers, 0..1. */
  certainty: number | null;
  /** Who made the text; null until that is known, and where nobody did. */
  kind: AnswerKind | null;
  /** Indexes, in `documents`, of those that the answer quotes. */
  quoted: readonly number[];
  /** The support of each complete sentence that a model wrote. */
  sentences: readonly SentenceSupport[];
};

/** The passages of a view: which one is current, and how to get to one. */
export type PassageLinks = {
  current: number | undefined;
  focusPassage: (index: number) => void;
};
