import type { StoredKey, StoredPerson } from '#gateway/modules/access/model.ts';

/** Why a person could not be changed. `last-owner`: these bots would be left without a key of an owner. */
export type PersonConflict = { conflict: 'person-missing' } | { conflict: 'last-owner'; bots: number[] };

/** A person with the last use of any of their keys. */
export interface ListedPerson extends StoredPerson {
  lastSeenOn: Date | null;
}

/**
 * People. A change of a person changes the keys of that person in the same transaction, so that the next call is refused
 * what the person may no longer do; owner keys are guarded as in `KeyStore`. Removed people are seen by nothing but the keys
 * and logs that name them.
 */
export interface PersonStore {
  byId(id: string): Promise<StoredPerson | undefined>;
  /** In the order they were made. */
  list(): Promise<ListedPerson[]>;
  insert(person: StoredPerson): Promise<void>;
  /** Units of bots that the person loses have no owner afterwards. */
  change(
    id: string,
    edit: (person: StoredPerson) => StoredPerson,
    on: Date,
  ): Promise<{ before: StoredPerson; after: StoredPerson } | PersonConflict>;
  /** Ends all keys and codes. Units go to the heir, in bots that the heir is good for; the others have no owner. */
  remove(
    id: string,
    how: { heirId: string | null; check: (person: StoredPerson, heir: StoredPerson | undefined) => void },
    on: Date,
  ): Promise<{ person: StoredPerson; keys: StoredKey[]; units: number } | PersonConflict>;
}
