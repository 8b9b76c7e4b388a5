import { tokenise } from '#gateway/engine/analysis/tokenise.ts';

/** Why expressions make no group. `words` are those that the fault's words need. */
type GroupProblem =
  | { code: 'synonyms-without-words'; words: { expression: string }; index: number }
  | { code: 'synonyms-too-long'; words: { expression: string; max: number }; index: number }
  | { code: 'synonyms-same'; words: { first: string; second: string }; index: number };

/** The folded expressions of a group, or the first thing that is wrong with them; `index`: the expression to blame. */
export function checkGroup(
  expressions: readonly string[],
  { maxWords }: { maxWords: number },
): { keys: string[] } | GroupProblem {
  const keys = expressions.map(foldExpression);
  for (const [index, key] of keys.entries()) {
    const expression = expressions[index] ?? '';
    if (key === '') return { code: 'synonyms-without-words', words: { expression }, index };
    if (key.split(' ').length > maxWords)
      return { code: 'synonyms-too-long', words: { expression, max: maxWords }, index };
    const first = keys.indexOf(key);
    if (first < index)
      return { code: 'synonyms-same', words: { first: expressions[first] ?? '', second: expression }, index };
  }
  return { keys };
}

/**
 * The words by which an expression is compared, one space between them: tashkeel, tatweel, hamza forms, taa marbuta,
 * digit systems, case and punctuation do not count. Empty when it has no word.
 */
export function foldExpression(expression: string): string {
  return tokenise(expression)
    .map(({ word }) => word)
    .join(' ');
}
