import { foldText } from '#common/fold-text.ts';
import type { Clock } from '#gateway/core/clock.ts';
import { NO_SET, type TestSet } from '#gateway/modules/evaluation/model.ts';
import type { SetConflict, TestStore } from '#gateway/modules/evaluation/ports/tests.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { toSet } from './test-rows.ts';

type SetMethods = Pick<TestStore, 'addSet' | 'changeSet' | 'removeSet' | 'getSet' | 'sets'>;

export function createSetMethods({ read, change }: SqlDatabase, clock: Clock): SetMethods {
  return {
    addSet: (botId, wanted, max) =>
      change({ bot: botId }, async (trx) => {
        const conflict = await findNamed(trx, botId, wanted.name);
        if (conflict) return conflict;
        const { sets } = await trx
          .selectFrom('test_set')
          .select((eb) => eb.fn.countAll<number>().as('sets'))
          .where('bot_id', '=', botId)
          .executeTakeFirstOrThrow();
        return sets >= max ? ({ conflict: 'full' } as const) : insertSet(trx, botId, wanted, clock.now());
      }),

    changeSet: (botId, id, { name, tags }) =>
      change({ bot: botId }, async (trx) => {
        const conflict = name === undefined ? undefined : await findNamed(trx, botId, name, id);
        if (conflict) return conflict;
        const row = await trx
          .updateTable('test_set')
          .set({
            ...(name === undefined ? {} : { name, name_key: foldText(name) }),
            ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
            modified_on: clock.now().getTime(),
          })
          .where((eb) => eb.and({ bot_id: botId, id }))
          .returningAll()
          .executeTakeFirst();
        return row && toSet(row);
      }),

    removeSet: (botId, id, withTests) =>
      change({ bot: botId }, (trx) => removeSet(trx, { botId, id }, withTests)),

    getSet: (botId, id) => getSet(read, botId, id),

    async sets(botId) {
      const rows = await read
        .selectFrom('test_set')
        .selectAll()
        .where('bot_id', '=', botId)
        .orderBy('name_key')
        .orderBy('id')
        .execute();
      return rows.map(toSet);
    },
  };
}

async function insertSet(
  trx: Queries,
  botId: number,
  { name, tags, keyName }: Parameters<TestStore['addSet']>[1],
  now: Date,
): Promise<TestSet> {
  const row = {
    bot_id: botId,
    id: await nextId(trx, botId, 'test-set'),
    name,
    name_key: foldText(name),
    tags: JSON.stringify(tags),
    key_name: keyName,
    created_on: now.getTime(),
    modified_on: now.getTime(),
  };
  await trx.insertInto('test_set').values(row).execute();
  return toSet(row);
}

async function removeSet(
  trx: Queries,
  { botId, id }: Pick<TestSet, 'botId' | 'id'>,
  withTests: boolean,
): Promise<number | undefined> {
  const { numDeletedRows } = await trx
    .deleteFrom('test_set')
    .where((eb) => eb.and({ bot_id: botId, id }))
    .executeTakeFirst();
  if (numDeletedRows === 0n) return undefined;
  if (!withTests) {
    await trx
      .updateTable('test')
      .set({ set_id: NO_SET })
      .where((eb) => eb.and({ bot_id: botId, set_id: id }))
      .execute();
    return 0;
  }
  const deleted = await trx
    .deleteFrom('test')
    .where((eb) => eb.and({ bot_id: botId, set_id: id }))
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

async function getSet(db: Reads, botId: number, id: number): Promise<TestSet | undefined> {
  const row = await db
    .selectFrom('test_set')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, id }))
    .executeTakeFirst();
  return row && toSet(row);
}

/** Another set of this name. */
async function findNamed(
  trx: Queries,
  botId: number,
  name: string,
  except = NO_SET,
): Promise<SetConflict | undefined> {
  const row = await trx
    .selectFrom('test_set')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, name_key: foldText(name) }))
    .where('id', '<>', except)
    .executeTakeFirst();
  return row && { conflict: 'known', set: toSet(row) };
}
