import type { StoreId, StoreIdStore } from '#gateway/modules/files/ports/store-id.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';

/** Name of the only row of the table. */
const NAME = 'blobs';

export function createStoreIdStore({ read, change }: Pick<SqlDatabase, 'read' | 'change'>): StoreIdStore {
  const find = async (queries: Reads): Promise<StoreId | undefined> => {
    const row = await queries
      .selectFrom('blob_store')
      .select(['id', 'marked'])
      .where('name', '=', NAME)
      .executeTakeFirst();
    return row && { id: row.id, isMarked: row.marked === 1 };
  };
  return {
    find: () => find(read),

    claim: (id, abandoned) =>
      change('global', async (trx) => {
        await trx
          .insertInto('blob_store')
          .values({ name: NAME, id, marked: 0 })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ id })
              .where('blob_store.id', '=', abandoned ?? '')
              .where('blob_store.marked', '=', 0),
          )
          .execute();
        return (await find(trx)) ?? { id, isMarked: false };
      }),

    async setMarked(id) {
      await change('global', (trx) =>
        trx.updateTable('blob_store').set({ marked: 1 }).where('id', '=', id).execute(),
      );
    },

    async replace(id) {
      await change('global', (trx) =>
        trx
          .insertInto('blob_store')
          .values({ name: NAME, id, marked: 1 })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ id, marked: 1 }))
          .execute(),
      );
    },
  };
}
