import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccidentCode } from '#contract/reasons.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import { selectFiles, toFile } from '#gateway/modules/files/sql/files.ts';
import type { ReadPage, Source, Unit } from '#gateway/modules/units/model.ts';
import type { GenerationKey } from '#gateway/modules/units/ports/passages.ts';
import type { SourceRow, UnitRow } from '#gateway/modules/units/tables.ts';
import { compileOnce, padKeys } from '#gateway/sql/compile-once.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { parseReason, parseStored, parseWarnings, toDate } from '#gateway/sql/json.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';

/** Columns of a unit's sources, read with every question; without the health report, which only one page shows. */
const SOURCE_COLUMNS = [
  'bot_id',
  'id',
  'unit_id',
  'position',
  'file_id',
  'url',
  'former',
  'status',
  'reason',
  'warnings',
  'pages',
  'passages',
  'read_on',
  'fetched_blob',
  'fetched_mime',
  'fetched_charset',
  'fetched_size',
  'fetched_sha256',
  'fetched_sha256_of',
  'fetched_url',
  'fetched_on',
  'read_page',
  'accepted_sha256',
  'rejected_sha256',
  'accepted_always',
] as const satisfies readonly (keyof SourceRow)[];

const hasSource = (which: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (select 1 from source where source.bot_id = unit.bot_id and source.unit_id = unit.id and
    source.former = 0 and source.status = 'failed' and ${which})`;

/** Whether a unit of a query has a source that failed, one that it does not answer from, or one that keeps an earlier reading. */
export const hasFailedSource = hasSource(sql`1 = 1`);
export const hasLostSource = hasSource(sql`source.passages = 0`);
export const hasKeptSource = hasSource(sql`source.passages > 0`);

/** Those of the units that exist, in the bin too. */
export async function existingUnits(db: Reads, botId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('unit')
    .select('id')
    .where('bot_id', '=', botId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The unit's row, or undefined for one that does not exist or lies in the bin. */
export function findUnitRow(db: Reads, botId: number, id: number): Promise<UnitRow | undefined> {
  return db
    .selectFrom('unit')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, id }))
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
}

/** Rows of one bot as units, with their sources and files, in the order given. */
export async function toUnits(db: Reads, botId: number, rows: readonly UnitRow[]): Promise<Unit[]> {
  const units: Unit[] = [];
  for (const slice of slicesOf(rows, IDS_PER_QUERY)) {
    const sources = await sourcesOf(
      db,
      botId,
      slice.map((row) => row.id),
    );
    const byUnit = Map.groupBy(sources, ({ unitId }) => unitId);
    for (const row of slice) {
      const own = byUnit.get(row.id) ?? [];
      const list = (former: boolean) => own.filter((row) => row.former === former).map((row) => row.source);
      units.push(toUnit(row, list(false), list(true)));
    }
  }
  return units;
}

export async function toOneUnit(db: Reads, row: UnitRow): Promise<Unit> {
  const [unit] = await toUnits(db, row.bot_id, [row]);
  if (!unit) throw new Error('a unit that was there is gone');
  return unit;
}

/** A unit with these sources in place of its own. */
export async function withSources(db: Reads, row: UnitRow, sources: readonly SourceColumns[]): Promise<Unit> {
  const own = await toSources(db, row.bot_id, sources);
  return toUnit(
    row,
    own.map(({ source }) => source),
    [],
  );
}

/** What of the sources is asked with every question; compiled once a connection. */
function createSourceReads(db: Reads) {
  const count = (_: number, ids: readonly unknown[]) => ids.length;
  return {
    sources: compileOnce(
      db,
      (botId: number, unitIds: readonly number[]) =>
        db
          .selectFrom('source')
          .select(SOURCE_COLUMNS)
          .where('bot_id', '=', botId)
          .where('unit_id', 'in', unitIds)
          .orderBy('position')
          .orderBy('id'),
      count,
    ),
    files: compileOnce(db, (botId: number, ids: readonly string[]) => selectFiles(db, botId, ids), count),
  };
}

const readsOf = new WeakMap<Reads, ReturnType<typeof createSourceReads>>();

async function sourcesOf(db: Reads, botId: number, unitIds: readonly number[]) {
  return toSources(db, botId, await readsFor(db).sources(botId, padKeys(unitIds)));
}

function readsFor(db: Reads) {
  const reads = readsOf.get(db) ?? createSourceReads(db);
  readsOf.set(db, reads);
  return reads;
}

async function toSources(db: Reads, botId: number, sources: readonly SourceColumns[]) {
  const reads = readsFor(db);
  const fileIds = sources.flatMap(({ file_id: id }) => (id === null ? [] : [id]));
  const files = new Map<string, StoredFile>();
  for (const slice of slicesOf(fileIds, IDS_PER_QUERY))
    for (const row of await reads.files(botId, padKeys(slice))) files.set(row.id, toFile(row));
  return sources.map((row) => ({
    unitId: row.unit_id,
    former: row.former === 1,
    source: toSource(row, (row.file_id === null ? undefined : files.get(row.file_id)) ?? null),
  }));
}

/** A version before knows nothing of it: its columns are absent. */
const parseReadPage = (text: string | null | undefined): ReadPage | null =>
  typeof text === 'string' ? (parseStored(text) as ReadPage) : null;

const parseAccepted = (text: string | null | undefined): AccidentCode[] =>
  typeof text === 'string' ? (parseStored(text) as AccidentCode[]) : [];

function toUnit(row: UnitRow, sources: Source[], formerSources: Source[]): Unit {
  return {
    botId: row.bot_id,
    id: row.id,
    title: row.title,
    description: row.description,
    createdOn: new Date(row.created_on),
    modifiedOn: new Date(row.modified_on),
    status: row.status,
    generation: row.generation,
    indexedTitle: row.indexed_title,
    version: row.version,
    draftVersion: row.draft_version,
    isDraftAwaited: row.draft_awaited === 1,
    deletedOn: toDate(row.deleted_on),
    sources,
    formerSources,
  };
}

type SourceColumns = Omit<SourceRow, 'health' | 'held_text'>;

function toSource(row: SourceColumns, file: StoredFile | null): Source {
  return {
    id: row.id,
    position: row.position,
    fileId: row.file_id,
    url: row.url,
    status: row.status,
    reason: parseReason(row.reason),
    warnings: parseWarnings(row.warnings),
    pages: row.pages,
    passages: row.passages,
    readOn: toDate(row.read_on),
    file,
    fetched:
      row.fetched_blob === null
        ? null
        : {
            blob: row.fetched_blob,
            mime: row.fetched_mime ?? '',
            charset: row.fetched_charset,
            size: row.fetched_size ?? 0,
            sha256: row.fetched_sha256_of === row.fetched_blob ? row.fetched_sha256 : null,
            finalUrl: row.fetched_url ?? row.url ?? '',
            on: new Date(row.fetched_on ?? 0),
          },
    readPage: parseReadPage(row.read_page),
    acceptedSha256: row.accepted_sha256,
    rejectedSha256: row.rejected_sha256,
    acceptedAlways: parseAccepted(row.accepted_always),
  };
}

/** The units of a bot that answer now, the one that published last first. */
export async function answeringUnits(db: Reads, botId: number) {
  const rows = await db
    .selectFrom('unit')
    .select(['id', 'generation', 'passages'])
    .where('bot_id', '=', botId)
    .where('deleted_on', 'is', null)
    .where('generation', 'is not', null)
    .where('status', '!=', 'failed')
    .orderBy('settled_on', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, generation: row.generation ?? 0 }));
}

/** Whether a unit answers from this generation. */
export async function isPublished(db: Reads, { botId, unitId, generation }: GenerationKey): Promise<boolean> {
  const row = await db
    .selectFrom('unit')
    .select('id')
    .where((eb) => eb.and({ bot_id: botId, id: unitId, generation }))
    .executeTakeFirst();
  return row !== undefined;
}
