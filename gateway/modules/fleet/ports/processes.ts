/** What a process is there for: a server answers calls, an indexer indexes units, a command is one of `fihrist`. */
export type ProcessRole = 'server' | 'indexer' | 'command';

/** Work that one process of all does at a time. */
export type SharedTask = 'alerts' | 'embedding' | 'sweep';

/** How a process shows itself to an operator: `FIHRIST_PROCESS_NAME`, and the version of Fihrist that it runs. */
export interface ProcessDescription {
  name: string;
  version: string;
}

/** How many leases of index jobs, and reservations of quota, each process has. */
export type Holdings = Partial<Record<'leases' | 'reservations', ReadonlyMap<string, number>>>;

/** A live process with the work that it holds. */
export interface ProcessState extends ProcessDescription {
  id: string;
  role: ProcessRole;
  startedOn: Date;
  /** Of its last heartbeat, by the store's clock. */
  seenOn: Date;
  /** Milliseconds since then. */
  silentMs: number;
  tasks: SharedTask[];
  /** Units that it indexes. */
  leases: number;
  /** Calls in flight that hold quota. */
  reservations: number;
}

/**
 * The processes that work on one database. Reservations, audit intents, leases and tasks name the process that holds
 * them; what a dead one held is freed. Dead is who was silent for `DEAD_AFTER_MS` while another was heard all that time:
 * after an outage of the database, in which nobody was, nobody is. All times are by the store's clock, so a process whose
 * own clock is wrong frees nothing that lives.
 */
export interface ProcessStore {
  /** The id that what this process holds is marked with; null for one that is not counted and never dies, as in tests. */
  readonly ownId: string | null;
  /** Counts this process as alive from now on, or still. Repeated every `HEARTBEAT_INTERVAL_MS`. */
  beat(role: ProcessRole): Promise<void>;
  /** Ids of the servers that were alive at this process's last heartbeat, itself among them; no ids before the first. */
  peekServers(): readonly string[];
  /** Every process that is not dead, also one that was silent when all were; servers first, each in the order of their starts. */
  list(): Promise<ProcessState[]>;
  /** A process ended: what it held can be freed at once. */
  remove(id: string): Promise<void>;
  /** Every process of these roles ended: for a server that holds the data folder alone. */
  removeAll(roles: readonly ProcessRole[]): Promise<void>;
  /** Forgets processes that died; returns how many. */
  removeDead(): Promise<number>;
  /**
   * Whether this process owns the task: already, or since no live process does. A process owns a task until it ends.
   */
  claim(task: SharedTask): Promise<boolean>;
  /** Releases all tasks of this process before it ends, so that another process can take them over. */
  releaseTasks(): Promise<void>;
}
