import { noteDatabaseWait } from '#gateway/core/database-wait.ts';
import { isDatabaseBusy } from '#gateway/core/errors.ts';
import type { Scope } from '#gateway/sql/database.ts';

/** More of them say nothing more to a reader of the log. */
const MAX_SCOPES = 5;

/** The result of `work`, which waits for these scopes; where the database is busy, its error has what was waited for. */
export async function noteWait<Value>(
  scopes: Scope | readonly Scope[],
  work: () => Promise<Value>,
): Promise<Value> {
  const begun = performance.now();
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && isDatabaseBusy(error))
      noteDatabaseWait(error, {
        scopes: [scopes].flat().slice(0, MAX_SCOPES).map(nameOf),
        waitedMs: Math.round(performance.now() - begun),
      });
    throw error;
  }
}

const nameOf = (scope: Scope): string => (scope === 'global' ? scope : `bot ${scope.bot}`);
