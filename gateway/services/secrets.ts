const encoder = new TextEncoder();

/** A secret that nobody can guess: `bytes` random bytes as base64url. */
export function makeSecret(bytes: number): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** The web's digest leaves the thread and comes back, which takes longer than all else of a check: the last ones stay. */
const hashes = new Map<string, string>();
const HASHES_KEPT = 100;

/** SHA-256 as lower-case hex. Enough for random secrets of 128 bits and more, which no list of guesses contains. */
export async function hashSecret(secret: string): Promise<string> {
  const known = hashes.get(secret);
  if (known !== undefined) return known;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(secret)));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hashes.size >= HASHES_KEPT) hashes.delete(hashes.keys().next().value ?? '');
  hashes.set(secret, hex);
  return hex;
}

/** Base64 for addresses (RFC 4648, section 5), without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Undefined when the text is not base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
