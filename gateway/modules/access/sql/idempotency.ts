import { sql } from 'kysely';
import type { IdempotencyRecord, IdempotencyStore } from '#gateway/modules/access/ports/idempotency.ts';
import { NO_LOCK, type Queries, type SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtension } from '#gateway/sql/extensions.ts';

export function createIdempotencyStore({ read, change }: SqlDatabase): IdempotencyStore {
  return {
    find: (scope, key) =>
      read
        .selectFrom('idempotency')
        .select(['fingerprint', 'response'])
        .where((eb) => eb.and({ scope, key }))
        .executeTakeFirst(),
    async save(scope, key, fingerprint, response, on) {
      await change(NO_LOCK, (trx) =>
        trx
          .insertInto('idempotency')
          .values({ scope, key, fingerprint, response, kept_on: on.getTime() })
          .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
          .execute(),
      );
    },
    async deleteBefore(before) {
      const expired = await change(NO_LOCK, (trx) =>
        trx.deleteFrom('idempotency').where('kept_on', '<', before.getTime()).executeTakeFirst(),
      );
      return Number(expired.numDeletedRows);
    },
  };
}

/** The result of a call as part of the transaction that did its work; it replaces one that no longer holds. */
export async function saveIdempotentResult(
  trx: Queries,
  { scope, key, fingerprint }: IdempotencyRecord,
  response: string,
  now: number,
): Promise<void> {
  const result = { fingerprint, response, kept_on: now };
  await trx
    .insertInto('idempotency')
    .values({ scope, key, ...result })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doUpdateSet(result))
    .execute();
}

const RESULTS_PER_BATCH = 250;

/** Results of calls that may be repeated; their scope begins with the bot. */
export const idempotencyExtension: SqlExtension = {
  async removeOfBot({ read, change }, botId) {
    const ofBot = sql`scope >= ${`${botId}:`} and scope < ${`${botId};`}`;
    const some = sql`select scope from idempotency where ${ofBot} limit 1`;
    if ((await some.execute(read)).rows.length === 0) return false;
    await change({ bot: botId }, (trx) =>
      sql`
        delete from idempotency where ${ofBot} and (scope, key) in
          (select scope, key from idempotency where ${ofBot} limit ${RESULTS_PER_BATCH})`.execute(trx),
    );
    return true;
  },
};
