import { type SqlBool, sql } from 'kysely';
import type { ByteBudget } from '#gateway/core/byte-budget.ts';
import { pathOfFile } from '#gateway/modules/files/sql/files.ts';
import {
  availabilityAt,
  canAnswer,
  nextChangeAfter,
  type SearchableUnit,
  type SourceDocument,
  type TitledUnit,
  type Validity,
} from '#gateway/modules/units/model.ts';
import type { UnitStore } from '#gateway/modules/units/ports/units.ts';
import type { UnitRow } from '#gateway/modules/units/tables.ts';
import { compileOnce, padKeys } from '#gateway/sql/compile-once.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { toDate } from '#gateway/sql/json.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import { createValidityView, toValidity, type ValidityRow } from './validity.ts';

const COLUMNS = [
  'unit.bot_id',
  'unit.id',
  'unit.title',
  'unit.generation',
  'unit.indexed_title',
  'unit.is_off',
  'unit.valid_from',
  'unit.valid_until',
] as const;

const BYTES_BESIDE_TITLES = 200;

interface CachedList {
  number: number;
  /** All units that are not switched off, the dates of some of them by unit, and the units that are valid. */
  all: readonly SearchableUnit[];
  dates: ReadonlyMap<number, Validity>;
  units: readonly SearchableUnit[];
  /** When the clock changes next which units are valid; infinite where it never will. */
  until: number;
}

/** What each question reads of units and their sources. */
export function createSearchableUnits(
  db: Reads,
  memory: ByteBudget,
  now: StoreClock,
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
      .where(sql<SqlBool>`is_off = 0`)
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
  const lists = memory.createCache<number, CachedList>(({ all }) => bytesOf(all));
  return {
    async byTitleKeys(botId, titleKeys) {
      const unitsByKey = new Map<string, TitledUnit>();
      for (const slice of slicesOf([...new Set(titleKeys)], IDS_PER_QUERY)) {
        const rows = await titled(botId, padKeys(slice));
        const validityOf = await createValidityView(db, now, rows);
        for (const row of rows)
          unitsByKey.set(row.asked, { ...toSearchable(row), validity: validityOf(row) });
      }
      return unitsByKey;
    },

    async listSearchable(botId) {
      // The number first: newer units under an older number are merely read once more.
      const number = (await changes(botId))[0]?.number ?? 0;
      const cached = lists.get(botId);
      let list = cached?.number === number ? cached : toList(number, await searchable(botId));
      // The clock is asked only where a date is to come.
      const moment = list.until === Number.POSITIVE_INFINITY ? 0 : await now(db);
      if (moment >= list.until) list = filterValid(list, moment);
      if (list !== cached) lists.set(botId, list);
      return list.units;
    },

    async documentsOf(botId, sourceIds) {
      const bySource = new Map<number, SourceDocument>();
      for (const slice of slicesOf([...new Set(sourceIds)], IDS_PER_QUERY))
        for (const { id, path, url, read_on } of await documents(botId, padKeys(slice)))
          bySource.set(id, { fileId: path ?? url, readOn: toDate(read_on) });
      return bySource;
    },

    async namedSources(botId, fileIds, ofAddresses) {
      const sources = db.selectFrom(presentSources(db, botId)).selectAll();
      const slices = [...slicesOf(fileIds, IDS_PER_QUERY)];
      const ofFiles = slices.map((slice) => sources.where('fileId', 'in', slice));
      const queries = [...ofFiles, ...(ofAddresses ? [sources.where('url', 'is not', null)] : [])];
      return (await Promise.all(queries.map((query) => query.execute()))).flat();
    },
  };
}

/** Sources that answer or are to be read, and those that only drafts have; each once. */
const presentSources = (db: Reads, botId: number) =>
  db
    .selectFrom('source')
    .select(['id', 'unit_id as unitId', 'file_id as fileId', 'url'])
    .where((eb) => eb.and({ bot_id: botId, former: 0 }))
    .union(
      db
        .selectFrom('version_source as drafted')
        .innerJoin('unit', (join) =>
          join
            .onRef('unit.bot_id', '=', 'drafted.bot_id')
            .onRef('unit.id', '=', 'drafted.unit_id')
            .onRef('unit.draft_version', '=', 'drafted.number'),
        )
        .select(['source_id as id', 'unit_id as unitId', 'file_id as fileId', 'url'])
        .where('drafted.bot_id', '=', botId),
    )
    .as('present');

const bytesOf = (units: readonly SearchableUnit[]): number =>
  units.reduce((sum, { title, indexedTitle }) => {
    const letters = title.length + (indexedTitle?.length ?? 0);
    return sum + BYTES_BESIDE_TITLES + 2 * letters;
  }, BYTES_BESIDE_TITLES);

type SearchableRow = Pick<UnitRow, 'bot_id' | 'id' | 'title' | 'generation' | 'indexed_title'>;
type DatedRow = SearchableRow & ValidityRow;

function toList(number: number, rows: readonly DatedRow[]): CachedList {
  const all = rows.map(toSearchable).filter(canAnswer);
  const dated = rows.filter((row) => row.valid_from !== null || row.valid_until !== null);
  const dates = new Map(dated.map((row) => [row.id, toValidity(row)]));
  const until = dates.size > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return { number, all, dates, units: all, until };
}

function filterValid(list: CachedList, moment: number): CachedList {
  const isValid = ({ id }: SearchableUnit) => {
    const validity = list.dates.get(id);
    return !validity || availabilityAt(validity, moment) === 'on';
  };
  let until = Number.POSITIVE_INFINITY;
  for (const validity of list.dates.values())
    until = Math.min(until, nextChangeAfter(validity, moment) ?? Number.POSITIVE_INFINITY);
  return { ...list, units: list.all.filter(isValid), until };
}

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
