import type { SqlExtension } from '#gateway/sql/extensions.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import { cancelRun } from './cancel-run.ts';
import { cancelDryReading } from './dry-readings.ts';
import { namesFile } from './remove-sources.ts';
import { namedPages, sweepReading } from './sweep-readings.ts';
import { sweepBatch } from './sweep-rows.ts';
import { removeUnitRow } from './unit-bin.ts';

/** Passages and units in one transaction: each holds the lock for some milliseconds. */
const PASSAGES_PER_BATCH = 200;
const UNITS_PER_BATCH = 5;
const PARTS_PER_BATCH = 50;

/** Units of bots with what their sources name, and what cancelling means for their jobs. */
export const unitExtension: SqlExtension = {
  namesFile,

  onJobChanged: {
    index: async (trx, { job, what }, now) => {
      if (what === 'cancelled') await cancelRun(trx, job, now);
    },
    read: async (trx, { job, what }, now) => {
      if (what === 'cancelled') await cancelDryReading(trx, job, now);
    },
  },

  async knowledgeNumbers(db, botIds) {
    const rows = await db.selectFrom('unit_change').selectAll().where('bot_id', 'in', botIds).execute();
    return new Map(rows.map((row) => [row.bot_id, row.number]));
  },

  async countUnits(db, botIds) {
    const counts = new Map<number, number>();
    for (const slice of slicesOf(botIds, IDS_PER_QUERY)) {
      const rows = await db
        .selectFrom('unit')
        .select((eb) => ['bot_id', eb.fn.countAll<number>().as('units')])
        .where('bot_id', 'in', slice)
        .where('deleted_on', 'is', null)
        .groupBy('bot_id')
        .execute();
      for (const row of rows) counts.set(row.bot_id, row.units);
    }
    return counts;
  },

  async handOverUnits(trx, { from, to, bots }) {
    let units = 0;
    for (const slice of slicesOf(bots, IDS_PER_QUERY)) {
      const { numUpdatedRows } = await trx
        .updateTable('unit')
        .set({ owner_id: to })
        .where('bot_id', 'in', slice)
        .where('owner_id', '=', from)
        .executeTakeFirst();
      units += Number(numUpdatedRows);
    }
    return units;
  },

  /** Units with the bin, published passages, and the blobs of fetched pages. */
  async countRemoval(trx, botId) {
    const { units, passages } = await trx
      .selectFrom('unit')
      .select((eb) => [
        eb.fn.countAll<number>().as('units'),
        eb.fn.sum<number | null>('passages').as('passages'),
      ])
      .where('bot_id', '=', botId)
      .executeTakeFirstOrThrow();
    const { blobs } = await trx
      .selectFrom('source')
      .select((eb) => eb.fn.count<number>('fetched_blob').as('blobs'))
      .where('bot_id', '=', botId)
      .executeTakeFirstOrThrow();
    return { units, passages: passages ?? 0, blobs };
  },

  async removeOfBot(db, botId, now, extensions) {
    if ((await sweepBatch(db, extensions, { botId }, PASSAGES_PER_BATCH)) !== undefined) return true;
    if ((await sweepReading(db, { botId }, now, PARTS_PER_BATCH)) !== undefined) return true;
    return db.change({ bot: botId }, async (trx) => {
      const units = await trx
        .selectFrom('unit')
        .select('id')
        .where('bot_id', '=', botId)
        .orderBy('id')
        .limit(UNITS_PER_BATCH)
        .execute();
      for (const { id } of units) await removeUnitRow(trx, botId, id, now);
      return units.length > 0;
    });
  },

  namedBlobs: namedPages,
};
