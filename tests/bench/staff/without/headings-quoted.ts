/** Answers are chosen and judged without the headings above passages. */
import * as original from '#gateway/engine/quoting/extract-answer.ts';

export * from '#gateway/engine/quoting/extract-answer.ts';

export const extractAnswer: typeof original.extractAnswer = (text, passages, options) =>
  original.extractAnswer(
    text,
    passages.map((passage) => ({ ...passage, sectionTitle: '' })),
    options,
  );
