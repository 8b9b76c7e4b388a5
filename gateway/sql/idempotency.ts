import type { IdempotencyRecord, IdempotencyStore } from '#gateway/core/idempotency.ts';
import { NO_LOCK, type Queries, type SqlDatabase } from './database.ts';

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
