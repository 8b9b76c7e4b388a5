/** Wrong keys and codes that one network address sent. */
interface WrongAttempts {
  /** An IPv4 address, or the first half of an IPv6 one. */
  network: string;
  wrong: number;
}

/** Wrong keys by network address, as all servers of a database together counted them. Times are by the store's clock. */
export interface LoginAttemptStore {
  /** Adds to the counts of these networks, each named once; their counts after that, of the last `forgetAfterMs`. */
  add(attempts: readonly WrongAttempts[], forgetAfterMs: number): Promise<WrongAttempts[]>;
  /** Forgets networks whose last wrong key is older, and all but the `keep` latest; returns how many. */
  sweep(olderThanMs: number, keep: number): Promise<number>;
}
