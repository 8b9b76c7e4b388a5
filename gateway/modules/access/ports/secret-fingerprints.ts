/** Keyed hashes of the secrets that all servers of a database must share, by the names of their settings. */
export interface SecretFingerprintStore {
  find(name: string): Promise<string | undefined>;
  /** Stores the first fingerprint of a name; returns the stored one, also when several servers start at once. */
  keepFirst(name: string, fingerprint: string): Promise<string>;
  /** Accepts whatever the next start brings; returns how many were forgotten. */
  forgetAll(): Promise<number>;
}
