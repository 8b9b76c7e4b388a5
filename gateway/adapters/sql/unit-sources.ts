import type { NewSource } from '#gateway/model.ts';
import type { Queries } from './database.ts';
import { nextId } from './next-id.ts';
import { removeSources } from './orphans.ts';
import type { SourceRow } from './tables.ts';

/** The first file that the bot does not have (any more), if one is missing. */
export async function missingFile(
  trx: Queries,
  botId: number,
  sources: readonly NewSource[],
): Promise<string | undefined> {
  for (const { fileId } of sources) {
    if (fileId === null) continue;
    const file = await trx
      .selectFrom('stored_file')
      .select('id')
      .where('bot_id', '=', botId)
      .where('id', '=', fileId)
      .executeTakeFirst();
    if (!file) return fileId;
  }
  return undefined;
}

export async function insertSource(
  trx: Queries,
  botId: number,
  unitId: number,
  source: NewSource,
  position: number,
): Promise<void> {
  const row: SourceRow = {
    bot_id: botId,
    id: await nextId(trx, botId, 'source'),
    unit_id: unitId,
    position,
    file_id: source.fileId,
    url: source.url,
    former: 0,
    status: 'waiting',
    reason: null,
    warnings: '[]',
    health: null,
    pages: null,
    passages: 0,
    fetched_blob: null,
    fetched_mime: null,
    fetched_charset: null,
    fetched_size: null,
    fetched_url: null,
    fetched_on: null,
  };
  await trx.insertInto('source').values(row).execute();
}

/**
 * Gives a unit other sources: those that stay keep their id, those that go are kept as former ones while the published
 * segment quotes them. False when they are the same as before, in the same order.
 */
export async function replaceSources(
  trx: Queries,
  botId: number,
  unitId: number,
  sources: readonly NewSource[],
  now: number,
  isPublished: boolean,
): Promise<boolean> {
  const rows = await trx
    .selectFrom('source')
    .select(['id', 'file_id', 'url', 'former', 'position'])
    .where('bot_id', '=', botId)
    .where('unit_id', '=', unitId)
    .orderBy('former')
    .orderBy('position')
    .execute();
  const left = [...rows];
  const kept = sources.map((source) => {
    const at = left.findIndex((row) => row.file_id === source.fileId && row.url === source.url);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  const gone = left.filter((row) => row.former === 0);
  const same = kept.every((row, position) => row?.former === 0 && row.position === position);
  if (same && gone.length === 0) return false;

  for (const [position, source] of sources.entries()) {
    const row = kept[position];
    if (row) await updateSource(trx, botId, row.id, { former: 0, position });
    else await insertSource(trx, botId, unitId, source, position);
  }
  for (const row of gone) await updateSource(trx, botId, row.id, { former: 1 });
  if (!isPublished) await removeSources(trx, botId, unitId, now, { former: 1 });
  return true;
}

async function updateSource(
  trx: Queries,
  botId: number,
  id: number,
  change: Partial<SourceRow>,
): Promise<void> {
  await trx.updateTable('source').set(change).where('bot_id', '=', botId).where('id', '=', id).execute();
}
