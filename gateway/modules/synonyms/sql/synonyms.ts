import { sql } from 'kysely';
import { foldText } from '#common/fold-text.ts';
import type { Clock } from '#gateway/core/clock.ts';
import type { NewSynonymGroup, SynonymGroup } from '#gateway/modules/synonyms/model.ts';
import type { SynonymStore } from '#gateway/modules/synonyms/ports/synonyms.ts';
import { countRows } from '#gateway/sql/count-rows.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { parseTexts } from '#gateway/sql/json.ts';
import { patternFor } from '#gateway/sql/like-pattern.ts';
import { nextId, prepareLastId } from '#gateway/sql/next-id.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import type { Tables } from '#gateway/sql/tables.ts';

export function createSynonymStore({ read, change }: SqlDatabase, clock: Clock): SynonymStore {
  const version = prepareLastId(read, 'synonym-version');
  return {
    version,
    async all(botId) {
      // The version first: newer groups under an older version are merely read once more.
      return { version: await version(botId), groups: await groupsOf(read, botId) };
    },
    get: async (botId, id) => (await groupsOf(read, botId, id))[0],

    async list(botId, query) {
      const matches = matching(read, botId, query.search);
      const total = await countRows(matches);
      const rows = await matches
        .selectAll()
        .orderBy('modified_on', 'desc')
        .orderBy('id', 'desc')
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      return { items: rows.map(toGroup), total };
    },

    ...createGroupWrites(change, clock),
  };
}

type GroupWrites = Pick<SynonymStore, 'add' | 'change' | 'remove' | 'merge'>;

function createGroupWrites(change: SqlDatabase['change'], clock: Clock): GroupWrites {
  return {
    add: (botId, group, limit) =>
      change({ bot: botId }, async (trx) => {
        const groups = await groupsOf(trx, botId);
        const duplicate = createGroupIndex(groups).find(group.keys);
        if (duplicate) return { conflict: 'known', group: duplicate };
        if (groups.length >= limit) return { conflict: 'full' };
        await nextId(trx, botId, 'synonym-version');
        const [id = 0] = await insertGroups(trx, botId, [group], clock.now().getTime());
        return findGroup(trx, botId, id);
      }),

    change: (botId, id, group, expectedVersion) =>
      change({ bot: botId }, async (trx) => {
        const groups = await groupsOf(trx, botId);
        const current = groups.find((candidate) => candidate.id === id);
        if (!current) return { conflict: 'missing' };
        if (expectedVersion !== undefined && expectedVersion !== current.version)
          return { conflict: 'stale', group: current };
        const duplicate = createGroupIndex(groups.filter((other) => other !== current)).find(group.keys);
        if (duplicate) return { conflict: 'known', group: duplicate };
        if (isSame(group, current)) return current;
        await nextId(trx, botId, 'synonym-version');
        await trx
          .updateTable('synonym_group')
          .set({ ...valuesOf(group), modified_on: clock.now().getTime(), version: current.version + 1 })
          .where((eb) => eb.and({ bot_id: botId, id }))
          .execute();
        return findGroup(trx, botId, id);
      }),

    remove: (botId, id, expectedVersion) =>
      change({ bot: botId }, async (trx) => {
        const [current] = await groupsOf(trx, botId, id);
        if (!current) return { conflict: 'missing' };
        if (expectedVersion !== undefined && expectedVersion !== current.version)
          return { conflict: 'stale', group: current };
        await nextId(trx, botId, 'synonym-version');
        await removeGroups(trx, botId, [id]);
        return current;
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

/** Groups that contain every word of the search. */
function matching(reads: Reads, botId: number, search = '') {
  let groups = reads.selectFrom('synonym_group').where('bot_id', '=', botId);
  for (const word of foldText(search)
    .split(' ')
    .filter((part) => part !== ''))
    groups = groups.where(sql<boolean>`folded like ${patternFor(word)} escape '\\'`);
  return groups;
}

function isSame(a: NewSynonymGroup, b: NewSynonymGroup): boolean {
  return contentOf(a) === contentOf(b);
}

/** Finds a group that has all of these keys, groups added by `take` included. */
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
      // The search starts at the rarest expression: thousands of groups may share a common expression.
      const [rarest = [], ...others] = having.sort((a, b) => a.size - b.size);
      for (const group of rarest) if (others.every((groups) => groups.has(group))) return group;
      return undefined;
    },
  };
}

/**
 * Plans an import: new groups, the number of known groups, and the ids of groups to remove. Stops as soon as more than
 * `limit` groups would result.
 */
function planMerge(
  existing: readonly SynonymGroup[],
  incoming: readonly NewSynonymGroup[],
  { replace, limit }: { replace: boolean; limit: number },
): { added: NewSynonymGroup[]; known: number; removed: number[] } {
  const wanted = new Set(incoming.map(contentOf));
  const remaining = replace ? existing.filter((group) => wanted.has(contentOf(group))) : existing;
  const index = createGroupIndex<NewSynonymGroup>(remaining);
  const added: NewSynonymGroup[] = [];
  for (const group of incoming) {
    if (index.find(group.keys)) continue;
    added.push(group);
    index.take(group);
    if (remaining.length + added.length > limit) break;
  }
  const gone = existing.filter((group) => !remaining.includes(group));
  return { added, known: incoming.length - added.length, removed: gone.map(({ id }) => id) };
}

/** The identity of a group: its expressions and note as written. */
const contentOf = ({ expressions, note }: NewSynonymGroup): string => JSON.stringify([expressions, note]);

type GroupRow = Tables['synonym_group'];

/** Nine values a row: well below what any driver takes in one statement. */
const ROWS_PER_INSERT = 500;

/** The groups of a bot in the order of their creation, or only the group of `id`. */
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

/** Inserts groups under the next ids; returns the ids. */
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
