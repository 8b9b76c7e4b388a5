import { sql } from 'kysely';
import type { NewSynonymGroup } from '#gateway/model.ts';
import type { Clock, SynonymStore } from '#gateway/ports.ts';
import type { Queries, SqlDatabase } from './database.ts';
import { foldText, patternFor } from './fold-text.ts';
import { nextId } from './next-id.ts';
import { createKnownGroups, planMerge } from './synonym-merge.ts';
import { groupsOf, insertGroups, toGroup, valuesOf } from './synonym-rows.ts';

const IDS_AT_ONCE = 500;

export function createSynonymStore({ read, write }: SqlDatabase, clock: Clock): SynonymStore {
  const version: SynonymStore['version'] = async (botId) => {
    const row = await read
      .selectFrom('counter')
      .select('value')
      .where('bot_id', '=', botId)
      .where('name', '=', 'synonym-version')
      .executeTakeFirst();
    return row?.value ?? 0;
  };
  return {
    version,
    async all(botId) {
      // The version first: groups that are newer than it says are only read once more.
      return { version: await version(botId), groups: await groupsOf(read, botId) };
    },
    get: async (botId, id) => (await groupsOf(read, botId, id))[0],

    async list(botId, query) {
      const { total } = await matching(read, botId, query.search)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await matching(read, botId, query.search)
        .selectAll()
        .orderBy('modified_on', 'desc')
        .orderBy('id', 'desc')
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      return { items: rows.map(toGroup), total };
    },

    add: (botId, group, most) =>
      write.transaction().execute(async (trx) => {
        const groups = await groupsOf(trx, botId);
        const known = createKnownGroups(groups).find(group.keys);
        if (known) return { conflict: 'known', group: known };
        if (groups.length >= most) return { conflict: 'full' };
        await nextId(trx, botId, 'synonym-version');
        const [id = 0] = await insertGroups(trx, botId, [group], clock.now().getTime());
        return theOne(trx, botId, id);
      }),

    change: (botId, id, group, expectedVersion) =>
      write.transaction().execute(async (trx) => {
        const groups = await groupsOf(trx, botId);
        const now = groups.find((one) => one.id === id);
        if (!now) return { conflict: 'missing' };
        if (expectedVersion !== undefined && expectedVersion !== now.version)
          return { conflict: 'stale', group: now };
        const known = createKnownGroups(groups.filter((one) => one !== now)).find(group.keys);
        if (known) return { conflict: 'known', group: known };
        if (isSame(group, now)) return now;
        await nextId(trx, botId, 'synonym-version');
        await trx
          .updateTable('synonym_group')
          .set({ ...valuesOf(group), modified_on: clock.now().getTime(), version: now.version + 1 })
          .where('bot_id', '=', botId)
          .where('id', '=', id)
          .execute();
        return theOne(trx, botId, id);
      }),

    remove: (botId, id, expectedVersion) =>
      write.transaction().execute(async (trx) => {
        const [now] = await groupsOf(trx, botId, id);
        if (!now) return { conflict: 'missing' };
        if (expectedVersion !== undefined && expectedVersion !== now.version)
          return { conflict: 'stale', group: now };
        await nextId(trx, botId, 'synonym-version');
        await removeGroups(trx, botId, [id]);
        return now;
      }),

    merge: (botId, groups, { most, replace, check }) =>
      write.transaction().execute(async (trx) => {
        const standing = await groupsOf(trx, botId);
        const { added, known, removed } = planMerge(standing, groups, { replace });
        if (standing.length - removed.length + added.length > most) return { conflict: 'full' };
        const counts = { added: added.length, known, removed: removed.length };
        if (check || counts.added + counts.removed === 0) return counts;
        await nextId(trx, botId, 'synonym-version');
        for (let at = 0; at < removed.length; at += IDS_AT_ONCE)
          await removeGroups(trx, botId, removed.slice(at, at + IDS_AT_ONCE));
        await insertGroups(trx, botId, added, clock.now().getTime());
        return counts;
      }),
  };
}

async function theOne(trx: Queries, botId: number, id: number) {
  const [group] = await groupsOf(trx, botId, id);
  if (!group) throw new Error('a group that was just written is gone');
  return group;
}

async function removeGroups(trx: Queries, botId: number, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('synonym_group').where('bot_id', '=', botId).where('id', 'in', ids).execute();
}

/** Every word of the search must be found. */
function matching(read: Queries, botId: number, search = '') {
  let groups = read.selectFrom('synonym_group').where('bot_id', '=', botId);
  for (const word of foldText(search)
    .split(' ')
    .filter((one) => one !== ''))
    groups = groups.where(sql<boolean>`folded like ${patternFor(word)} escape '\\'`);
  return groups;
}

function isSame(one: NewSynonymGroup, other: NewSynonymGroup): boolean {
  return one.note === other.note && JSON.stringify(one.expressions) === JSON.stringify(other.expressions);
}
