import { sql } from 'kysely';
import { foldText } from '#common/fold-text.ts';
import type { Clock } from '#gateway/core/clock.ts';
import type { NewSynonymGroup, SynonymGroup } from '#gateway/modules/synonyms/model.ts';
import type { SynonymStore } from '#gateway/modules/synonyms/ports/synonyms.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { parseTexts } from '#gateway/sql/json.ts';
import { patternFor } from '#gateway/sql/like-pattern.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import type { Tables } from '#gateway/sql/tables.ts';

export function createSynonymStore({ read, change }: SqlDatabase, clock: Clock): SynonymStore {
  const version: SynonymStore['version'] = async (botId) => {
    const row = await read
      .selectFrom('counter')
      .select('value')
      .where((eb) => eb.and({ bot_id: botId, name: 'synonym-version' }))
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

    add: (botId, group, limit) =>
      change({ bot: botId }, async (trx) => {
        const groups = await groupsOf(trx, botId);
        const known = createGroupIndex(groups).find(group.keys);
        if (known) return { conflict: 'known', group: known };
        if (groups.length >= limit) return { conflict: 'full' };
        await nextId(trx, botId, 'synonym-version');
        const [id = 0] = await insertGroups(trx, botId, [group], clock.now().getTime());
        return findGroup(trx, botId, id);
      }),

    change: (botId, id, group, expectedVersion) =>
      change({ bot: botId }, async (trx) => {
        const groups = await groupsOf(trx, botId);
        const now = groups.find((one) => one.id === id);
        if (!now) return { conflict: 'missing' };
        if (expectedVersion !== undefined && expectedVersion !== now.version)
          return { conflict: 'stale', group: now };
        const known = createGroupIndex(groups.filter((one) => one !== now)).find(group.keys);
        if (known) return { conflict: 'known', group: known };
        if (isSame(group, now)) return now;
        await nextId(trx, botId, 'synonym-version');
        await trx
          .updateTable('synonym_group')
          .set({ ...valuesOf(group), modified_on: clock.now().getTime(), version: now.version + 1 })
          .where((eb) => eb.and({ bot_id: botId, id }))
          .execute();
        return findGroup(trx, botId, id);
      }),

    remove: (botId, id, expectedVersion) =>
      change({ bot: botId }, async (trx) => {
        const [now] = await groupsOf(trx, botId, id);
        if (!now) return { conflict: 'missing' };
        if (expectedVersion !== undefined && expectedVersion !== now.version)
          return { conflict: 'stale', group: now };
        await nextId(trx, botId, 'synonym-version');
        await removeGroups(trx, botId, [id]);
        return now;
      }),

    merge: (botId, groups, { limit, replace, dryRun }) =>
      change({ bot: botId }, async (trx) => {
        const existing = await groupsOf(trx, botId);
        const { added, known, removed } = planMerge(existing, groups, { replace, limit });
        if (existing.length - removed.length + added.length > limit) return { conflict: 'full' };
        const counts = { added: added.length, known, removed: removed.length };
        if (dryRun || counts.added + counts.removed === 0) return counts;
        await nextId(trx, botId, 'synonym-version');
        for (const slice of slicesOf(removed, IDS_PER_QUERY)) await removeGroups(trx, botId, slice);
        await insertGroups(trx, botId, added, clock.now().getTime());
        return counts;
      }),
  };
}

async function findGroup(trx: Queries, botId: number, id: number) {
  const [group] = await groupsOf(trx, botId, id);
  if (!group) throw new Error('a group that was just written is gone');
  return group;
}

async function removeGroups(trx: Queries, botId: number, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('synonym_group').where('bot_id', '=', botId).where('id', 'in', ids).execute();
}

/** Every word of the search must be found. */
function matching(read: Reads, botId: number, search = '') {
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

/** Finds a group that has all of these keys; groups that come in meanwhile are found as well. */
function createGroupIndex<Group extends NewSynonymGroup>(groups: readonly Group[] = []) {
  const byKey = new Map<string, Set<Group>>();
  const take = (group: Group): void => {
    for (const key of group.keys) byKey.set(key, (byKey.get(key) ?? new Set<Group>()).add(group));
  };
  for (const group of groups) take(group);
  return {
    take,
    find(keys: readonly string[]): Group | undefined {
      const having = keys.map((key) => byKey.get(key) ?? new Set<Group>());
      // From the rarest expression: one that thousands of groups share would be slow to look through.
      const [rarest = [], ...others] = having.sort((one, other) => one.size - other.size);
      for (const group of rarest) if (others.every((groups) => groups.has(group))) return group;
      return undefined;
    },
  };
}

/**
 * What taking these groups does: which of them are new, how many are known, and the ids of those that go. Looks no
 * further where there are more than `limit` already.
 */
function planMerge(
  existing: readonly SynonymGroup[],
  incoming: readonly NewSynonymGroup[],
  { replace, limit }: { replace: boolean; limit: number },
): { added: NewSynonymGroup[]; known: number; removed: number[] } {
  const wanted = new Set(incoming.map(contentOf));
  const kept = replace ? existing.filter((group) => wanted.has(contentOf(group))) : existing;
  const known = createGroupIndex<NewSynonymGroup>(kept);
  const added: NewSynonymGroup[] = [];
  for (const group of incoming) {
    if (known.find(group.keys)) continue;
    added.push(group);
    known.take(group);
    if (kept.length + added.length > limit) break;
  }
  const gone = existing.filter((group) => !kept.includes(group));
  return { added, known: incoming.length - added.length, removed: gone.map(({ id }) => id) };
}

/** What tells two groups apart: their expressions and note as written. */
const contentOf = ({ expressions, note }: NewSynonymGroup): string => JSON.stringify([expressions, note]);

type GroupRow = Tables['synonym_group'];

/** Nine values a row: well below what any driver takes in one statement. */
const ROWS_PER_INSERT = 500;

/** The groups of a bot in the order they were made, or the one of them that `id` names. */
async function groupsOf(db: Reads, botId: number, id?: number): Promise<SynonymGroup[]> {
  let rows = db.selectFrom('synonym_group').selectAll().where('bot_id', '=', botId);
  if (id !== undefined) rows = rows.where('id', '=', id);
  return (await rows.orderBy('id').execute()).map(toGroup);
}

function toGroup(row: GroupRow): SynonymGroup {
  return {
    botId: row.bot_id,
    id: row.id,
    expressions: parseTexts(row.expressions),
    keys: parseTexts(row.keys),
    note: row.note,
    createdOn: new Date(row.created_on),
    modifiedOn: new Date(row.modified_on),
    version: row.version,
  };
}

function valuesOf({ expressions, keys, note }: NewSynonymGroup) {
  return {
    expressions: JSON.stringify(expressions),
    keys: JSON.stringify(keys),
    note,
    folded: foldText([...expressions, note].join(' ')),
  };
}

/** New groups under the next ids; returns these. */
async function insertGroups(
  trx: Queries,
  botId: number,
  groups: readonly NewSynonymGroup[],
  now: number,
): Promise<number[]> {
  const last = await nextId(trx, botId, 'synonym-group', groups.length);
  const rows = groups.map((group, index) => ({
    bot_id: botId,
    id: last - groups.length + 1 + index,
    ...valuesOf(group),
    created_on: now,
    modified_on: now,
    version: 1,
  }));
  for (const slice of slicesOf(rows, ROWS_PER_INSERT))
    await trx.insertInto('synonym_group').values(slice).execute();
  return rows.map(({ id }) => id);
}
