import { fromBase64Url, toBase64Url } from './secrets.ts';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const encoder = new TextEncoder();

/** The sealed text was changed, is of another context, or was sealed with another key. */
export class UnsealError extends Error {
  constructor() {
    super('cannot be unsealed with this key');
    this.name = 'UnsealError';
  }
}

/** Keeps secrets that must be read again (unlike keys, of which a hash will do) from whoever sees the database alone. */
export interface Sealer {
  /** Never twice the same. */
  seal(secret: string, context: string): Promise<string>;
  /** Throws `UnsealError`. */
  open(sealed: string, context: string): Promise<string>;
}

/**
 * AES-256-GCM under a key derived from `keyBytes` (HKDF-SHA256). `context` says what a secret is for and is
 * authenticated with it: a sealed text moved to another place does not open there.
 */
export function createSecretSealer(keyBytes: Uint8Array): Sealer {
  let derived: Promise<CryptoKey> | undefined;
  const key = () => (derived ??= deriveKey(keyBytes));
  const algorithm = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(`${VERSION} ${context}`),
  });
  return {
    async seal(secret, context) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const bytes = await crypto.subtle.encrypt(
        algorithm(nonce, context),
        await key(),
        encoder.encode(secret),
      );
      return `${VERSION}.${toBase64Url(nonce)}.${toBase64Url(new Uint8Array(bytes))}`;
    },
    async open(sealed, context) {
      const [version, ...parts] = sealed.split('.');
      const [nonce, bytes] = parts.map(fromBase64Url);
      if (version !== VERSION || parts.length !== 2 || nonce?.length !== NONCE_BYTES || !bytes)
        throw new UnsealError();
      const opened = await crypto.subtle
        .decrypt(algorithm(nonce, context), await key(), bytes)
        .catch(() => undefined);
      if (!opened) throw new UnsealError();
      return new TextDecoder().decode(opened);
    },
  };
}

async function deriveKey(keyBytes: Uint8Array): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', Uint8Array.from(keyBytes), 'HKDF', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('fihrist sealing v1') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
