import type { StoredKey } from '#gateway/model.ts';

export interface KeyStore {
  byHash(hash: string): Promise<StoredKey | undefined>;
  insert(key: StoredKey): Promise<void>;
  list(): Promise<StoredKey[]>;
  /** False when there is no such key or it was revoked before. */
  revoke(id: string, on: Date): Promise<boolean>;
  touch(id: string, on: Date): Promise<void>;
  /** The bots that a key is good for, instead of those it had. */
  setBots(id: string, bots: readonly number[]): Promise<void>;
  insertCode(code: { hash: string; expiresOn: Date }): Promise<void>;
  /** Spends a code and inserts the key it makes, in one transaction; false when the code is unknown, spent or too old. */
  spendCode(hash: string, now: Date, key: StoredKey): Promise<boolean>;
  bots(): Promise<{ id: number; name: string }[]>;
  /** Makes a bot known, or renames it. */
  ensureBot(bot: { id: number; name: string }): Promise<void>;
}
