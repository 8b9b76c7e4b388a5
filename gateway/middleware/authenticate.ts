import { HEADERS } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { Bot, StoredKey } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { isGoodFor } from '#gateway/services/access/covering.ts';
import { createKnownSecrets } from '#gateway/services/access/known-secrets.ts';
import { hashSecret } from '#gateway/services/access/secrets.ts';

/** Who calls, or 401. */
export const findCaller = (ports: Ports, headers: Headers): Promise<StoredKey> =>
  findKey(ports, headers.get(HEADERS.key));

/** For which bot: 400 for a missing `x-bot`, then 403 for one that is not the key's, unknown or deleted. */
export async function findBot(ports: Ports, key: StoredKey, headers: Headers): Promise<Bot> {
  const named = headers.get(HEADERS.bot)?.trim();
  if (!named) throw new GatewayFault('bot-missing', {}, { field: HEADERS.bot });
  const botId = /^\d{1,16}$/.test(named) ? Number(named) : Number.NaN;
  const isKnown = Number.isSafeInteger(botId) && isGoodFor(key, botId);
  const bot = isKnown ? await ports.bots.standing(botId) : undefined;
  if (!bot || bot.deletedOn) throw new GatewayFault('not-allowed');
  return bot;
}

/** Last use is noted to the minute: a write for every call would make reads wait for the disk. */
const TOUCH_MS = 60_000;

const known = createKnownSecrets();

/** Whether a secret was right lately. */
export const wasRight = (secret: string): boolean => known.hashOf(secret) !== undefined;

/**
 * The key of a secret, looked up by its SHA-256. How long the look-up takes depends on how much of the *hash* agrees with
 * a stored one, and nobody can steer that: to find a secret whose hash begins with n given bits takes 2^n tries, and
 * all bits of a stored hash would still not tell the secret. The secret itself is only compared whole (`known-secrets.ts`).
 */
async function findBySecret({ keys }: Ports, secret: string): Promise<StoredKey | undefined> {
  const hash = known.hashOf(secret) ?? (await hashSecret(secret));
  const key = await keys.byHash(hash);
  if (key) known.keep(secret, hash);
  else known.drop(secret);
  return key;
}

async function findKey(ports: Ports, secret: string | null): Promise<StoredKey> {
  const key = secret ? await findBySecret(ports, secret) : undefined;
  const now = ports.clock.now();
  if (!key || key.revokedOn || (key.expiresOn && key.expiresOn <= now)) throw new GatewayFault('invalid-key');
  if (!key.lastUsedOn || now.getTime() - key.lastUsedOn.getTime() >= TOUCH_MS)
    // A call need not wait for that note, nor fail for want of it.
    void ports.keys.touch(key.id, now).catch(() => {});
  return key;
}
