import type { ContradictionState } from '#contract/contradictions.ts';

/** A statement of a pair, as it was when the knowledge was compared last. */
export interface StoredStatement {
  unitId: number;
  sourceId: number;
  ordinal: number;
  section: string;
  quote: string;
  /** The date of the text, in milliseconds; null where nobody knows. */
  readOn: number | null;
}

/** Two statements with other numbers. `identity`: the same while both are worded so. */
export interface FoundContradiction {
  identity: string;
  newer: StoredStatement;
  older: StoredStatement;
}

export interface StoredContradiction extends FoundContradiction {
  id: number;
  state: ContradictionState;
  foundOn: Date;
  /** Who said that the two are no contradiction. */
  dismissedBy: string | null;
  dismissedOn: Date | null;
}
