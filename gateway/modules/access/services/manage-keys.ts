import { foldText } from '#common/fold-text.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type Access, grantsBot, isUsable, type StoredKey } from '#gateway/modules/access/model.ts';
import type { KeyChange, KeyConflict } from '#gateway/modules/access/ports/keys.ts';
import type { PersonConflict } from '#gateway/modules/access/ports/persons.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import { familyOf } from '#gateway/modules/usage/services/name-groups.ts';
import { canDelegate, type Principal } from './principal.ts';
import { hashSecret, makeSecret } from './secrets.ts';

type KeyPorts = Pick<Ports, 'keys' | 'bots' | 'clock'>;

/** What a new key is to be. */
type NewKey = Pick<StoredKey, 'name' | 'role' | 'bots' | 'allBots' | 'caps' | 'expiresOn'>;
type Grant = Access & Pick<StoredKey, 'caps'>;

/** A key with its secret, which is told only now. */
interface CreatedKey {
  secret: string;
  key: StoredKey;
}

const HOUR_MS = 60 * 60 * 1000;
/** Characters of a key that are kept and shown: `fih_` and four more of forty-three. */
const SHOWN_PREFIX_LENGTH = 8;

/** A fresh secret with what is stored of it. */
export async function makeKeySecret(): Promise<{ secret: string; hash: string; prefix: string }> {
  const secret = `fih_${makeSecret(32)}`;
  return { secret, hash: await hashSecret(secret), prefix: secret.slice(0, SHOWN_PREFIX_LENGTH) };
}

/** Creates a key with no more rights than `principal` has, else 403. */
export async function createKey(
  ports: KeyPorts,
  principal: Principal,
  newKey: NewKey,
  createdBy: 'owner' | 'command',
): Promise<CreatedKey> {
  await requireGrantable(ports, principal, newKey);
  const { secret, ...stored } = await makeKeySecret();
  const id = makeSecret(9);
  const key: StoredKey = {
    ...newKey,
    ...stored,
    id,
    family: id,
    bots: normaliseBots(newKey),
    createdOn: ports.clock.now(),
    lastUsedOn: null,
    revokedOn: null,
    rotatedOn: null,
    pausedOn: null,
    createdBy,
    person: null,
  };
  await ports.keys.insert(key);
  return { secret, key };
}

/** What is absent stays. A key that `principal` does not cover is 403, and so is what it would grant beyond itself. */
export async function changeKey(
  ports: KeyPorts,
  principal: Principal,
  botId: number | null,
  id: string,
  change: KeyChange,
): Promise<{ before: StoredKey; after: StoredKey }> {
  const seen = await requireManagedKey(ports, principal, botId, id);
  await requireGrantable(ports, principal, { ...seen, ...change }, seen);
  // The key may have changed since it was read: the rights are checked again inside the transaction.
  const edit = (key: StoredKey): StoredKey => {
    const after = { ...key, ...change };
    requireDelegable(principal, key);
    requireKeyRights(principal, after);
    return { ...after, bots: normaliseBots(after) };
  };
  return unwrap(await ports.keys.change(id, edit, ports.clock.now()));
}

/**
 * Another secret for the same name, rights, caps and expiry, counted as one with the old key; that one stays good for
 * `overlapHours`.
 */
export async function rotateKey(
  ports: KeyPorts,
  principal: Principal,
  botId: number | null,
  id: string,
  overlapHours: number,
  by: 'owner' | 'command',
): Promise<CreatedKey & { replaced: StoredKey }> {
  await requireManagedKey(ports, principal, botId, id);
  const on = ports.clock.now();
  const { secret, ...stored } = await makeKeySecret();
  const createSuccessor = (old: StoredKey): StoredKey => {
    requireDelegable(principal, old);
    return {
      ...old,
      ...stored,
      id: makeSecret(9),
      createdOn: on,
      lastUsedOn: null,
      rotatedOn: null,
      // A browser's stays a browser's; what replaces the operator's is no longer the one of the setting.
      createdBy: old.createdBy === 'code' ? 'code' : by,
    };
  };
  const until = new Date(on.getTime() + overlapHours * HOUR_MS);
  return { secret, ...unwrap(await ports.keys.rotate(id, createSuccessor, until, on)) };
}

/** Refuses calls with a key and with all keys of its family at once, or takes them again; 409 for a last owner. */
export async function pauseKey(
  ports: KeyPorts,
  principal: Principal,
  botId: number | null,
  id: string,
  paused: boolean,
): Promise<{ before: StoredKey; after: StoredKey }> {
  const family = await familyOf(ports, id);
  const keys = await listKeys(ports, botId);
  if (!keys.some((key) => key.family === family)) throw new GatewayFault('key-not-found');
  const on = ports.clock.now();
  const check = (key: StoredKey) => requireDelegable(principal, key);
  return unwrap(await ports.keys.pause(family, paused ? on : null, on, check));
}

