/** What of a bot has blobs, some at a time: its units, generated audio and files. */

import { removeSpokenAudioRows } from '#gateway/modules/speech/sql/spoken-audio.ts';
import { removeUnitRow } from '#gateway/modules/units/sql/unit-bin.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { isBlobUsed, orphanBlobs } from '#gateway/sql/orphans.ts';

const FILES_PER_BATCH = 50;
const UNITS_PER_BATCH = 5;

export async function removeUnits(trx: Queries, botId: number, now: number): Promise<boolean> {
  const units = await trx
    .selectFrom('unit')
    .select('id')
    .where('bot_id', '=', botId)
    .orderBy('id')
    .limit(UNITS_PER_BATCH)
    .execute();
  for (const { id } of units) await removeUnitRow(trx, botId, id, now);
  return units.length > 0;
}

export async function removeSpokenAudio(trx: Queries, botId: number, now: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('spoken_audio')
    .select(['id', 'blob'])
    .where('bot_id', '=', botId)
    .limit(FILES_PER_BATCH)
    .execute();
  if (rows.length > 0) await removeSpokenAudioRows(trx, botId, rows, now);
  return rows.length > 0;
}

/** What was uploaded and never registered. */
export async function removeFiles(trx: Queries, botId: number, now: number): Promise<boolean> {
  const files = await trx
    .selectFrom('stored_file')
    .select(['id', 'blob'])
    .where('bot_id', '=', botId)
    .limit(FILES_PER_BATCH)
    .execute();
  if (files.length === 0) return false;
  const ids = files.map(({ id }) => id);
  await trx.deleteFrom('stored_file').where('bot_id', '=', botId).where('id', 'in', ids).execute();
  const blobs: string[] = [];
  for (const blob of new Set(files.map(({ blob }) => blob)))
    if (!(await isBlobUsed(trx, botId, blob))) blobs.push(blob);
  await orphanBlobs(trx, blobs, now);
  return true;
}
