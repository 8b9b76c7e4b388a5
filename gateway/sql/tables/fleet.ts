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
  /** Wrong keys by network address, as all servers together counted them. */
  login_attempt: { network: string; wrong: number; last_on: number };
  /** The id of the blob store that the database belongs to, one row; `marked`: whether the store holds it too. */
  blob_store: { name: string; id: string; marked: number };
  /** Keyed hashes of the secrets that all servers must share, never the secrets. */
  secret_fingerprint: { name: string; fingerprint: string };
}
