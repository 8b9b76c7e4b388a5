import type { StoredKey } from '#gateway/model.ts';

/** What of a key can be changed. */
export type KeyChange = Partial<Pick<StoredKey, 'name' | 'role' | 'bots' | 'allBots' | 'caps' | 'expiresOn'>>;

/** Why a key could not be changed. `last-owner`: these bots would be left without a key of an owner. */
export type KeyConflict =
  | { conflict: 'missing' }
  | { conflict: 'rotated' }
  | { conflict: 'last-owner'; bots: number[] };

/**
 * Keys, by their hashes. A key is usable until it is revoked or expires. Whatever would take the last usable owner's key
 * from a bot that is not deleted is refused within the transaction that would do it; a key that another took the place
 * of counts as none there.
 */
export interface KeyStore {
  byHash(hash: string): Promise<StoredKey | undefined>;
  byId(id: string): Promise<StoredKey | undefined>;
  insert(key: StoredKey): Promise<void>;
  /** All there ever were, in the order they were made. */
  list(): Promise<StoredKey[]>;
  /** What is absent stays. Both as it was and as it is now. */
  change(
    id: string,
    change: KeyChange,
    on: Date,
  ): Promise<{ before: StoredKey; after: StoredKey } | KeyConflict>;
  /** Inserts `next` in its place; it stays good until `until`, or until it would have expired. */
  rotate(id: string, next: StoredKey, until: Date, on: Date): Promise<StoredKey | KeyConflict>;
  /** `evenLast`: also the last one of an owner, where there is another way in. Revoked before: missing. */
  revoke(id: string, on: Date, how?: { evenLast: boolean }): Promise<StoredKey | KeyConflict>;
  touch(id: string, on: Date): Promise<void>;
  insertCode(code: { hash: string; expiresOn: Date }): Promise<void>;
  /** Spends a code and inserts the key it makes, in one transaction; false when the code is unknown, spent or too old. */
  spendCode(hash: string, now: Date, key: StoredKey): Promise<boolean>;
}
