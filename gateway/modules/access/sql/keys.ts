import type { Clock } from '#gateway/core/clock.ts';
import { isUsable, type StoredKey } from '#gateway/modules/access/model.ts';
import type { KeyStore } from '#gateway/modules/access/ports/keys.ts';
import type { KeyRow } from '#gateway/modules/access/tables.ts';
import { compileOnce } from '#gateway/sql/compile-once.ts';
import { NO_LOCK, type Queries, type Reads, type SqlDatabase } from '#gateway/sql/database.ts';
import { parseStored, toDate } from '#gateway/sql/json.ts';
import { createRecentRows, forgettingChange, type RecentRows } from '#gateway/sql/recent-rows.ts';
import { firstOwner, isWithin, presentPerson } from './person-rows.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Keys by their hashes, in memory for a moment. */
export function createRecentKeys({ read }: Pick<SqlDatabase, 'read'>, clock: Clock) {
  const withHash = compileOnce(read, (hash: string) => selectKeys(read).where('hash', '=', hash));
  return createRecentRows(clock, async (hash: string) => (await withHash(hash)).map(toKey)[0]);
}

/** Rows of keys with the names of their people. */
const selectKeys = (db: Reads) =>
  db
    .selectFrom('api_key')
    .leftJoin('person', 'person.id', 'api_key.person_id')
    .selectAll('api_key')
    .select('person.name as person_name');

