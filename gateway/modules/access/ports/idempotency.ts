/** First results of calls that carried an Idempotency-Key; kept for a day. */
export interface IdempotencyStore {
  find(scope: string, key: string): Promise<{ fingerprint: string; response: string } | undefined>;
  /** The first one wins. */
  save(scope: string, key: string, fingerprint: string, response: string, on: Date): Promise<void>;
  /** Forgets what was kept before this moment; returns how many. */
  deleteBefore(before: Date): Promise<number>;
}

/** Remembered with what it is about, in the same transaction: who dies in between has done neither. */
export interface IdempotencyRecord {
  scope: string;
  key: string;
  fingerprint: string;
}
