import type { StoredPassage } from '#gateway/model.ts';
import type { PassageIndex } from '#gateway/ports.ts';
import { compileOnce, padKeys } from './compile-once.ts';
import type { Queries, SqlDatabase } from './database.ts';
import type { Tables } from './tables.ts';
import { IDS_AT_ONCE } from './unit-rows.ts';

/** Passages in one transaction: some hundred kilobytes, so that it holds the lock for a few milliseconds. */
const PASSAGES_AT_ONCE = 100;

/** Bytes of a segment in one transaction, for the same reason. */
const BYTES_AT_ONCE = 256 * 1024;

/** Somebody else leased the job meanwhile, or the unit is gone: what this writer makes is wanted no more. */
class GenerationGone extends Error {
  constructor() {
    super('This generation is not being written any more.');
    this.name = 'GenerationGone';
  }
}

export function createPassageIndex({ read, write }: SqlDatabase): PassageIndex {
  const own = (botId: number, unitId: number, generation: number) =>
    read
      .selectFrom('passage')
      .where('bot_id', '=', botId)
      .where('unit_id', '=', unitId)
      .where('generation', '=', generation);
  type Numbers = readonly number[];
  const count = (...[, , , numbers]: [number, number, number, Numbers]) => numbers.length;
  const partsOf = compileOnce(
    read,
    (botId: number, unitId: number, generation: number, parts: Numbers) =>
      read
        .selectFrom('segment_part')
        .select(['part', 'bytes'])
        .where('bot_id', '=', botId)
        .where('unit_id', '=', unitId)
        .where('generation', '=', generation)
        .where('part', 'in', parts),
    count,
  );
  const passagesOf = compileOnce(
    read,
    (botId: number, unitId: number, generation: number, ordinals: Numbers) =>
      own(botId, unitId, generation).selectAll().where('ordinal', 'in', ordinals),
    count,
  );

  return {
    async writePassages(botId, unitId, generation, passages) {
      for (let at = 0; at < passages.length; at += PASSAGES_AT_ONCE) {
        const rows = passages.slice(at, at + PASSAGES_AT_ONCE).map((passage) => ({
          bot_id: botId,
          unit_id: unitId,
          generation,
          ordinal: passage.ordinal,
          source_id: passage.sourceId,
          section_title: passage.sectionTitle,
          page: passage.page ?? null,
          text: passage.text,
        }));
        await write.transaction().execute(async (trx) => {
          await checkGeneration(trx, botId, unitId, generation);
          await trx
            .insertInto('passage')
            .values(rows)
            .onConflict((conflict) =>
              conflict.columns(['bot_id', 'unit_id', 'generation', 'ordinal']).doUpdateSet((eb) => ({
                source_id: eb.ref('excluded.source_id'),
                section_title: eb.ref('excluded.section_title'),
                page: eb.ref('excluded.page'),
                text: eb.ref('excluded.text'),
              })),
            )
            .execute();
        });
      }
    },

    async writeSegment(botId, unitId, generation, indexVersion, parts) {
      const of = { bot_id: botId, unit_id: unitId, generation };
      const rows = parts.map((bytes, part) => ({ ...of, part, bytes }));
      for (const slice of sliceByBytes(rows))
        await write.transaction().execute(async (trx) => {
          await checkGeneration(trx, botId, unitId, generation);
          await trx
            .insertInto('segment_part')
            .values(slice)
            .onConflict((conflict) =>
              conflict
                .columns(['bot_id', 'unit_id', 'generation', 'part'])
                .doUpdateSet((eb) => ({ bytes: eb.ref('excluded.bytes') })),
            )
            .execute();
        });
      await write.transaction().execute(async (trx) => {
        await checkGeneration(trx, botId, unitId, generation);
        await trx
          .deleteFrom('segment_part')
          .where('bot_id', '=', botId)
          .where('unit_id', '=', unitId)
          .where('generation', '=', generation)
          .where('part', '>=', parts.length)
          .execute();
        await trx
          .insertInto('segment')
          .values({ ...of, analyzer_version: indexVersion })
          .onConflict((conflict) =>
            conflict
              .columns(['bot_id', 'unit_id', 'generation'])
              .doUpdateSet({ analyzer_version: indexVersion }),
          )
          .execute();
      });
    },

    async readSegmentParts(botId, unitId, generation, parts) {
      const found = new Map<number, Uint8Array>();
      for (let at = 0; at < parts.length; at += IDS_AT_ONCE) {
        const slice = padKeys(parts.slice(at, at + IDS_AT_ONCE));
        const rows = await partsOf(botId, unitId, generation, slice);
        for (const { part, bytes } of rows) found.set(part, bytes);
      }
      return found;
    },

    async readPassages(botId, unitId, generation, ordinals) {
      const found = new Map<number, StoredPassage>();
      for (let at = 0; at < ordinals.length; at += IDS_AT_ONCE) {
        const slice = padKeys(ordinals.slice(at, at + IDS_AT_ONCE));
        const rows = await passagesOf(botId, unitId, generation, slice);
        for (const row of rows) found.set(row.ordinal, toPassage(row));
      }
      return ordinals.flatMap((ordinal) => found.get(ordinal) ?? []);
    },

    async pagePassages(botId, unitId, generation, offset, limit) {
      const { total } = await own(botId, unitId, generation)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await own(botId, unitId, generation)
        .selectAll()
        .orderBy('ordinal')
        .limit(limit)
        .offset(offset)
        .execute();
      return { items: rows.map(toPassage), total };
    },

    async sections(botId, unitId, generation) {
      const rows = await own(botId, unitId, generation)
        .select((eb) => [
          'source_id',
          'section_title',
          eb.fn.min<number>('ordinal').as('first'),
          eb.fn.countAll<number>().as('passages'),
        ])
        .groupBy(['source_id', 'section_title'])
        .orderBy('first')
        .execute();
      return rows.map((row) => ({
        sourceId: row.source_id,
        title: row.section_title,
        firstOrdinal: row.first,
        passages: row.passages,
      }));
    },
  };
}

/** Rows in order, cut so that one transaction writes no more than it can in some milliseconds. */
function* sliceByBytes<Row extends { bytes: Uint8Array }>(rows: readonly Row[]): Generator<Row[]> {
  let slice: Row[] = [];
  let size = 0;
  for (const row of rows) {
    if (slice.length > 0 && size + row.bytes.length > BYTES_AT_ONCE) {
      yield slice;
      slice = [];
      size = 0;
    }
    slice.push(row);
    size += row.bytes.length;
  }
  if (slice.length > 0) yield slice;
}

async function checkGeneration(trx: Queries, botId: number, unitId: number, generation: number) {
  const row = await trx
    .selectFrom('generation')
    .select('retired_on')
    .where('bot_id', '=', botId)
    .where('unit_id', '=', unitId)
    .where('generation', '=', generation)
    .executeTakeFirst();
  if (!row || row.retired_on !== null) throw new GenerationGone();
}

function toPassage(row: Tables['passage']): StoredPassage {
  return {
    ordinal: row.ordinal,
    sourceId: row.source_id,
    text: row.text,
    sectionTitle: row.section_title,
    ...(row.page === null ? {} : { page: row.page }),
  };
}
