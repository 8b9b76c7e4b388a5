import { DEAD_AFTER_MS } from '#gateway/core/fleet.ts';
import type { Clock } from '#gateway/core/world.ts';
import type { ProcessStore } from '#gateway/modules/fleet/ports/processes.ts';
import { NO_LOCK, type SqlDatabase } from '#gateway/sql/database.ts';
import { isAbandoned } from '#gateway/sql/is-abandoned.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';

export function createProcessStore(db: SqlDatabase, clock: Clock, ownId: string | null): ProcessStore {
  const { read, change } = db;
  const now = createStoreClock(db, clock);
  const ownerOf = async (task: string) =>
    (await read.selectFrom('task_owner').select('owner').where('task', '=', task).executeTakeFirst())?.owner;
  return {
    ownId,

    async beat(role) {
      if (ownId === null) return;
      await change(NO_LOCK, async (trx) => {
        const moment = await now(trx);
        await trx
          .insertInto('process')
          .values({ id: ownId, role, started_on: moment, seen_on: moment })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_on: moment }))
          .execute();
      });
    },

    async remove(id) {
      await change(NO_LOCK, (trx) => trx.deleteFrom('process').where('id', '=', id).execute());
    },

    async removeAll(roles) {
      await change(NO_LOCK, (trx) => trx.deleteFrom('process').where('role', 'in', roles).execute());
    },

    removeDead: () =>
      change(NO_LOCK, async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('process')
          .where('seen_on', '<=', (await now(trx)) - DEAD_AFTER_MS)
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),

    async claim(task) {
      if (ownId === null || (await ownerOf(task)) === ownId) return true;
      return change('global', async (trx) => {
        const moment = await now(trx);
        const { numInsertedOrUpdatedRows = 0n } = await trx
          .insertInto('task_owner')
          .values({ task, owner: ownId })
          .onConflict((conflict) =>
            conflict
              .column('task')
              .doUpdateSet({ owner: ownId })
              .where(isAbandoned('task_owner.owner', moment)),
          )
          .executeTakeFirst();
        return numInsertedOrUpdatedRows > 0n;
      });
    },
  };
}
