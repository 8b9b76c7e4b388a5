import type { Clock } from '#gateway/core/clock.ts';
import type { LoginAttemptStore } from '#gateway/modules/access/ports/login-attempts.ts';
import { NO_LOCK, type SqlDatabase } from '#gateway/sql/database.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';

export function createLoginAttemptStore(db: SqlDatabase, clock: Clock): LoginAttemptStore {
  const { read, change } = db;
  const now = createStoreClock(db, clock);
  return {
    async add(attempts, forgetAfterMs) {
      if (attempts.length === 0) return [];
      // All processes lock the rows in one order, which rules out deadlocks.
      const sorted = attempts.toSorted((a, b) => (a.network < b.network ? -1 : 1));
      return change(NO_LOCK, async (trx) => {
        const moment = await now(trx);
        return trx
          .insertInto('login_attempt')
          .values(sorted.map(({ network, wrong }) => ({ network, wrong, last_on: moment })))
          .onConflict((conflict) =>
            conflict.column('network').doUpdateSet((eb) => ({
              last_on: moment,
              wrong: eb(
                eb
                  .case()
                  .when('login_attempt.last_on', '>', moment - forgetAfterMs)
                  .then(eb.ref('login_attempt.wrong'))
                  .else(eb.lit(0))
                  .end(),
                '+',
                eb.ref('excluded.wrong'),
              ),
            })),
          )
          .returning(['network', 'wrong'])
          .execute();
      });
    },

    async sweep(olderThanMs, keep) {
      const oldestKept = await read
        .selectFrom('login_attempt')
        .select('last_on')
        .orderBy('last_on', 'desc')
        .offset(keep)
        .limit(1)
        .executeTakeFirst();
      const before = Math.max((await now(read)) - olderThanMs, oldestKept?.last_on ?? 0);
      const old = read.selectFrom('login_attempt').select('network').where('last_on', '<=', before).limit(1);
      // No write transaction without old rows: a single machine never has any.
      if (!(await old.executeTakeFirst())) return 0;
      const { numDeletedRows } = await change(NO_LOCK, (trx) =>
        trx.deleteFrom('login_attempt').where('last_on', '<=', before).executeTakeFirst(),
      );
      return Number(numDeletedRows);
    },
  };
}
