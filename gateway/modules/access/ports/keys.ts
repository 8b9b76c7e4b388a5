import type { StoredKey, StoredPerson } from '#gateway/modules/access/model.ts';

/** What of a key can be changed. */
export type KeyChange = Partial<
  Pick<StoredKey, 'name' | 'role' | 'bots' | 'allBots' | 'caps' | 'expiresOn' | 'person'>
>;

/** Why a key could not be changed. `last-owner`: these bots would be left without a key of an owner. */
export type KeyConflict =
  | { conflict: 'missing' }
  | { conflict: 'rotated' }
  /** The key would belong to nobody, or may do more than its person. */
  | { conflict: 'person-missing' }
  | { conflict: 'exceeds-person'; name: string }
  | { conflict: 'last-owner'; bots: number[] };

/**
 * Keys, by their hashes. A key is usable until it is revoked or expires. Before an owner's key is revoked, paused, demoted,
 * narrowed or made to end sooner, each of its bots that is not deleted needs another one that is good for a week; one
 * that another took the place of is none. This, and what a caller checks, is looked at within the transaction that
 * writes: what a caller hands in gets the key as it stands there, waits for nothing, and may throw, so that nothing is
 * written.
 */
export interface KeyStore {
  /** From memory: a change by this process shows at once, one by another process within a second. */
  byHash(hash: string): Promise<StoredKey | undefined>;
  byId(id: string): Promise<StoredKey | undefined>;
  insert(key: StoredKey): Promise<void>;
  /** The same for a key whose hash may be known already: false then, and nothing is written. */
  insertIfNew(key: StoredKey): Promise<boolean>;
  /** All there ever were, in the order they were made. */
  list(): Promise<StoredKey[]>;
  /** Keys with a cap that are not revoked, in the order they were made. */
  capped(): Promise<StoredKey[]>;
  /** Both as it was and as it is now. */
  change(
    id: string,
    edit: (key: StoredKey) => StoredKey,
    on: Date,
  ): Promise<{ before: StoredKey; after: StoredKey } | KeyConflict>;
  /** Inserts what `createSuccessor` makes in its place; it stays good until `until`, or until it would have expired. */
  rotate(
    id: string,
    createSuccessor: (key: StoredKey) => StoredKey,
    until: Date,
    on: Date,
  ): Promise<{ replaced: StoredKey; key: StoredKey } | KeyConflict>;
  /** `evenLast`: also the last one of an owner, where there is another way in. Revoked before: missing. */
  revoke(
    id: string,
    on: Date,
    how?: { evenLast?: boolean; check?: (key: StoredKey) => void },
  ): Promise<StoredKey | KeyConflict>;
  /** Pauses all keys of a family, or resumes them with null; both as the newest of them was and is. */
  pause(
    family: string,
    pausedOn: Date | null,
    on: Date,
    check: (key: StoredKey) => void,
  ): Promise<{ before: StoredKey; after: StoredKey } | KeyConflict>;
  touch(id: string, on: Date): Promise<void>;
  /** `personId` null: for the first owner. */
  insertCode(code: { hash: string; expiresOn: Date; personId: string | null }): Promise<void>;
  /**
   * Spends a code and inserts the key that `createKey` makes for its person, in one transaction; undefined when the code is
   * unknown, spent or too old. The first owner is the person that the first link makes, or else the oldest owner of all bots;
   * an installation without an owner gets `firstOwner`.
   */
  redeemCode(
    hash: string,
    now: Date,
    firstOwner: StoredPerson,
    createKey: (person: StoredPerson) => StoredKey,
  ): Promise<StoredKey | undefined>;
}
