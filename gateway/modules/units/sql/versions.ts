import { type SqlBool, sql } from 'kysely';
import type { Clock } from '#gateway/core/clock.ts';
import { nameOfFile } from '#gateway/modules/files/sql/files.ts';
import type { Version, VersionSource, VersionStore } from '#gateway/modules/units/ports/versions.ts';
import type { VersionRow, VersionSourceRow } from '#gateway/modules/units/tables.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { parseReason, toDate } from '#gateway/sql/json.ts';
import { isSameIndex } from './outdated-units.ts';
import { selectPublished } from './published-versions.ts';
import { removeUnnamedFiles } from './remove-sources.ts';
import { rollBack } from './roll-back.ts';
import { parseCauses, removeVersions, trimGenerations } from './version-rows.ts';

export function createVersionStore({ read, change }: SqlDatabase, clock: Clock): VersionStore {
  return {
    async list(botId, unitId, { indexVersion, before, limit }) {
      const rows = await read
        .selectFrom('unit_version')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
        .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
        .orderBy('number', 'desc')
        .limit(limit)
        .execute();
      return toVersions(read, rows, indexVersion);
    },

    async get(botId, unitId, number, indexVersion) {
      const rows = await read
        .selectFrom('unit_version')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, number }))
        .execute();
      return (await toVersions(read, rows, indexVersion))[0];
    },

    published: (botId, query) => selectPublished(read, botId, query),

    bytes: (botId, unitId) => countBytes(read, { bot_id: botId, unit_id: unitId }),

    rollBack: (botId, unitId, number, request) =>
      change({ bot: botId }, (trx) =>
        rollBack(trx, { bot_id: botId, unit_id: unitId, number }, request, clock.now().getTime()),
      ),

    async expire(botId, before, count, limit) {
      const moment = before.getTime();
      const old = await read
        .selectFrom('unit_version as version')
        .select(['bot_id', 'unit_id', 'number', 'generation'])
        .where('bot_id', '=', botId)
        .where('made_on', '<', moment)
        .where(isNotLast)
        .where((eb) =>
          eb.or([
            eb('state', '=', 'discarded'),
            eb.and([eb('state', '=', 'former'), isReplaced(moment, count)]),
          ]),
        )
        .limit(limit)
        .execute();
      for (const { generation, ...key } of old)
        await change({ bot: key.bot_id }, async (trx) => {
          const now = clock.now().getTime();
          await removeUnnamedFiles(trx, key.bot_id, await removeVersions(trx, key), now);
          await trimGenerations(trx, { bot_id: key.bot_id, unit_id: key.unit_id }, generation, now);
        });
      return old.length;
    },
  };
}

/** The number of the last version of a unit is never given to another, so that version stays. */
const isNotLast = sql<SqlBool>`exists (select 1 from unit_version as later where later.bot_id = version.bot_id
  and later.unit_id = version.unit_id and later.number > version.number)`;

/** True of a version when so many were published after it, the first of them before the moment. */
const isReplaced = (moment: number, count: number) => sql<SqlBool>`(
  select count(*) >= ${count} and min(later.published_on) < ${moment} from unit_version as later
  where later.bot_id = version.bot_id and later.unit_id = version.unit_id
    and later.state in ('former', 'live') and (later.published_on, later.number) > (version.published_on, version.number))`;

/** Rows of one unit as versions, in their order. */
export async function toVersions(
  db: Reads,
  rows: readonly VersionRow[],
  indexVersion: number,
): Promise<Version[]> {
  const [first] = rows;
  if (!first) return [];
  const unit = { bot_id: first.bot_id, unit_id: first.unit_id };
  const segments = await db
    .selectFrom('segment')
    .select('generation')
    .where((eb) => eb.and(unit))
    .where((eb) => isSameIndex(eb.ref('analyzer_version'), indexVersion))
    .execute();
  const indexed = new Set<number | null>(segments.map(({ generation }) => generation));
  const sources = await selectSources(
    db,
    unit,
    rows.map(({ number }) => number),
  );
  const byVersion = Map.groupBy(sources, ({ number }) => number);
  return rows.map((row): Version => {
    const own = byVersion.get(row.number) ?? [];
    return {
      botId: row.bot_id,
      unitId: row.unit_id,
      number: row.number,
      base: row.base,
      state: row.state,
      causes: parseCauses(row.causes),
      madeOn: new Date(row.made_on),
      publishedOn: toDate(row.published_on),
      publishedBy: row.published_by,
      textDate: toDate(row.text_date),
      passages: row.passages,
      generation: indexed.has(row.generation) ? row.generation : null,
      sources: own.map(toSource),
      isRead: own.every(({ passages, read }) => passages === 0 || read !== null),
    };
  });
}

function selectSources(db: Reads, unit: { bot_id: number; unit_id: number }, numbers: readonly number[]) {
  return db
    .selectFrom('version_source as source')
    .leftJoin('reading', (join) =>
      join
        .onRef('reading.bot_id', '=', 'source.bot_id')
        .onRef('reading.id', '=', 'source.reading_id')
        .on('reading.ended_on', 'is not', null),
    )
    .selectAll('source')
    .select('reading.id as read')
    .select((eb) => nameOfFile(eb.ref('source.bot_id'), eb.ref('source.file_id')).as('name'))
    .where('source.bot_id', '=', unit.bot_id)
    .where('source.unit_id', '=', unit.unit_id)
    .where('source.number', 'in', numbers)
    .orderBy('source.position')
    .orderBy('source.source_id')
    .execute();
}

const toSource = (row: VersionSourceRow & { name: string | null }): VersionSource => ({
  id: row.source_id,
  fileId: row.file_id,
  url: row.url,
  name: row.name,
  readingId: row.reading_id,
  reason: parseReason(row.reason),
  passages: row.passages,
  readOn: toDate(row.read_on),
});

/** Of segments, passages and readings; a generation that is being swept is of no version. */
async function countBytes(db: Reads, unit: { bot_id: number; unit_id: number }): Promise<number> {
  const ofUnit = sql`bot_id = ${unit.bot_id} and unit_id = ${unit.unit_id}`;
  const ofVersion = sql`${ofUnit} and generation in
    (select generation from generation where ${ofUnit} and retired_on is null)`;
  const { rows } = await sql<{ bytes: number | string | null }>`
    select sum(length(bytes)) as bytes from segment_part where ${ofVersion}
    union all select sum(octet_length(text)) from passage where ${ofVersion}
    union all select sum(bytes) from reading where ${ofUnit}`.execute(db);
  return rows.reduce((sum, { bytes }) => sum + Number(bytes ?? 0), 0);
}
