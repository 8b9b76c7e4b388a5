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

async function findKey(ports: Ports, secret: string | null): Promise<StoredKey> {
  const key = secret ? await ports.keys.byHash(await hashSecret(secret)) : undefined;
  const now = ports.clock.now();
  if (!key || key.revokedOn || (key.expiresOn && key.expiresOn <= now)) throw new GatewayFault('invalid-key');
  if (!key.lastUsedOn || now.getTime() - key.lastUsedOn.getTime() >= TOUCH_MS)
    await ports.keys.touch(key.id, now);
  return key;
}
