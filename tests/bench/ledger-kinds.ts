import type { LedgerStore } from '#gateway/modules/usage/ports/ledger.ts';
import { createLedgerStore } from '#gateway/modules/usage/sql/ledger.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { createGroupCommit } from '#gateway/sql/group-commit.ts';
import { createNaiveLedger } from './naive-ledger.ts';

/** Ways to keep quota, as the tables of the bench call them. */
export const LEDGER_KINDS = {
  ours: 'ours, commits shared',
  single: 'ours, a commit each',
  naive: 'read, then write',
} as const;
export type LedgerKindName = keyof typeof LEDGER_KINDS;

export function createLedgerOfKind(kind: LedgerKindName, db: SqlDatabase): LedgerStore {
  const together = createGroupCommit(db, kind === 'single' ? 1 : undefined);
  const ours = createLedgerStore(db, { now: () => new Date() }, { groupCommit: together });
  return kind === 'naive' ? { ...ours, ...createNaiveLedger(db) } : ours;
}
