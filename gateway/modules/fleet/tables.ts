/** Rows of the processes that work on the database. */
export interface FleetTables {
  /**
   * Those that live, and those that died a moment ago. `heard_since` is since when heartbeats came without a gap.
   * `heard_since`, `name` and `version` are null for the version before 014.
   */
  process: {
    id: string;
    role: string;
    started_on: number;
    seen_on: number;
    heard_since: number | null;
    name: string | null;
    version: string | null;
  };
  /** Owner of each task that only one process runs; free once the owner is dead. */
  task_owner: { task: string; owner: string };
}
