/** Rows of the processes that work on the database. */
export interface FleetTables {
  /** Those that live, and those that died a moment ago. */
  process: { id: string; role: string; started_on: number; seen_on: number };
  /** Which process does what only one does; free when that is dead. */
  task_owner: { task: string; owner: string };
}