export function createKeyStore(db: SqlDatabase, recent: RecentRows<string, StoredKey>): KeyStore {
  const { read, change: changeRows } = db;
  const change = forgettingChange(db, recent);
  const oldestFirst = () => selectKeys(read).orderBy('api_key.created_on').orderBy('api_key.id');
  return {
    byHash: (hash) => recent.get(hash),
    async byId(id) {
      const row = await selectKeys(read).where('api_key.id', '=', id).executeTakeFirst();
      return row && toKey(row);
    },
    async insert(key) {
      await change('global', (trx) => trx.insertInto('api_key').values(fromKey(key)).execute());
    },
    async insertIfNew(key) {
      const insertion = await change('global', (trx) =>
        trx
          .insertInto('api_key')
          .values(fromKey(key))
          .onConflict((conflict) => conflict.column('hash').doNothing())
          .executeTakeFirst(),
      );
      return (insertion.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async list() {
      return (await oldestFirst().execute()).map(toKey);
    },
    async capped() {
      const rows = await oldestFirst().where('caps', '<>', '{}').where('revoked_on', 'is', null).execute();
      return rows.map(toKey);
    },
    change: (id, edit, on) =>
      change('global', async (trx) => {
        const before = await usableKey(trx, id, on);
        if (!before) return { conflict: 'missing' };
        if (before.rotatedOn) return { conflict: 'rotated' };
        const edited = edit(before);
        const person = edited.person && (await presentPerson(trx, edited.person.id));
        if (person === undefined) return { conflict: 'person-missing' };
        if (person && !isWithin(edited, person)) return { conflict: 'exceeds-person', name: person.name };
        const after = { ...edited, person: person && { id: person.id, name: person.name } };
        const bots = await botsLosingOwner(trx, [{ before, after }], on);
        if (bots.length > 0) return { conflict: 'last-owner', bots };
        await changeKeyRow(trx, after);
        return { before, after };
      }),
    rotate: (id, succeed, until, on) =>
      change('global', async (trx) => {
        const before = await usableKey(trx, id, on);
        if (!before) return { conflict: 'missing' };
        if (before.rotatedOn) return { conflict: 'rotated' };
        const key = succeed(before);
        await trx.insertInto('api_key').values(fromKey(key)).execute();
        const ends = before.expiresOn && before.expiresOn < until ? before.expiresOn : until;
        const replaced = { ...before, rotatedOn: on, expiresOn: ends };
        await changeKeyRow(trx, replaced);
        return { replaced, key };
      }),
    revoke: (id, on, { evenLast = false, check } = {}) =>
      change('global', async (trx) => {
        const row = await selectKeys(trx)
          .where('api_key.id', '=', id)
          .where('revoked_on', 'is', null)
          .executeTakeFirst();
        if (!row) return { conflict: 'missing' };
        const before = toKey(row);
        check?.(before);
        const bots = evenLast ? [] : await botsLosingOwner(trx, [{ before, after: undefined }], on);
        if (bots.length > 0) return { conflict: 'last-owner', bots };
        await trx.updateTable('api_key').set({ revoked_on: on.getTime() }).where('id', '=', id).execute();
        return { ...before, revokedOn: on };
      }),
    pause: (family, pausedOn, on, check) =>
      change('global', async (trx) => {
        const rows = await selectKeys(trx).where('family', '=', family).execute();
        const keys = rows.map(toKey).filter((key) => isUsable(key, on));
        const before = keys.find(({ rotatedOn }) => !rotatedOn) ?? keys[0];
        if (!before) return { conflict: 'missing' };
        check(before);
        const bots = pausedOn === null ? [] : await botsLosingOwner(trx, [{ before, after: undefined }], on);
        if (bots.length > 0) return { conflict: 'last-owner', bots };
        const change = { paused_on: pausedOn?.getTime() ?? null };
        await trx.updateTable('api_key').set(change).where('family', '=', family).execute();
        return { before, after: { ...before, pausedOn } };
      }),
    async touch(id, on) {
      try {
        await changeRows(NO_LOCK, (trx) =>
          trx.updateTable('api_key').set({ last_used_on: on.getTime() }).where('id', '=', id).execute(),
        );
      } finally {
        recent.forget((key) => key.id === id);
      }
    },
    async insertCode({ hash, expiresOn, personId }) {
      const row = { expires_on: expiresOn.getTime(), person_id: personId };
      const code = { ...row, hash: personId === null ? hash : hashOfPerson(hash) };
      await changeRows(NO_LOCK, (trx) => trx.insertInto('sign_in_code').values(code).execute());
    },
    redeemCode: (hash, now, owner, createKey) =>
      change('global', async (trx) => {
        const code = await trx
          .deleteFrom('sign_in_code')
          .where('hash', 'in', [hash, hashOfPerson(hash)])
          .returning(['expires_on', 'person_id'])
          .executeTakeFirst();
        await trx.deleteFrom('sign_in_code').where('expires_on', '<=', now.getTime()).execute();
        if (!code || code.expires_on <= now.getTime()) return undefined;
        const { person_id: personId } = code;
        const person = personId === null ? await firstOwner(trx, owner) : await presentPerson(trx, personId);
        if (!person) return undefined;
        const key = createKey(person);
        await trx.insertInto('api_key').values(fromKey(key)).execute();
        return key;
      }),
  };
}

/** The version before finds no such code, and so makes no owner of who was invited. */
const hashOfPerson = (hash: string): string => `person:${hash}`;

/** Keys of a person that can be used. */
export async function keysOfPerson(trx: Queries, personId: string, on: Date): Promise<StoredKey[]> {
  const rows = await selectKeys(trx).where('person_id', '=', personId).execute();
  return rows.map(toKey).filter((key) => isUsable(key, on));
}

export async function changeKeyRow(trx: Queries, key: StoredKey): Promise<void> {
  await trx.updateTable('api_key').set(fromKey(key)).where('id', '=', key.id).execute();
}

async function usableKey(trx: Queries, id: string, on: Date): Promise<StoredKey | undefined> {
  const row = await selectKeys(trx).where('api_key.id', '=', id).executeTakeFirst();
  const key = row && toKey(row);
  return key && isUsable(key, on) ? key : undefined;
}

/**
 * Bots that would lose their last owner: not deleted, without another owner key that is good for a week. A bot is not
 * counted while the changed key still covers it for as long as before.
 */
export async function botsLosingOwner(
  trx: Queries,
  changes: readonly { before: StoredKey; after: StoredKey | undefined }[],
  on: Date,
): Promise<number[]> {
  const losing = changes.filter(({ before }) => isLastingOwner(before, on));
  if (losing.length === 0) return [];
  const changed = new Set(changes.map(({ before }) => before.id));
  const rows = await selectKeys(trx)
    .where('api_key.role', '=', 'owner')
    .where('revoked_on', 'is', null)
    .where('rotated_on', 'is', null)
    .execute();
  const others = rows
    .map(toKey)
    .filter((key) => !changed.has(key.id) && isLastingOwner(key, on) && isGoodForWeek(key, on));
  const remaining = losing.flatMap(({ before, after }) =>
    after && isLastingOwner(after, on) && !endsSooner(after, before) ? [after] : [],
  );
  const owners = [...others, ...remaining];
  if (owners.some(({ allBots }) => allBots)) return [];
  const owned = new Set(owners.flatMap(({ bots }) => bots));
  const bots = await trx
    .selectFrom('bot')
    .select('id')
    .where('deleted_on', 'is', null)
    .where('removed_on', 'is', null)
    .orderBy('id')
    .execute();
  return bots
    .map(({ id }) => id)
    .filter(
      (id) => losing.some(({ before }) => before.allBots || before.bots.includes(id)) && !owned.has(id),
    );
}

/** A rotated key is about to expire, and a paused one refused, so neither counts as an owner. */
function isLastingOwner(key: StoredKey, on: Date): boolean {
  return key.role === 'owner' && !key.rotatedOn && !key.pausedOn && isUsable(key, on);
}

function isGoodForWeek({ expiresOn }: StoredKey, on: Date): boolean {
  return !expiresOn || expiresOn.getTime() >= on.getTime() + WEEK_MS;
}

function endsSooner(after: StoredKey, before: StoredKey): boolean {
  return after.expiresOn !== null && (before.expiresOn === null || after.expiresOn < before.expiresOn);
}

function toKey({ person_name: name, ...row }: KeyRow & { person_name: string | null }): StoredKey {
  return {
    id: row.id,
    hash: row.hash,
    prefix: row.prefix,
    name: row.name,
    role: row.role,
    bots: parseStored(row.bots) as number[],
    createdOn: new Date(row.created_on),
    expiresOn: toDate(row.expires_on),
    lastUsedOn: toDate(row.last_used_on),
    revokedOn: toDate(row.revoked_on),
    createdBy: row.created_by,
    allBots: row.all_bots === 1,
    caps: parseStored(row.caps) as StoredKey['caps'],
    family: row.family,
    rotatedOn: toDate(row.rotated_on),
    pausedOn: toDate(row.paused_on),
    person: row.person_id === null ? null : { id: row.person_id, name: name ?? '' },
  };
}

function fromKey(key: StoredKey): KeyRow {
  return {
    id: key.id,
    hash: key.hash,
    prefix: key.prefix,
    name: key.name,
    role: key.role,
    bots: JSON.stringify(key.bots),
    created_on: key.createdOn.getTime(),
    expires_on: key.expiresOn?.getTime() ?? null,
    last_used_on: key.lastUsedOn?.getTime() ?? null,
    revoked_on: key.revokedOn?.getTime() ?? null,
    created_by: key.createdBy,
    all_bots: key.allBots ? 1 : 0,
    caps: JSON.stringify(key.caps),
    family: key.family,
    rotated_on: key.rotatedOn?.getTime() ?? null,
    paused_on: key.pausedOn?.getTime() ?? null,
    person_id: key.person?.id ?? null,
  };
}
