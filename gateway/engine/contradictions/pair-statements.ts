import type { KeyedStatement } from './key-statements.ts';
import { areFew } from './statement-index.ts';
import { isSameSubject, readSubject } from './subject-words.ts';

/** A statement with where and since when it stands. */
export interface PlacedStatement extends Pick<KeyedStatement, 'quote' | 'key' | 'values' | 'isShort'> {
  unitId: number;
  unitTitle: string;
  sectionTitle: string;
  ordinal: number;
  sourceId: number;
  /** The date of the text, in milliseconds; null where nobody knows. */
  readOn: number | null;
}

/** Two statements with the same key and different amounts. */
export interface StatementPair {
  newer: PlacedStatement;
  older: PlacedStatement;
}

/**
 * Of statements of one key, the newest with each older one that is about the same thing and has other numbers. Within a
 * unit only statements below the same headings count.
 */
export function pairStatements(statements: readonly PlacedStatement[]): StatementPair[] {
  if (!areFew(statements)) return [];
  const sorted = [...statements].sort(compareAge);
  const pairs: StatementPair[] = [];
  for (const [place, older] of sorted.entries()) {
    const newer = sorted.slice(0, place).find((candidate) => isAboutSame(candidate, older));
    const isNamed = pairs.some(
      (pair) => pair.older.unitId === older.unitId && pair.older.values === older.values,
    );
    if (newer && newer.values !== older.values && !isNamed) pairs.push({ newer, older });
  }
  return pairs;
}

const compareAge = (a: PlacedStatement, b: PlacedStatement): number =>
  (b.readOn ?? 0) - (a.readOn ?? 0) || b.unitId - a.unitId || b.ordinal - a.ordinal;

function isAboutSame(a: PlacedStatement, b: PlacedStatement): boolean {
  if (a.unitId === b.unitId) return a.sectionTitle === b.sectionTitle;
  return isSameSubject(
    readSubject(a.unitTitle, a.sectionTitle),
    readSubject(b.unitTitle, b.sectionTitle),
    a.isShort,
  );
}
