import { keyStatements } from '#gateway/engine/contradictions/key-statements.ts';
import {
  type PlacedStatement,
  pairStatements,
  type StatementPair,
} from '#gateway/engine/contradictions/pair-statements.ts';
import { createStatementIndex } from '#gateway/engine/contradictions/statement-index.ts';
import type { Passage } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';

interface TestUnit {
  title: string;
  passages: readonly Passage[];
}

/** A unit of a Markdown text. */
export async function unitOf(title: string, markdown: string): Promise<TestUnit> {
  return { title, passages: splitDocument(await readDocument(new TextEncoder().encode(markdown), 'md')) };
}

/** The pairs of a bot of these units, the last of which is the newest. */
export function findContradictions(units: readonly TestUnit[]): StatementPair[] {
  const index = createStatementIndex();
  for (const [unit, { passages }] of units.entries())
    for (const { ordinal, text } of passages)
      for (const { key, values } of keyStatements(text)) index.add(key, values, { unit, ordinal });
  const groups = [...index.conflicts()].flat();
  const pairs = groups.flatMap((places) => {
    const statements = places.flatMap(({ unit, ordinal }): PlacedStatement[] => {
      const { title = '', passages = [] } = units[unit] ?? {};
      const { text = '', sectionTitle = '' } = passages[ordinal] ?? {};
      return keyStatements(text).map((statement) => ({
        ...statement,
        unitId: unit + 1,
        unitTitle: title,
        sectionTitle,
        ordinal,
        sourceId: unit + 1,
        readOn: unit,
      }));
    });
    return [...Map.groupBy(statements, ({ key }) => key).values()].flatMap((group) => pairStatements(group));
  });
  // Statements of one passage come with each of its keys.
  return [...new Map(pairs.map((pair) => [identityOf(pair), pair])).values()];
}

const identityOf = ({ newer, older }: StatementPair): string =>
  JSON.stringify([newer, older].map(({ unitId, quote, key }) => [unitId, quote, key]));
