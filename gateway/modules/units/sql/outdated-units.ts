import { type Expression, type SqlBool, sql } from 'kysely';
import { READER_STEP } from '#gateway/modules/units/model.ts';
import type { Reads } from '#gateway/sql/database.ts';

/** A ready unit as it was found. */
export interface ReadyUnit {
  bot_id: number;
  id: number;
  generation: number | null;
}

/** True for the version of a segment with the same analyser and format, whichever reader there was. */
export const isSameIndex = (version: Expression<number>, indexVersion: number) =>
  sql<SqlBool>`(${version} - ${indexVersion}) % ${READER_STEP} = 0`;

/** True for a unit whose live text is of readings alone. */
const hasReadings = sql<boolean>`(exists (select 1 from version_source as read_source
    where read_source.bot_id = unit.bot_id and read_source.unit_id = unit.id and read_source.number = unit.live_version
      and read_source.reading_id is not null)
  and not exists (select 1 from version_source as unread where unread.bot_id = unit.bot_id and unread.unit_id = unit.id
    and unread.number = unit.live_version and unread.reading_id is null and unread.passages > 0))`;

/** Ready units whose segment is gone or has another version; another reader alone is no difference where readings are kept. */
export function selectOutdated(
  reads: Reads,
  indexVersion: number,
  limit: number,
  only?: { botId: number; unitId: number },
): Promise<ReadyUnit[]> {
  return reads
    .selectFrom('unit')
    .leftJoin('segment', (join) =>
      join
        .onRef('segment.bot_id', '=', 'unit.bot_id')
        .onRef('segment.unit_id', '=', 'unit.id')
        .onRef('segment.generation', '=', 'unit.generation'),
    )
    .select(['unit.bot_id', 'unit.id', 'unit.generation'])
    .where('unit.status', '=', 'ready')
    .$if(only !== undefined, (query) =>
      query.where((eb) => eb.and({ 'unit.bot_id': only?.botId ?? 0, 'unit.id': only?.unitId ?? 0 })),
    )
    .where('unit.deleted_on', 'is', null)
    .where((eb) =>
      eb.or([
        eb('segment.analyzer_version', 'is', null),
        eb.and([
          eb('segment.analyzer_version', '!=', indexVersion),
          eb.or([
            eb.not(isSameIndex(eb.ref('segment.analyzer_version').$notNull(), indexVersion)),
            eb.not(hasReadings),
          ]),
        ]),
      ]),
    )
    .limit(limit)
    .execute();
}

/** True for a `version` whose index is there and of this version of the engine. */
export const isIndexed = (indexVersion: number) =>
  sql<SqlBool>`exists (select 1 from segment where segment.bot_id = version.bot_id
    and segment.unit_id = version.unit_id and segment.generation = version.generation
    and ${isSameIndex(sql.ref('segment.analyzer_version'), indexVersion)})`;

/** Ready units of a bot with a live text that an older reader made. */
export function ofOlderReaders(reads: Reads, botId: number, readerVersion: number) {
  return reads
    .selectFrom('unit')
    .where('unit.bot_id', '=', botId)
    .where('unit.status', '=', 'ready')
    .where('unit.deleted_on', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('version_source')
          .innerJoin('reading', (join) =>
            join
              .onRef('reading.bot_id', '=', 'version_source.bot_id')
              .onRef('reading.id', '=', 'version_source.reading_id'),
          )
          .select('reading.id')
          .whereRef('version_source.bot_id', '=', 'unit.bot_id')
          .whereRef('version_source.unit_id', '=', 'unit.id')
          .whereRef('version_source.number', '=', 'unit.live_version')
          .where('version_source.passages', '>', 0)
          .where('reading.reader_version', '<', readerVersion),
      ),
    );
}
