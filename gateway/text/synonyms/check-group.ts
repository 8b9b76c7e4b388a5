import { foldExpression } from './fold-expression.ts';

/** Why expressions make no group. `words` are those that the fault's words need. */
export type GroupProblem =
  | { code: 'synonyms-wordless'; words: { expression: string }; at: number }
  | { code: 'synonyms-too-long'; words: { expression: string; most: number }; at: number }
  | { code: 'synonyms-same'; words: { first: string; second: string }; at: number };

/** The folded expressions of a group, or the first thing that is wrong with them; `at`: the expression to blame. */
export function checkGroup(
  expressions: readonly string[],
  { mostWords }: { mostWords: number },
): { keys: string[] } | GroupProblem {
  const keys = expressions.map(foldExpression);
  for (const [at, key] of keys.entries()) {
    const expression = expressions[at] ?? '';
    if (key === '') return { code: 'synonyms-wordless', words: { expression }, at };
    if (key.split(' ').length > mostWords)
      return { code: 'synonyms-too-long', words: { expression, most: mostWords }, at };
    const first = keys.indexOf(key);
    if (first < at)
      return { code: 'synonyms-same', words: { first: expressions[first] ?? '', second: expression }, at };
  }
  return { keys };
}
