import type { Clock, UnitStore } from '#gateway/ports.ts';
import type { SqlDatabase } from './database.ts';
import { createUnitBin } from './unit-bin.ts';
import { createUnitReads } from './unit-reads.ts';
import { createUnitStates } from './unit-states.ts';
import { createUnitWrites } from './unit-writes.ts';

export function createUnitStore(db: SqlDatabase, clock: Clock): UnitStore {
  return {
    ...createUnitReads(db),
    ...createUnitWrites(db, clock),
    ...createUnitBin(db, clock),
    ...createUnitStates(db),
  };
}
