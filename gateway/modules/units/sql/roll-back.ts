import type { RollbackConflict, VersionStore } from '#gateway/modules/units/ports/versions.ts';
import type { UnitRow, VersionRow, VersionSourceRow } from '#gateway/modules/units/tables.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { endPending, readVersionEdits, writeVersionEdits } from './edit-rows.ts';
import { hasIndex, makeLive } from './make-live.ts';
import { dropUnitJob, isOfVersion, payloadOf, queueUnit } from './queue.ts';
import { restoreSources } from './restore-sources.ts';
import { findUnitRow, toOneUnit } from './unit-rows.ts';
import {
  insertVersion,
  NO_RELEASE,
  parseCauses,
  printCauses,
  readVersion,
  readVersionSources,
} from './version-rows.ts';

type Request = Parameters<VersionStore['rollBack']>[3];
type Rollback = Awaited<ReturnType<VersionStore['rollBack']>>;

interface VersionKey {
  bot_id: number;
  unit_id: number;
  number: number;
}

/** See `VersionStore`. The row of the unit is locked by the scope of the bot. */
export async function rollBack(
  trx: Queries,
  key: VersionKey,
  { by, indexVersion, expectedVersion }: Request,
  now: number,
): Promise<Rollback> {
  const { bot_id, unit_id, number } = key;
  const row = await findUnitRow(trx, bot_id, unit_id);
  if (!row) return { conflict: 'missing' };
  const repeated = await findRollback(trx, row, number);
  if (repeated) return reply(trx, row, repeated.number, repeated.state === 'live');
  if (expectedVersion !== undefined && expectedVersion !== row.version)
    return { conflict: 'stale', unit: await toOneUnit(trx, row) };
  const target = await readVersion(trx, key);
  if (!target) return { conflict: 'version-missing' };
  const sources = await readVersionSources(trx, key);
  if (target.state === 'live') {
    if (await hasSources(trx, row, sources)) return { conflict: 'version-live' };
    await giveUpChange(trx, row, target, now);
    return reply(trx, row, number, true);
  }
  const isIndexed = await hasIndex(trx, target, indexVersion);
  if (!isIndexed && !(await areRead(trx, sources))) return { conflict: 'version-not-kept' };

  const dropped = await dropUnitJob(trx, bot_id, unit_id, now);
  const cause = { kind: 'rolled-back', by, on: new Date(now).toISOString() } as const;
  const newNumber = await insertVersion(
    trx,
    {
      ...target,
      ...NO_RELEASE,
      base: number,
      state: isIndexed ? 'live' : 'building',
      generation: isIndexed ? target.generation : null,
      causes: printCauses([cause]),
      author: by,
      made_on: now,
      published_on: isIndexed ? now : null,
      published_by: by,
    },
    sources,
  );
  await writeVersionEdits(trx, { bot_id, unit_id, number: newNumber }, await readVersionEdits(trx, key));
  await endPending(trx, { bot_id, unit_id }, 'all');
  if (isIndexed) await makeLive(trx, row, { ...target, number: newNumber }, now);
  else {
    await dropChange(trx, row, dropped);
    await queueUnit(trx, bot_id, unit_id, now, { cause: 'rolled-back', by, version: newNumber });
  }
  return reply(trx, row, newNumber, isIndexed);
}

/** Sources of a change that was not indexed go with its job. */
async function dropChange(
  trx: Queries,
  { bot_id, id, version, live_version: live }: UnitRow,
  dropped: Awaited<ReturnType<typeof dropUnitJob>>,
): Promise<void> {
  if (dropped && !isOfVersion(dropped) && live !== null)
    await restoreSources(
      trx,
      { bot_id, unit_id: id, number: live },
      { live, earlier: payloadOf(dropped).earlier },
    );
  await trx
    .updateTable('unit')
    .set({ version: version + 1 })
    .where((eb) => eb.and({ bot_id, id }))
    .execute();
}

/** Takes the sources of the live version back, in place of a change of sources that failed or waits. */
async function giveUpChange(trx: Queries, row: UnitRow, live: VersionRow, now: number): Promise<void> {
  const { bot_id, unit_id } = live;
  await dropUnitJob(trx, bot_id, unit_id, now);
  await endPending(trx, { bot_id, unit_id }, 'all');
  await makeLive(trx, row, live, now);
}

/** The version that going back to `number` made, where nothing has changed the unit since. */
async function findRollback(
  trx: Queries,
  { bot_id, id, live_version }: UnitRow,
  number: number,
): Promise<Pick<VersionRow, 'number' | 'state'> | undefined> {
  const candidates = await trx
    .selectFrom('unit_version')
    .select(['number', 'state', 'causes'])
    .where((eb) => eb.and({ bot_id, unit_id: id, base: number }))
    .where((eb) => eb.or([eb('state', '=', 'building'), eb('number', '=', live_version ?? 0)]))
    .execute();
  return candidates.find(({ causes }) => parseCauses(causes).at(-1)?.kind === 'rolled-back');
}

/** Whether the present sources of a unit are those of a version. */
async function hasSources(
  trx: Queries,
  { bot_id, id: unit_id }: UnitRow,
  sources: readonly VersionSourceRow[],
): Promise<boolean> {
  const present = await trx
    .selectFrom('source')
    .select('id')
    .where((eb) => eb.and({ bot_id, unit_id, former: 0 }))
    .execute();
  const ids = new Set(present.map(({ id }) => id));
  return ids.size === sources.length && sources.every(({ source_id: id }) => ids.has(id));
}

/** Whether every text of these sources can be had from readings. */
async function areRead(trx: Queries, sources: readonly VersionSourceRow[]): Promise<boolean> {
  for (const { bot_id, reading_id, passages } of sources) {
    if (passages === 0) continue;
    const reading = await trx
      .selectFrom('reading')
      .select('id')
      .where((eb) => eb.and({ bot_id, id: reading_id ?? 0 }))
      .where('ended_on', 'is not', null)
      .executeTakeFirst();
    if (!reading) return false;
  }
  return sources.some(({ passages }) => passages > 0);
}

async function reply(
  trx: Queries,
  { bot_id, id }: UnitRow,
  number: number,
  isIndexed: boolean,
): Promise<Exclude<Rollback, RollbackConflict>> {
  const row = await findUnitRow(trx, bot_id, id);
  if (!row) throw new Error('a unit that was just written is gone');
  return { unit: await toOneUnit(trx, row), number, isIndexed };
}
