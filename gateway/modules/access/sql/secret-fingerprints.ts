import type { SecretFingerprintStore } from '#gateway/modules/access/ports/secret-fingerprints.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';

export function createSecretFingerprintStore({ read, change }: SqlDatabase): SecretFingerprintStore {
  const find = async (queries: Reads, name: string) =>
    (
      await queries
        .selectFrom('secret_fingerprint')
        .select('fingerprint')
        .where('name', '=', name)
        .executeTakeFirst()
    )?.fingerprint;
  return {
    find: (name) => find(read, name),

    keepFirst: (name, fingerprint) =>
      change('global', async (trx) => {
        await trx
          .insertInto('secret_fingerprint')
          .values({ name, fingerprint })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute();
        return (await find(trx, name)) ?? fingerprint;
      }),

    async forgetAll() {
      const { numDeletedRows } = await change('global', (trx) =>
        trx.deleteFrom('secret_fingerprint').executeTakeFirst(),
      );
      return Number(numDeletedRows);
    },
  };
}
