import { HEADERS } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { StoredKey } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { hashSecret } from '#gateway/services/secrets.ts';

/** Who calls, for which bot: 401, then 400 for a missing `x-bot`, then 403 for a bot that is not the key's. */
export async function authenticate(
  ports: Ports,
  headers: Headers,
): Promise<{ key: StoredKey; botId: number }> {
  const key = await findKey(ports, headers.get(HEADERS.key));
  const bot = headers.get(HEADERS.bot)?.trim();
  if (!bot) throw new GatewayFault('bot-missing', {}, { field: HEADERS.bot });
  const botId = /^\d{1,16}$/.test(bot) ? Number(bot) : Number.NaN;
  if (!key.bots.includes(botId)) throw new GatewayFault('not-allowed');
  return { key, botId };
}

/** Last use is noted to the minute: a write for every call would make reads wait for the disk. */
const TOUCH_MS = 60_000;

/** The web's digest leaves the thread and comes back, which takes longer than all else here: those of known keys stay. */
const hashes = new Map<string, string>();
const HASHES_KEPT = 100;

async function findBySecret({ keys }: Ports, secret: string): Promise<StoredKey | undefined> {
  const hash = hashes.get(secret) ?? (await hashSecret(secret));
  const key = await keys.byHash(hash);
  hashes.delete(secret);
  // A wrong one would push a right one out.
  if (key) hashes.set(secret, hash);
  for (const [oldest] of hashes) {
    if (hashes.size <= HASHES_KEPT) break;
    hashes.delete(oldest);
  }
  return key;
}

async function findKey(ports: Ports, secret: string | null): Promise<StoredKey> {
  const key = secret ? await findBySecret(ports, secret) : undefined;
  const now = ports.clock.now();
  if (!key || key.revokedOn || (key.expiresOn && key.expiresOn <= now)) throw new GatewayFault('invalid-key');
  if (!key.lastUsedOn || now.getTime() - key.lastUsedOn.getTime() >= TOUCH_MS)
    await ports.keys.touch(key.id, now);
  return key;
}
