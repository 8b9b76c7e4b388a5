import type { IdempotencyStore, Remembered } from '#gateway/ports.ts';
import type { Queries, SqlDatabase } from './database.ts';

export function createIdempotencyStore({ read, write }: SqlDatabase): IdempotencyStore {
  return {
    find: (scope, key) =>
      read
        .selectFrom('idempotency')
        .select(['fingerprint', 'response'])
        .where('scope', '=', scope)
        .where('key', '=', key)
        .executeTakeFirst(),
    async keep(scope, key, fingerprint, response, on) {
      await write
        .insertInto('idempotency')
        .values({ scope, key, fingerprint, response, kept_on: on.getTime() })
        .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
        .execute();
    },
    async expire(before) {
      const expired = await write
        .deleteFrom('idempotency')
        .where('kept_on', '<', before.getTime())
        .executeTakeFirst();
      return Number(expired.numDeletedRows);
    },
  };
}

/** The result of a call as part of the transaction that did its work; it replaces one that no longer holds. */
export async function rememberResult(
  trx: Queries,
  { scope, key, fingerprint }: Remembered,
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
