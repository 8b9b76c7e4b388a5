import { tokenise } from '#gateway/text/analysis/tokenise.ts';

/**
 * The words by which an expression is compared, one space between them: tashkeel, tatweel, hamza forms, taa marbuta,
 * digit systems, case and punctuation do not count. Empty when it has no word.
 */
export function foldExpression(expression: string): string {
  return tokenise(expression)
    .map(({ word }) => word)
    .join(' ');
}
