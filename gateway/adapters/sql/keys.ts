import type { StoredKey } from '#gateway/model.ts';
import type { KeyStore } from '#gateway/ports.ts';
import { compileOnce } from './compile-once.ts';
import type { SqlDatabase } from './database.ts';
import { toDate } from './json.ts';
import type { KeyRow } from './tables.ts';

export function createKeyStore({ read, write }: SqlDatabase): KeyStore {
  const withHash = compileOnce(read, (hash: string) =>
    read.selectFrom('api_key').selectAll().where('hash', '=', hash),
  );
  return {
    async byHash(hash) {
      const [row] = await withHash(hash);
      return row && toKey(row);
    },
    async insert(key) {
      await write.insertInto('api_key').values(fromKey(key)).execute();
    },
    async list() {
      const rows = await read.selectFrom('api_key').selectAll().orderBy('created_on').orderBy('id').execute();
      return rows.map(toKey);
    },
    async revoke(id, on) {
      const revoked = await write
        .updateTable('api_key')
        .set({ revoked_on: on.getTime() })
        .where('id', '=', id)
        .where('revoked_on', 'is', null)
        .executeTakeFirst();
      return revoked.numUpdatedRows > 0n;
    },
    async touch(id, on) {
      await write.updateTable('api_key').set({ last_used_on: on.getTime() }).where('id', '=', id).execute();
    },
    async setBots(id, bots) {
      await write
        .updateTable('api_key')
        .set({ bots: JSON.stringify(bots) })
        .where('id', '=', id)
        .execute();
    },
    async insertCode({ hash, expiresOn }) {
      await write.insertInto('sign_in_code').values({ hash, expires_on: expiresOn.getTime() }).execute();
    },
    spendCode: (hash, now, key) =>
      write.transaction().execute(async (trx) => {
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
    bots: () => read.selectFrom('bot').select(['id', 'name']).orderBy('id').execute(),
    async ensureBot(bot) {
      await write
        .insertInto('bot')
        .values({
          ...bot,
          created_on: Date.now(),
          archived_on: null,
          deleted_on: null,
          version: 1,
          settings: '{}',
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: bot.name }))
        .execute();
    },
  };
}

function toKey(row: KeyRow): StoredKey {
  return {
    id: row.id,
    hash: row.hash,
    prefix: row.prefix,
    name: row.name,
    role: row.role,
    bots: JSON.parse(row.bots) as number[],
    createdOn: new Date(row.created_on),
    expiresOn: toDate(row.expires_on),
    lastUsedOn: toDate(row.last_used_on),
    revokedOn: toDate(row.revoked_on),
    madeBy: row.made_by,
    allBots: row.all_bots === 1,
    caps: JSON.parse(row.caps) as StoredKey['caps'],
    family: row.family,
    rotatedOn: toDate(row.rotated_on),
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
    made_by: key.madeBy,
    all_bots: key.allBots ? 1 : 0,
    caps: JSON.stringify(key.caps),
    family: key.family,
    rotated_on: key.rotatedOn?.getTime() ?? null,
  };
}
