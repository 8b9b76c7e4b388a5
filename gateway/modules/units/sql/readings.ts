import type { Clock } from '#gateway/core/clock.ts';
import type { ReadingFacts, ReadingOrigin, StoredReading } from '#gateway/modules/units/model.ts';
import {
  ReadingDamagedError,
  type ReadingStore,
  type ReadingWriter,
} from '#gateway/modules/units/ports/readings.ts';
import type { ReadingRow } from '#gateway/modules/units/tables.ts';
import type { Queries, SqlDatabase } from '#gateway/sql/database.ts';
import { parseHealth, parseStored, parseWarnings } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { packBlocks, unpackBlocks } from './reading-parts.ts';
import { sweepReading } from './sweep-readings.ts';

/** Blocks of a part, and characters of them as JSON: a part is written in some milliseconds. */
const BLOCKS_PER_PART = 400;
const CHARACTERS_PER_PART = 400_000;

/** Parts of a sweep in one transaction. */
const PARTS_PER_SWEEP = 50;

export function createReadingStore(db: SqlDatabase, clock: Clock): ReadingStore {
  const { read } = db;
  return {
    begin: (origin) => beginReading(db, clock, origin),

    async ofVersion(botId, unitId, version = 'live') {
      const rows = await read
        .selectFrom('version_source')
        .innerJoin('unit', (join) =>
          join
            .onRef('unit.bot_id', '=', 'version_source.bot_id')
            .onRef('unit.id', '=', 'version_source.unit_id'),
        )
        .innerJoin('reading', (join) =>
          join
            .onRef('reading.bot_id', '=', 'version_source.bot_id')
            .onRef('reading.id', '=', 'version_source.reading_id'),
        )
        .selectAll('reading')
        .select('version_source.source_id as of_source')
        .where((eb) => eb.and({ 'version_source.bot_id': botId, 'version_source.unit_id': unitId }))
        .where('version_source.number', '=', (eb) =>
          typeof version === 'number' ? eb.val(version) : eb.ref(`unit.${version}_version`),
        )
        .where('reading.ended_on', 'is not', null)
        .where('reading.reason', 'is', null)
        .orderBy('version_source.position')
        .execute();
      return new Map(rows.map(({ of_source: sourceId, ...row }) => [sourceId, toReading(row)]));
    },

    async get(botId, id) {
      const row = await read
        .selectFrom('reading')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, id }))
        .where('ended_on', 'is not', null)
        .executeTakeFirst();
      return row && toReading(row);
    },

    async takenBefore(botId, unitId) {
      const rows = await read
        .selectFrom('reading')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
        .where('ended_on', 'is not', null)
        .where('reason', 'is', null)
        .orderBy('id')
        .execute();
      const readings = rows.map(toReading).filter(({ choices }) => choices.isDry);
      return new Map(readings.map((reading) => [reading.sourceId ?? 0, reading]));
    },

    async sameTexts(botId, hashes) {
      const rows = await read
        .selectFrom('reading')
        .innerJoin('version_source as named', (join) =>
          join.onRef('named.bot_id', '=', 'reading.bot_id').onRef('named.reading_id', '=', 'reading.id'),
        )
        .innerJoin('unit', (join) =>
          join
            .onRef('unit.bot_id', '=', 'named.bot_id')
            .onRef('unit.id', '=', 'named.unit_id')
            .on((eb) =>
              eb('named.number', 'in', [eb.ref('unit.live_version'), eb.ref('unit.draft_version')]),
            ),
        )
        .select(['reading.text_hash as hash', 'named.unit_id as unitId', 'named.source_id as id'])
        .distinct()
        .where('reading.bot_id', '=', botId)
        .where('reading.text_hash', 'in', hashes)
        .orderBy('unitId')
        .execute();
      return Map.groupBy(rows, ({ hash }) => hash ?? '');
    },

    async *blocks({ botId, id, parts, blocks }) {
      let count = 0;
      for (let part = 0; part < parts; part++) {
        const row = await read
          .selectFrom('reading_part')
          .select('bytes')
          .where((eb) => eb.and({ bot_id: botId, reading_id: id, part }))
          .executeTakeFirst();
        if (!row) throw new ReadingDamagedError();
        const stored = await unpackBlocks(row.bytes).catch((error: unknown) => {
          throw new ReadingDamagedError(error);
        });
        count += stored.length;
        yield stored as never[];
      }
      if (count !== blocks) throw new ReadingDamagedError();
    },

    sweep: (begunBefore) =>
      sweepReading(db, { begunBefore: begunBefore.getTime() }, clock.now().getTime(), PARTS_PER_SWEEP),
  };
}

