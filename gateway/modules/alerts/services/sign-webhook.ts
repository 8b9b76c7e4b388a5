import { toBase64 } from '#gateway/core/base64.ts';

/**
 * Signatures of Standard Webhooks 1.0 (https://www.standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body` with the
 * bytes of a secret written as `whsec_` and base64.
 */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const encoder = new TextEncoder();

export function makeWebhookSecret(): string {
  return PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The three headers that prove a message. `now` is told in whole seconds: receivers refuse what is old. */
export async function signWebhook(
  secret: string,
  messageId: string,
  now: Date,
  body: string,
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const bytes = Uint8Array.from(atob(secret.slice(PREFIX.length)), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, encoder.encode(`${messageId}.${timestamp}.${body}`));
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${toBase64(new Uint8Array(signed))}`,
  };
}
