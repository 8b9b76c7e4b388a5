import type { Clock } from '#gateway/core/clock.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import type { UnitStore } from '#gateway/modules/units/ports/units.ts';
import type { UnitRow } from '#gateway/modules/units/tables.ts';
import type { Queries, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { parseTexts } from '#gateway/sql/json.ts';
import { dropUnitJob, isOfVersion, payloadOf, queueUnit } from './queue.ts';
import { removeSources } from './remove-sources.ts';
import { restoreSources } from './restore-sources.ts';
import { removeReadingsOfUnit, sweepReading } from './sweep-readings.ts';
import { sweepBatch } from './sweep-rows.ts';
import { claimTitle, releaseTitles, restoreAliases } from './titles.ts';
import { findUnitRow, toOneUnit } from './unit-rows.ts';
import { takenBy, titled } from './unit-writes.ts';
import { removeVersions } from './version-rows.ts';

type Bin = Pick<UnitStore, 'moveToBin' | 'restore' | 'remove'>;

/** Rows in one transaction: it holds the lock for some milliseconds, waiting for the disk included. */
const ROWS_PER_TRANSACTION = 200;
const PARTS_PER_TRANSACTION = 50;

export function createUnitBin(
  { read, change }: SqlDatabase,
  clock: Clock,
  extensions: Pick<SqlExtensions, 'removeDerived' | 'onUnitRemoved'>,
): Bin {
  return {
    moveToBin: (botId, id) =>
      change({ bot: botId }, async (trx) => {
        const row = await findUnitRow(trx, botId, id);
        if (!row) return undefined;
        const now = clock.now().getTime();
        const dropped = await dropUnitJob(trx, botId, id, now);
        const change = {
          // Restored, the change is indexed as it was wanted; an index that was being made again is not a change.
          ...(dropped && payloadOf(dropped).asDraft ? { as_draft: 1 } : {}),
          ...(dropped && isOfVersion(dropped) && row.live_version !== null
            ? ({ status: 'ready' } as const)
            : {}),
          deleted_on: now,
          version: row.version + 1,
          binned_aliases: JSON.stringify(await releaseTitles(trx, botId, id)),
        };
        if ('status' in change)
          await restoreSources(trx, { bot_id: botId, unit_id: id, number: row.live_version ?? 0 });
        await updateUnit(trx, row, change);
        return toOneUnit(trx, { ...row, ...change });
      }),

    restore: (botId, id, renamed) =>
      change({ bot: botId }, async (trx) => {
        const row = await anyRow(trx, botId, id);
        if (!row || row.deleted_on === null) return { conflict: 'missing' };
        const titleKey = renamed?.titleKey ?? row.title_key;
        const holder = await claimTitle(trx, botId, id, titleKey);
        if (holder) return takenBy(holder);
        await restoreAliases(trx, botId, id, parseTexts(row.binned_aliases));
        const now = clock.now().getTime();
        await updateUnit(trx, row, {
          ...(renamed ? titled(renamed.title, renamed.titleKey) : {}),
          deleted_on: null,
          binned_aliases: '[]',
          version: row.version + 1,
          modified_on: now,
        });
        // Moving to the bin removed the job of an unfinished unit.
        if (row.status === 'waiting' || row.status === 'indexing')
          await queueUnit(trx, botId, id, now, { cause: 'restored' });
        const restored = await findUnitRow(trx, botId, id);
        return restored ? toOneUnit(trx, restored) : { conflict: 'missing' };
      }),

    async remove(botId, id, { onlyFromBin = false } = {}) {
      const removed = await change({ bot: botId }, async (trx) => {
        // Whoever empties the bin must not hit a unit that was restored a moment ago.
        if (onlyFromBin && (await findUnitRow(trx, botId, id))) return undefined;
        await extensions.onUnitRemoved(trx, botId, id);
        return removeUnitRow(trx, botId, id, clock.now().getTime());
      });
      if (!removed) return undefined;
      const target = { botId, unitId: id };
      while ((await sweepBatch({ read, change }, extensions, target, ROWS_PER_TRANSACTION)) !== undefined)
        await yieldToEventLoop();
      const now = clock.now().getTime();
      while ((await sweepReading({ read, change }, target, now, PARTS_PER_TRANSACTION)) !== undefined)
        await yieldToEventLoop();
      return removed;
    },
  };
}

/** The row, its sources and their files; what was made of it is retired, for `sweepBatch` to remove. */
export async function removeUnitRow(
  trx: Queries,
  botId: number,
  id: number,
  now: number,
): Promise<{ unit: Unit; passages: number; sources: number; blobs: string[] } | undefined> {
  const row = await anyRow(trx, botId, id);
  if (!row) return undefined;
  const unit = await toOneUnit(trx, row);
  await dropUnitJob(trx, botId, id, now);
  await releaseTitles(trx, botId, id);
  await removeReadingsOfUnit(trx, botId, id);
  await trx.deleteFrom('unit').where('bot_id', '=', botId).where('id', '=', id).execute();
  await trx.deleteFrom('index_run').where('bot_id', '=', botId).where('unit_id', '=', id).execute();
  const files = await removeVersions(trx, { bot_id: botId, unit_id: id });
  const removed = await removeSources(trx, botId, id, now, { files });
  await trx
    .updateTable('generation')
    .set({ retired_on: 0 })
    .where((eb) => eb.and({ bot_id: botId, unit_id: id }))
    .execute();
  return { unit, passages: row.passages, ...removed };
}

function anyRow(trx: Queries, botId: number, id: number): Promise<UnitRow | undefined> {
  return trx
    .selectFrom('unit')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, id }))
    .executeTakeFirst();
}

async function updateUnit(trx: Queries, row: UnitRow, change: Partial<UnitRow>): Promise<void> {
  await trx
    .updateTable('unit')
    .set(change)
    .where((eb) => eb.and({ bot_id: row.bot_id, id: row.id }))
    .execute();
}
