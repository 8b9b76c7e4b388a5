import type { Clock } from '#gateway/core/clock.ts';
import { isUsable, type StoredKey } from '#gateway/modules/access/model.ts';
import type { KeyStore } from '#gateway/modules/access/ports/keys.ts';
import type { KeyRow } from '#gateway/modules/access/tables.ts';
import { compileOnce } from '#gateway/sql/compile-once.ts';
import { NO_LOCK, type Queries, type SqlDatabase } from '#gateway/sql/database.ts';
import { parseStored, toDate } from '#gateway/sql/json.ts';
import { createRecentRows, type RecentRows } from '#gateway/sql/recent-rows.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Keys by their hashes, in memory for a moment. */
export function createRecentKeys({ read }: Pick<SqlDatabase, 'read'>, clock: Clock) {
  const withHash = compileOnce(read, (hash: string) =>
    read.selectFrom('api_key').selectAll().where('hash', '=', hash),
  );
  return createRecentRows(clock, async (hash: string) => (await withHash(hash)).map(toKey)[0]);
}

export function createKeyStore(
  { read, change: changeRows }: SqlDatabase,
  recent: RecentRows<string, StoredKey>,
): KeyStore {
  /** A write; what is in memory is forgotten once it was committed, also when that could not be told. */
  const change: typeof changeRows = async (scopes, work) => {
    try {
      return await changeRows(scopes, work);
    } finally {
      recent.forget();
    }
  };
  return {
    byHash: (hash) => recent.get(hash),
    async byId(id) {
      const row = await read.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst();
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
      const rows = await read.selectFrom('api_key').selectAll().orderBy('created_on').orderBy('id').execute();
      return rows.map(toKey);
    },
    async capped() {
      const rows = await read
        .selectFrom('api_key')
        .selectAll()
        .where('caps', '<>', '{}')
        .where('revoked_on', 'is', null)
        .orderBy('created_on')
        .orderBy('id')
        .execute();
      return rows.map(toKey);
    },
    change: (id, edit, on) =>
      change('global', async (trx) => {
        const before = await usableKey(trx, id, on);
        if (!before) return { conflict: 'missing' };
        if (before.rotatedOn) return { conflict: 'rotated' };
        const after = edit(before);
        const bots = await botsLosingOwner(trx, before, isUsable(after, on) ? after : undefined, on);
        if (bots.length > 0) return { conflict: 'last-owner', bots };
        await trx.updateTable('api_key').set(fromKey(after)).where('id', '=', id).execute();
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
        await trx.updateTable('api_key').set(fromKey(replaced)).where('id', '=', id).execute();
        return { replaced, key };
      }),
    revoke: (id, on, { evenLast = false, check } = {}) =>
      change('global', async (trx) => {
        const row = await trx
          .selectFrom('api_key')
          .selectAll()
          .where('id', '=', id)
          .where('revoked_on', 'is', null)
          .executeTakeFirst();
        if (!row) return { conflict: 'missing' };
        const before = toKey(row);
        check?.(before);
        const bots = evenLast ? [] : await botsLosingOwner(trx, before, undefined, on);
        if (bots.length > 0) return { conflict: 'last-owner', bots };
        await trx.updateTable('api_key').set({ revoked_on: on.getTime() }).where('id', '=', id).execute();
        return { ...before, revokedOn: on };
      }),
    pause: (family, pausedOn, on, check) =>
      change('global', async (trx) => {
        const rows = await trx.selectFrom('api_key').selectAll().where('family', '=', family).execute();
        const keys = rows.map(toKey).filter((key) => isUsable(key, on));
        const before = keys.find(({ rotatedOn }) => !rotatedOn) ?? keys[0];
        if (!before) return { conflict: 'missing' };
        check(before);
        const bots = pausedOn === null ? [] : await botsLosingOwner(trx, before, undefined, on);
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
    async insertCode({ hash, expiresOn }) {
      const code = { hash, expires_on: expiresOn.getTime() };
      await changeRows(NO_LOCK, (trx) => trx.insertInto('sign_in_code').values(code).execute());
    },
    redeemCode: (hash, now, key) =>
      change('global', async (trx) => {
        const code = await trx
          .deleteFrom('sign_in_code')
          .where('hash', '=', hash)
          .returning('expires_on')
          .executeTakeFirst();
        await trx.deleteFrom('sign_in_code').where('expires_on', '<=', now.getTime()).execute();
        if (!code || code.expires_on <= now.getTime()) return false;
        await trx.insertInto('api_key').values(fromKey(key)).execute();
        return true;
      }),
  };
}

async function usableKey(trx: Queries, id: string, on: Date): Promise<StoredKey | undefined> {
  const row = await trx.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst();
  const key = row && toKey(row);
  return key && isUsable(key, on) ? key : undefined;
}

/**
 * Bots that would lose their last owner: not deleted, without another owner key that is good for a week. A bot is not
 * counted while the changed key still covers it for as long as before.
 */
async function botsLosingOwner(
  trx: Queries,
  before: StoredKey,
  after: StoredKey | undefined,
  on: Date,
): Promise<number[]> {
  if (!isLastingOwner(before, on)) return [];
  const rows = await trx
    .selectFrom('api_key')
    .selectAll()
    .where('role', '=', 'owner')
    .where('revoked_on', 'is', null)
    .where('rotated_on', 'is', null)
    .where('id', '!=', before.id)
    .execute();
  const others = rows.map(toKey).filter((key) => isLastingOwner(key, on) && isGoodForWeek(key, on));
  const owners =
    after && isLastingOwner(after, on) && !endsSooner(after, before) ? [...others, after] : others;
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
    .filter((id) => (before.allBots || before.bots.includes(id)) && !owned.has(id));
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

function toKey(row: KeyRow): StoredKey {
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
  };
}
