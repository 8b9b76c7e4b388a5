import { fromBase64Url, toBase64Url } from '#gateway/modules/access/services/secrets.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';

/** Lifetime of a file's signed address. */
export const SIGNED_URL_LIFETIME_MS = 24 * 60 * 60 * 1000;

const encoder = new TextEncoder();

/**
 * A file's signed address: absolute, good for 24 hours, ending in the URL-encoded name. The grant is part of the path
 * because some clients take a query for part of the name.
 */
export async function signFileUrl(
  secret: Uint8Array,
  origin: string,
  file: Pick<StoredFile, 'botId' | 'id' | 'path'>,
  now: Date,
): Promise<string> {
  const { botId, id } = file;
  const grant = await signGrant(secret, { kind: 'file', botId, id }, now.getTime() + SIGNED_URL_LIFETIME_MS);
  return `${origin}/api/Files/${botId}/${id}/${grant}/${encodeURIComponent(storedName(file))}`;
}

/** The subject of a grant; a grant is valid for its subject alone. */
export interface GrantSubject {
  kind: 'file' | 'audio';
  botId: number;
  id: string;
}

/** A grant that is good until `expires`, in milliseconds since 1970. */
export async function signGrant(secret: Uint8Array, granted: GrantSubject, expires: number): Promise<string> {
  const key = await importKey(secret);
  const signature = await crypto.subtle.sign('HMAC', key, grantPayload(granted, expires));
  return `${expires.toString(36)}.${toBase64Url(new Uint8Array(signature))}`;
}

/** Whether the grant is valid for the subject at this moment. */
export async function verifyGrant(
  secret: Uint8Array,
  granted: GrantSubject,
  grant: string,
  now: Date,
): Promise<boolean> {
  const [expiry = '', signature = ''] = grant.split('.');
  const expires = /^[0-9a-z]{1,11}$/.test(expiry) ? Number.parseInt(expiry, 36) : 0;
  const bytes = fromBase64Url(signature);
  if (!bytes || expires <= now.getTime()) return false;
  return crypto.subtle.verify('HMAC', await importKey(secret), bytes, grantPayload(granted, expires));
}

/** The name under which a file is stored: the last part of its path. */
export function storedName(file: Pick<StoredFile, 'path'>): string {
  return file.path.slice(file.path.lastIndexOf('/') + 1);
}

function grantPayload({ kind, botId, id }: GrantSubject, expires: number): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${kind}\n${botId}\n${id}\n${expires}`);
}

function importKey(secret: Uint8Array): Promise<CryptoKey> {
  const bytes = Uint8Array.from(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}