/** Ends a key at once. */
export async function revokeKey(
  ports: KeyPorts,
  principal: Principal,
  botId: number | null,
  id: string,
): Promise<StoredKey> {
  await requireManagedKey(ports, principal, botId, id);
  const check = (key: StoredKey) => requireDelegable(principal, key);
  return unwrap(await ports.keys.revoke(id, ports.clock.now(), { check }));
}

/** Keys that can still be used, for this bot or, with null, for any; replaced ones until they end. */
export async function listKeys(
  { keys, clock }: Pick<KeyPorts, 'keys' | 'clock'>,
  botId: number | null,
): Promise<StoredKey[]> {
  const now = clock.now();
  return (await keys.list()).filter((key) => isUsable(key, now) && isSeenFrom(key, botId));
}

interface KeySearch {
  search?: string | undefined;
  kind?: 'keys' | 'sessions' | undefined;
  offset: number;
  limit?: number | undefined;
}

/** A page of the usable keys of some bots that match: the own one first, rotated ones last, else by name. */
export async function searchKeys(
  ports: Pick<KeyPorts, 'keys' | 'clock'>,
  bots: readonly number[],
  own: Pick<StoredKey, 'id'>,
  { search = '', kind, offset, limit }: KeySearch,
): Promise<{ items: StoredKey[]; total: number }> {
  const id = search.trim();
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const usable = await listKeys(ports, null);
  const family = usable.find((key) => key.id === id)?.family ?? id;
  const isWanted = (key: StoredKey): boolean => {
    if (kind !== undefined && (key.createdBy === 'code') !== (kind === 'sessions')) return false;
    if (!bots.some((bot) => grantsBot(key, bot))) return false;
    const name = foldText(`${key.name} ${key.person?.name ?? ''}`);
    return (
      words.every((word) => name.includes(word)) ||
      key.family === family ||
      key.prefix === id.slice(0, SHOWN_PREFIX_LENGTH)
    );
  };
  const rank = (key: StoredKey): number => (key.id === own.id ? 0 : key.rotatedOn === null ? 1 : 2);
  const keys = usable
    .filter(isWanted)
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  return { items: keys.slice(offset, limit && offset + limit), total: keys.length };
}

function isSeenFrom(key: StoredKey, botId: number | null): boolean {
  return botId === null || grantsBot(key, botId);
}

/** 404 for a key that is not listed, of another bot or of no bot; 403 for a key beyond the rights of `principal`. */
async function requireManagedKey(
  { keys, clock }: KeyPorts,
  principal: Principal,
  botId: number | null,
  id: string,
): Promise<StoredKey> {
  const key = await keys.byId(id);
  if (!key || !isUsable(key, clock.now()) || !isSeenFrom(key, botId)) throw new GatewayFault('key-not-found');
  requireDelegable(principal, key);
  return key;
}

export function requireDelegable(principal: Principal, key: Pick<StoredKey, 'bots' | 'allBots'>): void {
  if (!canDelegate(principal, key)) throw new GatewayFault('not-allowed');
}

/** An owner key has no cap: owners set quotas and create keys, so a cap would bind no owner. */
function requireKeyRights(principal: Principal, wanted: Grant): void {
  requireDelegable(principal, wanted);
  if (wanted.role === 'owner' && Object.keys(wanted.caps).length > 0)
    throw new GatewayFault('owner-key-capped', {}, { field: 'caps' });
  if (!wanted.allBots && wanted.bots.length === 0)
    throw new GatewayFault('key-without-bots', {}, { field: 'bots' });
}

export async function requireGrantable(
  { bots }: Pick<KeyPorts, 'bots'>,
  principal: Principal,
  wanted: Grant,
  now?: Access,
): Promise<void> {
  // Bots first: whether one exists is told only to who may use it.
  requireKeyRights(principal, wanted);
  if (wanted.allBots) return;
  for (const id of wanted.bots) {
    if (now?.bots.includes(id)) continue;
    const bot = await bots.get(id);
    if (!bot || bot.deletedOn) throw new GatewayFault('bot-not-found', { id }, { field: 'bots' });
  }
}

/** Bots without repetition, in order; empty with `allBots`, so that no bots reappear when `allBots` is withdrawn. */
export function normaliseBots({ bots, allBots }: Pick<StoredKey, 'bots' | 'allBots'>): number[] {
  return allBots ? [] : [...new Set(bots)].toSorted((a, b) => a - b);
}

export function unwrap<Done extends object>(done: Done | KeyConflict | PersonConflict): Done {
  if (!('conflict' in done)) return done;
  if (done.conflict === 'last-owner') {
    const { bots } = done;
    throw new GatewayFault('last-owner-key', { bots: bots.map(String) });
  }
  if (done.conflict === 'exceeds-person')
    throw new GatewayFault('key-exceeds-person', { name: done.name }, { field: 'personId' });
  const codes = {
    rotated: 'key-rotated',
    missing: 'key-not-found',
    'person-missing': 'person-not-found',
  } as const;
  throw new GatewayFault(codes[done.conflict]);
}
