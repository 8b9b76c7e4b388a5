import type { ByteBudget } from '#gateway/core/byte-budget.ts';
import { pathOfFile } from '#gateway/modules/files/sql/files.ts';
import { canAnswer, type SearchableUnit, type SourceDocument } from '#gateway/modules/units/model.ts';
import type { UnitStore } from '#gateway/modules/units/ports/units.ts';
import type { UnitRow } from '#gateway/modules/units/tables.ts';
import { compileOnce, padKeys } from '#gateway/sql/compile-once.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { toDate } from '#gateway/sql/json.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';

const COLUMNS = ['unit.bot_id', 'unit.id', 'unit.title', 'unit.generation', 'unit.indexed_title'] as const;

const BYTES_BESIDE_TITLES = 200;

interface CachedList {
  number: number;
  units: readonly SearchableUnit[];
}

/** What each question reads of units and their sources. */
export function createSearchableUnits(
  db: Reads,
  memory: ByteBudget,
): Pick<UnitStore, 'byTitleKeys' | 'listSearchable' | 'documentsOf' | 'namedSources'> {
  const titled = compileOnce(
    db,
    (botId: number, keys: readonly string[]) =>
      db
        .selectFrom('unit_title')
        .innerJoin('unit', (join) =>
          join.onRef('unit.bot_id', '=', 'unit_title.bot_id').onRef('unit.id', '=', 'unit_title.unit_id'),
        )
        .select(COLUMNS)
        .select('unit_title.title_key as asked')
        .where('unit_title.bot_id', '=', botId)
        .where('unit_title.title_key', 'in', keys)
        .where('unit.deleted_on', 'is', null),
    (_, keys) => keys.length,
  );
  const searchable = compileOnce(db, (botId: number) =>
    db
      .selectFrom('unit')
      .select(COLUMNS)
      .where('bot_id', '=', botId)
      .where('deleted_on', 'is', null)
      .where('generation', 'is not', null)
      .orderBy('id'),
  );
  const changes = compileOnce(db, (botId: number) =>
    db.selectFrom('unit_change').select('number').where('bot_id', '=', botId),
  );
  const documents = compileOnce(
    db,
    (botId: number, ids: readonly number[]) =>
      db
        .selectFrom('source')
        .select((eb) => [
          'id',
          'url',
          'read_on',
          pathOfFile(eb.ref('source.bot_id'), eb.ref('source.file_id')).as('path'),
        ])
        .where('bot_id', '=', botId)
        .where('id', 'in', ids),
    (_, ids) => ids.length,
  );
  const lists = memory.createCache<number, CachedList>(({ units }) => bytesOf(units));
  return {
    async byTitleKeys(botId, titleKeys) {
      const unitsByKey = new Map<string, SearchableUnit>();
      for (const slice of slicesOf([...new Set(titleKeys)], IDS_PER_QUERY))
        for (const row of await titled(botId, padKeys(slice))) unitsByKey.set(row.asked, toSearchable(row));
      return unitsByKey;
    },

    async listSearchable(botId) {
      // The number first: newer units under an older number are merely read once more.
      const number = (await changes(botId))[0]?.number ?? 0;
      const cached = lists.get(botId);
      if (cached?.number === number) return cached.units;
      const units = (await searchable(botId)).map(toSearchable).filter(canAnswer);
      lists.set(botId, { number, units });
      return units;
    },

    async documentsOf(botId, sourceIds) {
      const bySource = new Map<number, SourceDocument>();
      for (const slice of slicesOf([...new Set(sourceIds)], IDS_PER_QUERY))
        for (const { id, path, url, read_on } of await documents(botId, padKeys(slice)))
          bySource.set(id, { fileId: path ?? url, readOn: toDate(read_on) });
      return bySource;
    },

    async namedSources(botId, fileIds, ofAddresses) {
      const sources = db
        .selectFrom('source')
        .select(['id', 'unit_id as unitId', 'file_id as fileId', 'url'])
        .where((eb) => eb.and({ bot_id: botId, former: 0 }));
      const slices = [...slicesOf(fileIds, IDS_PER_QUERY)];
      const ofFiles = slices.map((slice) => sources.where('file_id', 'in', slice));
      const queries = [...ofFiles, ...(ofAddresses ? [sources.where('url', 'is not', null)] : [])];
      return (await Promise.all(queries.map((query) => query.execute()))).flat();
    },
  };
}

const bytesOf = (units: readonly SearchableUnit[]): number =>
  units.reduce((sum, { title, indexedTitle }) => {
    const letters = title.length + (indexedTitle?.length ?? 0);
    return sum + BYTES_BESIDE_TITLES + 2 * letters;
  }, BYTES_BESIDE_TITLES);

type SearchableRow = Pick<UnitRow, 'bot_id' | 'id' | 'title' | 'generation' | 'indexed_title'>;

const toSearchable = ({
  bot_id: botId,
  id,
  title,
  generation,
  indexed_title,
}: SearchableRow): SearchableUnit => ({
  botId,
  id,
  title,
  generation,
  indexedTitle: indexed_title,
});
