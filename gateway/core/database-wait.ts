/** What a write that found the database busy had waited for. */
interface DatabaseWait {
  /** `global`, or `bot 7`; the first few. */
  scopes: readonly string[];
  waitedMs: number;
}

const waits = new WeakMap<Error, DatabaseWait>();

/** Keeps it beside the error, for the log. */
export const noteDatabaseWait = (error: Error, wait: DatabaseWait): void => void waits.set(error, wait);

/** Undefined where the adapter does not know. */
export const databaseWaitOf = (error: Error): DatabaseWait | undefined => waits.get(error);
