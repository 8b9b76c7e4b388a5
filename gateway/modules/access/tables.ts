import type { KeyRole, StoredKey } from './model.ts';

/** Rows of bots, the keys to them, and secrets. */
export interface AccessTables {
  bot: {
    id: number;
    name: string;
    created_on: number;
    archived_on: number | null;
    deleted_on: number | null;
    version: number;
    /** `BotSettings` as JSON. */
    settings: string;
    /** Since when it is gone for good, and since when nothing is left of it but its number and its audit. */
    removed_on: number | null;
    purged_on: number | null;
  };
  api_key: KeyRow;
  /** `person_id`: null for the link of the first owner. Hashes of others begin with `person:`, so that the version before takes none. */
  sign_in_code: { hash: string; expires_on: number; person_id: string | null };
  person: {
    id: string;
    name: string;
    role: KeyRole;
    bots: string;
    all_bots: number;
    created_on: number;
    /** The row stays, since logs and former keys name the person. */
    removed_on: number | null;
  };
  idempotency: { scope: string; key: string; fingerprint: string; response: string; kept_on: number };
  /** Wrong keys by network address, as all servers together counted them. */
  login_attempt: { network: string; wrong: number; last_on: number };
  /** Keyed hashes of the secrets that all servers must share, never the secrets. */
  secret_fingerprint: { name: string; fingerprint: string };
}

export interface KeyRow {
  id: string;
  hash: string;
  prefix: string;
  name: string;
  role: KeyRole;
  bots: string;
  created_on: number;
  expires_on: number | null;
  last_used_on: number | null;
  revoked_on: number | null;
  created_by: StoredKey['createdBy'];
  all_bots: number;
  rotated_on: number | null;
  caps: string;
  family: string;
  paused_on: number | null;
  person_id: string | null;
}
