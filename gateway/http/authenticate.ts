import { LRUCache } from 'lru-cache';
import { HEADERS } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type Bot, grantsBot, type StoredKey } from '#gateway/modules/access/model.ts';
import type { Ports } from '#gateway/ports.ts';

/** The bot that `x-bot` names: 400 for a missing `x-bot`, then 403 for one that is not the key's, unknown or deleted. */
export async function authoriseBot(
  ports: Pick<Ports, 'bots'>,
  key: StoredKey,
  headers: Headers,
): Promise<Bot> {
  const named = headers.get(HEADERS.bot)?.trim();
  if (!named) throw new GatewayFault('bot-missing', {}, { field: HEADERS.bot });
  const botId = /^\d{1,16}$/.test(named) ? Number(named) : Number.NaN;
  const isKnown = Number.isSafeInteger(botId) && grantsBot(key, botId);
  const bot = isKnown ? await ports.bots.getCached(botId) : undefined;
  if (!bot || bot.deletedOn) throw new GatewayFault('not-allowed');
  return bot;
}

/** Last use is noted to the minute: a write for every call would make reads wait for the disk. */
const LAST_USED_RESOLUTION_MS = 60_000;

/** Hashes of keys that were identified lately. */
const secretHashes = new LRUCache<string, true>({ max: 100 });

/** Whether the key was identified lately. */
export const wasIdentified = async ({ sha256 }: Pick<Ports, 'sha256'>, secret: string): Promise<boolean> =>
  secretHashes.has(await sha256(secret));

/**
 * The key of a secret, looked up by its SHA-256. How long the look-up takes depends on how much of the *hash* agrees with
 * a stored one, and nobody can steer that: to find a secret whose hash begins with n given bits takes 2^n tries, and
 * all bits of a stored hash would still not tell the secret.
 */
async function findBySecret(
  { keys, sha256 }: Pick<Ports, 'keys' | 'sha256'>,
  secret: string,
): Promise<StoredKey | undefined> {
  const hash = await sha256(secret);
  const key = await keys.byHash(hash);
  if (key) secretHashes.set(hash, true);
  else secretHashes.delete(hash);
  return key;
}

/** The key of a request, or 401. */
export async function identify(
  ports: Pick<Ports, 'clock' | 'keys' | 'sha256'>,
  headers: Headers,
): Promise<StoredKey> {
  const secret = headers.get(HEADERS.key);
  const key = secret ? await findBySecret(ports, secret) : undefined;
  const now = ports.clock.now();
  if (!key || key.revokedOn || (key.expiresOn && key.expiresOn <= now)) throw new GatewayFault('invalid-key');
  if (!key.lastUsedOn || now.getTime() - key.lastUsedOn.getTime() >= LAST_USED_RESOLUTION_MS)
    // The call neither waits for this write nor fails with it.
    void ports.keys.touch(key.id, now).catch(() => {});
  return key;
}