function beginReading({ change }: SqlDatabase, clock: Clock, origin: ReadingOrigin): ReadingWriter {
  const { botId } = origin;
  let id: number | undefined;
  let parts = 0;
  let blocks = 0;
  let bytes = 0;
  let pending: string[] = [];
  let characters = 0;

  /** Each write of a short document is one transaction: its reading, its only part and its end. */
  async function write(ended?: ReadingFacts): Promise<number> {
    const packed = pending.length > 0 ? await packBlocks(pending) : undefined;
    const part = parts;
    if (packed) parts += 1;
    blocks += pending.length;
    bytes += packed?.byteLength ?? 0;
    pending = [];
    characters = 0;
    const now = clock.now().getTime();
    const end = { parts, blocks, bytes, ...(ended ? { ...factColumns(ended), ended_on: now } : {}) };
    id = await change({ bot: botId }, async (trx) => {
      const readingId = id ?? (await insertReading(trx, origin, now));
      if (packed)
        await trx
          .insertInto('reading_part')
          .values({ bot_id: botId, reading_id: readingId, part, bytes: packed })
          .execute();
      const { numUpdatedRows } = await trx
        .updateTable('reading')
        .set(end)
        .where((eb) => eb.and({ bot_id: botId, id: readingId }))
        .where('ended_on', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Error('a reading was removed while it was being written');
      return readingId;
    });
    return id;
  }

  return {
    async add(added) {
      for (const block of added) {
        const text = JSON.stringify(block);
        pending.push(text);
        characters += text.length;
        if (pending.length >= BLOCKS_PER_PART || characters >= CHARACTERS_PER_PART) await write();
      }
    },
    end: write,
  };
}

export async function insertReading(
  trx: Queries,
  { botId, choices, readOn, ...origin }: ReadingOrigin,
  now: number,
): Promise<number> {
  const id = await nextId(trx, botId, 'reading');
  await trx
    .insertInto('reading')
    .values({
      bot_id: botId,
      id,
      unit_id: origin.unitId,
      source_id: origin.sourceId,
      file_id: origin.fileId,
      url: origin.url,
      blob: origin.blob,
      size: origin.size,
      sha256: origin.sha256,
      format: origin.format,
      reader_version: origin.readerVersion,
      choices: JSON.stringify(choices),
      warnings: '[]',
      letters: 0,
      read_on: readOn.getTime(),
      made_on: now,
      parts: 0,
      blocks: 0,
      bytes: 0,
    })
    .execute();
  return id;
}

const factColumns = ({ facts, page, letters, textHash }: ReadingFacts) => ({
  title: facts.title ?? null,
  pages: facts.pages ?? null,
  warnings: JSON.stringify(facts.warnings),
  health: facts.health ? JSON.stringify(facts.health) : null,
  page: page ? JSON.stringify(page) : null,
  letters,
  text_hash: textHash,
});

export function toReading(row: ReadingRow): StoredReading {
  return {
    botId: row.bot_id,
    id: row.id,
    unitId: row.unit_id,
    sourceId: row.source_id,
    fileId: row.file_id,
    url: row.url,
    blob: row.blob,
    size: row.size,
    sha256: row.sha256,
    format: row.format,
    readerVersion: row.reader_version,
    choices: parseStored(row.choices) as StoredReading['choices'],
    readOn: new Date(row.read_on),
    facts: {
      ...(row.title === null ? {} : { title: row.title }),
      ...(row.pages === null ? {} : { pages: row.pages }),
      warnings: parseWarnings(row.warnings),
      ...(row.health === null ? {} : { health: parseHealth(row.health) }),
    },
    page: row.page === null ? null : (parseStored(row.page) as StoredReading['page']),
    letters: row.letters,
    textHash: row.text_hash ?? '',
    blocks: row.blocks,
    parts: row.parts,
  };
}
