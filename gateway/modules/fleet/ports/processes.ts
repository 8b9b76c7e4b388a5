/** What a process is there for: a server answers calls, an indexer indexes units, a command is `npx fihrist`. */
export type ProcessRole = 'server' | 'indexer' | 'command';

/** Work that one process of all does at a time. */
export type SharedTask = 'alerts' | 'embedding' | 'sweep';

/**
 * The processes that work on one database. Reservations, audit intents, leases and tasks name the process that holds
 * them; what a dead one held is freed. All times are by the store's clock, so a process whose own clock is wrong frees
 * nothing that lives.
 */
export interface ProcessStore {
  /** The id that what this process holds is marked with; null for one that is not counted and never dies, as in tests. */
  readonly ownId: string | null;
  /** Counts this process as alive from now on, or still. Repeated every `HEARTBEAT_INTERVAL_MS`. */
  beat(role: ProcessRole): Promise<void>;
  /** A process ended: what it held can be freed at once. */
  remove(id: string): Promise<void>;
  /** Every process of these roles ended: for a server that holds the data folder alone. */
  removeAll(roles: readonly ProcessRole[]): Promise<void>;
  /** Forgets processes that died; returns how many. */
  removeDead(): Promise<number>;
  /** Whether this process has the task: it had it, or nobody alive has. It keeps the task while it lives. */
  claim(task: SharedTask): Promise<boolean>;
}
