import { splitStatements, type Statement, stemsOf } from './statements.ts';

/** A statement with what it says about the question. Weights are those of the question's stems. */
export interface WeighedStatement extends Statement {
  /** Place among the statements of its passage. */
  place: number;
  /** Weight of the stems it has itself, or that a question directly before it asks for. */
  direct: number;
  /** `direct`, and half the weight of stems that only its neighbours or its section title have. */
  credit: number;
  /** `credit`, less for a passage of lower relevance: what statements are compared by. */
  value: number;
}

const NEIGHBOUR = 0.5;
/** How much of a statement's value its passage's relevance, against the best passage's, decides. */
const RELEVANCE = 0.5;

/** The statements of each passage, weighed by the question's stems they cover, in the order given. */
export function weighStatements(
  weights: ReadonlyMap<string, number>,
  passages: readonly { text: string; sectionTitle: string; score: number }[],
): WeighedStatement[][] {
  const best = passages.reduce((most, { score }) => Math.max(most, score), 0);
  return passages.map(({ text, sectionTitle, score }, passage) => {
    const statements = splitStatements(text, passage);
    const title = stemsOf(sectionTitle);
    const relevance = 1 - RELEVANCE * (1 - (best > 0 ? score / best : 1));
    return statements.map((statement, place) => {
      const before = statements[place - 1];
      const after = statements[place + 1];
      let direct = 0;
      let near = 0;
      for (const [stem, weight] of weights)
        if (statement.stems.has(stem) || (before?.asks && before.stems.has(stem))) direct += weight;
        else if (before?.stems.has(stem) || after?.stems.has(stem) || title.has(stem)) near += weight;
      const credit = direct + NEIGHBOUR * near;
      return { ...statement, place, direct, credit, value: credit * relevance };
    });
  });
}
