import { SIGN_IN_DAYS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Language } from '#gateway/core/messages.ts';
import type { Bot, StoredKey, StoredPerson } from '#gateway/modules/access/model.ts';
import type { KeyStore } from '#gateway/modules/access/ports/keys.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import { makeKeySecret } from './manage-keys.ts';
import { botsGrantedBy } from './principal.ts';
import { hashSecret, makeSecret } from './secrets.ts';

/** Name of the person who signs in first, until an owner changes the name. */
const FIRST_OWNER_NAME: Record<Language, string> = { ar: 'المالك', en: 'Owner' };
/** A printed link's code is good once, for ten minutes. */
const CODE_LIFETIME_MS = 10 * 60 * 1000;
const SIGN_IN_KEY_LIFETIME_MS = SIGN_IN_DAYS * 24 * 60 * 60 * 1000;

/** A new code, of the first owner unless it is a person's; only its hash is stored. */
export async function createSignInCode(
  keys: Pick<KeyStore, 'insertCode'>,
  now: Date,
  { personId, expiresOn }: { personId: string | null; expiresOn: Date } = {
    personId: null,
    expiresOn: new Date(now.getTime() + CODE_LIFETIME_MS),
  },
): Promise<string> {
  const code = makeSecret(24);
  await keys.insertCode({ hash: await hashSecret(code), expiresOn, personId });
  return code;
}

/**
 * Exchanges a code for a key of its person, with the person's access, for 30 days, named after browser and date. The secret
 * is told only here. `botId`: the one of the settings where the person has it.
 */
export async function signIn(
  ports: Pick<Ports, 'keys' | 'bots' | 'clock' | 'settings'>,
  code: string,
  { browser, language }: { browser: string; language: Language },
): Promise<{ secret: string; key: StoredKey; botId: number; bots: Bot[] }> {
  const now = ports.clock.now();
  const bots = await ports.bots.all();
  const { secret, ...stored } = await makeKeySecret();
  const created = {
    ...stored,
    name: `${browser || 'Browser'}, ${now.toISOString().slice(0, 10)}`,
    createdOn: now,
    expiresOn: new Date(now.getTime() + SIGN_IN_KEY_LIFETIME_MS),
    createdBy: 'code',
  } as const;
  const createKey = ({ id, name, role, bots: own, allBots }: StoredPerson): StoredKey => {
    if (botsGrantedBy({ bots: own, allBots }, bots).length === 0) throw new GatewayFault('not-allowed');
    return { ...ownerKey(created), role, bots: own, allBots, person: { id, name } };
  };
  const firstOwner: StoredPerson = {
    id: makeSecret(9),
    name: FIRST_OWNER_NAME[language],
    role: 'owner',
    bots: [],
    allBots: true,
    createdOn: now,
    removedOn: null,
  };
  const hash = await hashSecret(code);
  const key = await ports.keys.redeemCode(hash, now, firstOwner, createKey);
  if (!key) throw new GatewayFault('code-used');
  const [first = 0, ...others] = botsGrantedBy(key, bots);
  const { botId: configured } = ports.settings;
  return { secret, key, botId: others.includes(configured) ? configured : first, bots };
}

/**
 * Signing out ends a key that a sign-in code made, even an owner's last key: `npm run link` makes another way in. A key
 * that a person chose stays.
 */
export async function signOut(
  { keys, clock }: Pick<Ports, 'keys' | 'clock'>,
  key: StoredKey,
): Promise<boolean> {
  if (key.createdBy !== 'code') return false;
  return !('conflict' in (await keys.revoke(key.id, clock.now(), { evenLast: true })));
}

const OPERATOR_KEY = 'FIHRIST_API_KEY';
/** The first characters of a shorter key would reveal too much of the key. */
const MIN_LENGTH_FOR_PREFIX = 20;

/**
 * The key that the operator chose, good for every bot; the ones chosen before it end, also where an owner has no other
 * left. False when this very key was revoked, replaced or let expire: it stays so, since whoever did it meant it.
 */
export async function ensureOperatorKey(keys: KeyStore, secret: string, now: Date): Promise<boolean> {
  const hash = await hashSecret(secret);
  const stored = await keys.byHash(hash);
  // A server of an older setting must not end the key that a newer one brought.
  if (stored && !isUsable(stored, now)) return false;
  for (const key of await keys.list())
    if (key.createdBy === 'operator' && key.hash !== hash && !key.revokedOn)
      await keys.revoke(key.id, now, { evenLast: true });
  // Servers that share a database may come here at once.
  const other = stored ?? (await insertOperatorKey(keys, hash, secret, now));
  return other === undefined || isUsable(other, now);
}

const isUsable = ({ revokedOn, rotatedOn, expiresOn }: StoredKey, now: Date): boolean =>
  !revokedOn && !rotatedOn && !(expiresOn && expiresOn <= now);

/** Inserts the key; returns undefined, or the key that another process inserted meanwhile. */
async function insertOperatorKey(
  keys: KeyStore,
  hash: string,
  secret: string,
  now: Date,
): Promise<StoredKey | undefined> {
  const prefix = secret.length < MIN_LENGTH_FOR_PREFIX ? '' : secret.slice(0, 4);
  const isNew = await keys.insertIfNew(
    ownerKey({ hash, prefix, name: OPERATOR_KEY, createdOn: now, expiresOn: null, createdBy: 'operator' }),
  );
  return isNew ? undefined : keys.byHash(hash);
}

function ownerKey(
  key: Pick<StoredKey, 'hash' | 'prefix' | 'name' | 'createdOn' | 'expiresOn' | 'createdBy'>,
): StoredKey {
  const id = makeSecret(9);
  return {
    ...key,
    id,
    family: id,
    role: 'owner',
    bots: [],
    allBots: true,
    caps: {},
    lastUsedOn: null,
    revokedOn: null,
    rotatedOn: null,
    pausedOn: null,
    person: null,
  };
}
