import type { ContradictionState } from '#contract/contradictions.ts';

/** Pairs of contradicting statements, and the progress of the comparison for each bot. */
export interface ContradictionsTables {
  contradiction: ContradictionRow;
  /** The knowledge that was compared last, and when a newer one may be. */
  contradiction_state: { bot_id: number; number: number; next_on: number };
}

export interface ContradictionRow {
  bot_id: number;
  id: number;
  identity: string;
  state: ContradictionState;
  found_on: number;
  newer_unit_id: number;
  older_unit_id: number;
  /** The date of the newer text; 0 where nobody knows. */
  newer_on: number;
  /** As JSON, see `StoredStatement`. */
  newer: string;
  older: string;
  dismissed_by: string | null;
  dismissed_on: number | null;
}
