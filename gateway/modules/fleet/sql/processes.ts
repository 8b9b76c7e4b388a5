import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#gateway/core/clock.ts';
import { HEARD_WITHIN_MS } from '#gateway/core/fleet.ts';
import type { ProcessDescription, ProcessStore, SharedTask } from '#gateway/modules/fleet/ports/processes.ts';
import { NO_LOCK, type Queries, type SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { createStoreClock, type StoreClock } from '#gateway/sql/store-clock.ts';
import { isAbandoned, isDead } from './is-abandoned.ts';
import { listProcesses } from './list-processes.ts';

export function createProcessStore(
  db: SqlDatabase,
  clock: Clock,
  { id: ownId, name, version }: ProcessDescription & { id: string | null },
  extensions: Pick<SqlExtensions, 'holdings'>,
): ProcessStore {
  const { read, change, changeApart = (work) => change(NO_LOCK, work) } = db;
  const now = createStoreClock(db, clock);
  let servers: readonly string[] = [];
  return {
    ownId,
    peekServers: () => servers,
    list: async () => listProcesses(read, await now(read), await extensions.holdings(read)),

    async beat(role) {
      if (ownId === null) return;
      const alive = await changeApart(async (trx) => {
        const moment = await now(trx);
        await trx
          .insertInto('process')
          .values({
            id: ownId,
            role,
            started_on: moment,
            seen_on: moment,
            heard_since: moment,
            name,
            version,
          })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet({ seen_on: moment, heard_since: heardSince(moment) }),
          )
          .execute();
        return role === 'server' ? listServers(trx, moment) : [];
      });
      servers = alive.map(({ id }) => id);
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
          .where(isDead(await now(trx)))
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),

    ...createTaskClaims(db, now, ownId),
  };
}

const listServers = (db: Queries, moment: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('process')
    .select('id')
    .where('role', '=', 'server')
    .where((eb) => eb.not(eb.parens(isDead(moment))))
    .execute();

/** Tasks of the whole fleet, each of which one process at a time has the lock of. */
function createTaskClaims(
  { read, change, taskLocks }: SqlDatabase,
  now: StoreClock,
  ownId: string | null,
): Pick<ProcessStore, 'claim' | 'releaseTasks'> {
  /** Tasks whose lock this process has, as far as its row in `task_owner` shows. */
  const shown = new Set<SharedTask>();
  const ownerOf = async (task: string) =>
    (await read.selectFrom('task_owner').select('owner').where('task', '=', task).executeTakeFirst())?.owner;

  /** The lock decides; the row only shows an operator who has it. */
  async function claimByLock(locks: NonNullable<typeof taskLocks>, task: SharedTask): Promise<boolean> {
    const isHeld = await locks.tryHold(task);
    if (!isHeld) shown.delete(task);
    else if (ownId !== null && !shown.has(task)) {
      await change(NO_LOCK, (trx) =>
        trx
          .insertInto('task_owner')
          .values({ task, owner: ownId })
          .onConflict((conflict) => conflict.column('task').doUpdateSet({ owner: ownId }))
          .execute(),
      );
      shown.add(task);
    }
    return isHeld;
  }

  return {
    async claim(task) {
      if (taskLocks) return claimByLock(taskLocks, task);
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

    async releaseTasks() {
      shown.clear();
      await taskLocks?.releaseAll();
      if (ownId === null) return;
      await change(NO_LOCK, (trx) => trx.deleteFrom('task_owner').where('owner', '=', ownId).execute());
    },
  };
}

/** Since when a process was heard without a gap; a row that is ahead of the clock begins again. */
function heardSince(moment: number): RawBuilder<number> {
  return sql<number>`case
    when process.seen_on > ${moment - HEARD_WITHIN_MS} and process.heard_since <= ${moment}
    then process.heard_since else ${moment} end`;
}
