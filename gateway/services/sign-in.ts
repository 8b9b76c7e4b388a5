import { GatewayFault } from '#gateway/errors.ts';
import type { StoredKey } from '#gateway/model.ts';
import type { KeyStore, Ports } from '#gateway/ports.ts';
import { hashSecret, makeSecret } from './secrets.ts';

/** A printed link's code is good once, for ten minutes. */
export const CODE_MS = 10 * 60 * 1000;
const KEY_MS = 30 * 24 * 60 * 60 * 1000;
const PREFIX = 8;

/** A new code; only its hash is stored. */
export async function makeCode(keys: KeyStore, now: Date): Promise<string> {
  const code = makeSecret(24);
  await keys.insertCode({ hash: await hashSecret(code), expiresOn: new Date(now.getTime() + CODE_MS) });
  return code;
}

/** Exchanges a code for an owner's key, named after browser and date, good for 30 days. The secret is told only here. */
export async function signIn(
  ports: Ports,
  code: string,
  browser: string,
): Promise<{ secret: string; key: StoredKey }> {
  const now = ports.clock.now();
  const secret = `fih_${makeSecret(32)}`;
  const bots = (await ports.keys.bots()).map(({ id }) => id);
  const id = makeSecret(9);
  const key: StoredKey = {
    id,
    hash: await hashSecret(secret),
    prefix: secret.slice(0, PREFIX),
    name: `${browser || 'Browser'}, ${now.toISOString().slice(0, 10)}`,
    role: 'owner',
    bots,
    allBots: true,
    caps: {},
    family: id,
    rotatedOn: null,
    createdOn: now,
    expiresOn: new Date(now.getTime() + KEY_MS),
    lastUsedOn: null,
    revokedOn: null,
    madeBy: 'code',
  };
  if (!(await ports.keys.spendCode(await hashSecret(code), now, key))) throw new GatewayFault('code-spent');
  return { secret, key };
}

/** Signing out ends a key that a code made; one that the operator chose stays. */
export async function signOut(ports: Ports, key: StoredKey): Promise<boolean> {
  return key.madeBy === 'code' && ports.keys.revoke(key.id, ports.clock.now());
}

const OPERATOR_KEY = 'FIHRIST_API_KEY';
/** A shorter key shows nothing of itself. */
const SHOWS_PREFIX = 20;

/**
 * The key that the operator chose, good for the bot of the settings; the ones chosen before it end. False when this very
 * key was revoked earlier: it stays so, since whoever revoked it meant it.
 */
export async function ensureOperatorKey(
  keys: KeyStore,
  secret: string,
  botId: number,
  now: Date,
): Promise<boolean> {
  const hash = await hashSecret(secret);
  for (const key of await keys.list())
    if (key.madeBy === 'operator' && key.name === OPERATOR_KEY && key.hash !== hash && !key.revokedOn)
      await keys.revoke(key.id, now);
  const known = await keys.byHash(hash);
  if (known?.revokedOn) return false;
  if (known) {
    if (!known.bots.includes(botId)) await keys.setBots(known.id, [...known.bots, botId]);
    return true;
  }
  const id = makeSecret(9);
  await keys.insert({
    id,
    hash,
    prefix: secret.length < SHOWS_PREFIX ? '' : secret.slice(0, 4),
    name: OPERATOR_KEY,
    role: 'owner',
    bots: [botId],
    allBots: true,
    caps: {},
    family: id,
    rotatedOn: null,
    createdOn: now,
    expiresOn: null,
    lastUsedOn: null,
    revokedOn: null,
    madeBy: 'operator',
  });
  return true;
}

/** Keys that can still be used. */
export async function listKeys(ports: Ports, botId: number): Promise<StoredKey[]> {
  const now = ports.clock.now();
  return (await ports.keys.list()).filter(
    (key) => key.bots.includes(botId) && !key.revokedOn && !(key.expiresOn && key.expiresOn <= now),
  );
}

/** Ends a key of this bot, or 404. */
export async function revokeKey(ports: Ports, botId: number, id: string): Promise<void> {
  const known = (await listKeys(ports, botId)).some((key) => key.id === id);
  if (!known || !(await ports.keys.revoke(id, ports.clock.now()))) throw new GatewayFault('key-not-found');
}
