import type { NewSynonymGroup, SynonymGroup } from '#gateway/model.ts';
import type { Queries } from './database.ts';
import { foldText } from './fold-text.ts';
import { parseTexts } from './json.ts';
import { nextId } from './next-id.ts';
import type { Tables } from './tables.ts';

type GroupRow = Tables['synonym_group'];

/** Nine values a row: well below what any driver takes in one statement. */
const ROWS_AT_ONCE = 500;

/** The groups of a bot in the order they were made, or the one of them that `id` names. */
export async function groupsOf(db: Queries, botId: number, id?: number): Promise<SynonymGroup[]> {
  let rows = db.selectFrom('synonym_group').selectAll().where('bot_id', '=', botId);
  if (id !== undefined) rows = rows.where('id', '=', id);
  return (await rows.orderBy('id').execute()).map(toGroup);
}

export function toGroup(row: GroupRow): SynonymGroup {
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

export function valuesOf({ expressions, keys, note }: NewSynonymGroup) {
  return {
    expressions: JSON.stringify(expressions),
    keys: JSON.stringify(keys),
    note,
    folded: foldText([...expressions, note].join(' ')),
  };
}

/** New groups under the next ids; returns these. */
export async function insertGroups(
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
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await trx
      .insertInto('synonym_group')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
  return rows.map(({ id }) => id);
}
