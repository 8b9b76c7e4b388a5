import { append } from '#common/long-lists.ts';
import type { StoredPassage } from '#gateway/modules/units/model.ts';
import type { GenerationKey, PassageIndex } from '#gateway/modules/units/ports/passages.ts';
import { compileOnce, padKeys } from '#gateway/sql/compile-once.ts';
import type { Queries, SqlDatabase } from '#gateway/sql/database.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import type { Tables } from '#gateway/sql/tables.ts';

/** Passages in one transaction: some hundred kilobytes, so that it holds the lock for a few milliseconds. */
const PASSAGES_PER_TRANSACTION = 100;
/** Larger than an insert, since deletions are faster. */
const PASSAGES_PER_DELETION = 500;

/** Some megabytes, so that a lease can be renewed in between. */
const PASSAGES_PER_COMPARISON = 2_000;

/** Bytes of a segment in one transaction, for the same reason. */
const BYTES_PER_TRANSACTION = 256 * 1024;

/** Somebody else leased the job meanwhile, or the unit is gone: what this writer makes is wanted no more. */
class GenerationGoneError extends Error {
  constructor() {
    super('This generation is not being written any more.');
    this.name = 'GenerationGoneError';
  }
}

export function createPassageIndex({ read, change }: SqlDatabase): PassageIndex {
  const own = (botId: number, unitId: number, generation: number) =>
    read.selectFrom('passage').where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation }));
  type Numbers = readonly number[];
  const count = (...[, , , numbers]: [number, number, number, Numbers]) => numbers.length;
  const partsOf = compileOnce(
    read,
    (botId: number, unitId: number, generation: number, parts: Numbers) =>
      read
        .selectFrom('segment_part')
        .select(['part', 'bytes'])
        .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation }))
        .where('part', 'in', parts),
    count,
  );
  const partOfUnits = compileOnce(
    read,
    (botId: number, part: number, units: Numbers) =>
      read
        .selectFrom('segment_part')
        .select(['unit_id', 'generation', 'bytes'])
        .where((eb) => eb.and({ bot_id: botId, part }))
        .where('unit_id', 'in', units),
    (...[, , units]) => units.length,
  );
  const passagesOf = compileOnce(
    read,
    (botId: number, unitId: number, generation: number, ordinals: Numbers) =>
      own(botId, unitId, generation).selectAll().where('ordinal', 'in', ordinals),
    count,
  );

  return {
    async writePassages(botId, unitId, generation, passages) {
      for (const slice of slicesOf(passages, PASSAGES_PER_TRANSACTION)) {
        const rows = slice.map((passage) => ({
          bot_id: botId,
          unit_id: unitId,
          generation,
          ordinal: passage.ordinal,
          source_id: passage.sourceId,
          section_title: passage.sectionTitle,
          page: passage.page ?? null,
          text: passage.text,
          first_block: passage.firstBlock ?? null,
          last_block: passage.lastBlock ?? null,
        }));
        await change({ bot: botId }, async (trx) => {
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
                first_block: eb.ref('excluded.first_block'),
                last_block: eb.ref('excluded.last_block'),
              })),
            )
            .execute();
        });
      }
    },

    async removePassages(botId, unitId, generation, fromOrdinal) {
      for (let isEmpty = false; !isEmpty; )
        isEmpty = await change({ bot: botId }, async (trx) => {
          await checkGeneration(trx, botId, unitId, generation);
          const passages = trx
            .selectFrom('passage')
            .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation }));
          const { last } = await passages
            .select((eb) => eb.fn.max<number | null>('ordinal').as('last'))
            .executeTakeFirstOrThrow();
          if (last === null || last < fromOrdinal) return true;
          await trx
            .deleteFrom('passage')
            .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation }))
            .where('ordinal', '>=', Math.max(fromOrdinal, last + 1 - PASSAGES_PER_DELETION))
            .execute();
          return false;
        });
    },

    async writeSegment(botId, unitId, generation, indexVersion, parts) {
      const of = { bot_id: botId, unit_id: unitId, generation };
      let count = 0;
      for await (const slice of sliceByBytes(parts)) {
        const rows = slice.map((bytes, index) => ({ ...of, part: count + index, bytes }));
        count += rows.length;
        await change({ bot: botId }, async (trx) => {
          await checkGeneration(trx, botId, unitId, generation);
          await trx
            .insertInto('segment_part')
            .values(rows)
            .onConflict((conflict) =>
              conflict
                .columns(['bot_id', 'unit_id', 'generation', 'part'])
                .doUpdateSet((eb) => ({ bytes: eb.ref('excluded.bytes') })),
            )
            .execute();
        });
      }
      await change({ bot: botId }, async (trx) => {
        await checkGeneration(trx, botId, unitId, generation);
        await trx
          .deleteFrom('segment_part')
          .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation }))
          .where('part', '>=', count)
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

    async segmentVersion(botId, unitId, generation) {
      const row = await read
        .selectFrom('segment')
        .select('analyzer_version')
        .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation }))
        .executeTakeFirst();
      return row?.analyzer_version;
    },

    async readSegmentParts(botId, unitId, generation, parts) {
      const partsByNumber = new Map<number, Uint8Array>();
      for (const slice of slicesOf(parts, IDS_PER_QUERY)) {
        const rows = await partsOf(botId, unitId, generation, padKeys(slice));
        for (const { part, bytes } of rows) partsByNumber.set(part, bytes);
      }
      return partsByNumber;
    },

    async readPartOfUnits(botId, part, units) {
      const contents = new Map<number, Uint8Array>();
      const generations = new Map(units.map(({ unitId, generation }) => [unitId, generation]));
      for (const slice of slicesOf([...generations.keys()], IDS_PER_QUERY))
        for (const { unit_id, generation, bytes } of await partOfUnits(botId, part, padKeys(slice)))
          if (generations.get(unit_id) === generation) contents.set(unit_id, bytes);
      return contents;
    },

    async readPassages(botId, unitId, generation, ordinals) {
      const passages = new Map<number, StoredPassage>();
      for (const slice of slicesOf(ordinals, IDS_PER_QUERY)) {
        const rows = await passagesOf(botId, unitId, generation, padKeys(slice));
        for (const row of rows) passages.set(row.ordinal, toPassage(row));
      }
      return ordinals.flatMap((ordinal) => passages.get(ordinal) ?? []);
    },

    async withTexts(botId, unitId, generation, texts) {
      const passages: Awaited<ReturnType<PassageIndex['withTexts']>> = [];
      for (const slice of slicesOf(texts, IDS_PER_QUERY)) {
        const rows = await own(botId, unitId, generation)
          .select(['ordinal', 'section_title as sectionTitle', 'text'])
          .where('text', 'in', slice)
          .execute();
        append(passages, rows);
      }
      return passages;
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

    async hasSameText(botId, unitId, generation, other) {
      const countOf = (number: number) =>
        own(botId, unitId, number)
          .select((eb) => eb.fn.countAll<number>().as('passages'))
          .executeTakeFirstOrThrow();
      const { passages } = await countOf(generation);
      if ((await countOf(other)).passages !== passages) return false;
      for (let from = 0; from < passages; from += PASSAGES_PER_COMPARISON) {
        const different = await read
          .selectFrom('passage')
          .innerJoin('passage as before', (join) =>
            join
              .onRef('before.bot_id', '=', 'passage.bot_id')
              .onRef('before.unit_id', '=', 'passage.unit_id')
              .onRef('before.ordinal', '=', 'passage.ordinal')
              .on('before.generation', '=', other),
          )
          .select('passage.ordinal')
          .where((eb) =>
            eb.and({ 'passage.bot_id': botId, 'passage.unit_id': unitId, 'passage.generation': generation }),
          )
          .where('passage.ordinal', '>=', from)
          .where('passage.ordinal', '<', from + PASSAGES_PER_COMPARISON)
          .where((eb) =>
            eb.or([
              eb('before.text', '!=', eb.ref('passage.text')),
              eb('before.section_title', '!=', eb.ref('passage.section_title')),
            ]),
          )
          .limit(1)
          .executeTakeFirst();
        if (different) return false;
      }
      return true;
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

    async filterCurrent(generations) {
      const current: GenerationKey[] = [];
      for (const slice of slicesOf(generations, IDS_PER_QUERY)) {
        const rows = await read
          .selectFrom('generation')
          .select(['bot_id as botId', 'unit_id as unitId', 'generation'])
          .where('retired_on', 'is', null)
          .where((eb) =>
            eb(
              eb.refTuple('bot_id', 'unit_id', 'generation'),
              'in',
              slice.map(({ botId, unitId, generation }) => eb.tuple(botId, unitId, generation)),
            ),
          )
          .execute();
        append(current, rows);
      }
      return current;
    },
  };
}

/** Parts in order, cut so that one transaction writes no more than it can in some milliseconds. */
async function* sliceByBytes(
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array[]> {
  let slice: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    if (slice.length > 0 && size + part.length > BYTES_PER_TRANSACTION) {
      yield slice;
      slice = [];
      size = 0;
    }
    slice.push(part);
    size += part.length;
  }
  if (slice.length > 0) yield slice;
}

async function checkGeneration(trx: Queries, botId: number, unitId: number, generation: number) {
  const row = await trx
    .selectFrom('generation')
    .select('retired_on')
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation }))
    .executeTakeFirst();
  if (!row || row.retired_on !== null) throw new GenerationGoneError();
}

function toPassage(row: Tables['passage']): StoredPassage {
  return {
    ordinal: row.ordinal,
    sourceId: row.source_id,
    text: row.text,
    sectionTitle: row.section_title,
    ...(row.page === null ? {} : { page: row.page }),
    ...(row.first_block === null ? {} : { firstBlock: row.first_block }),
    ...(row.last_block === null ? {} : { lastBlock: row.last_block }),
  };
}
