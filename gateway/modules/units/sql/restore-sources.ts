import { readJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { IndexPayload, ReadPage, StoredReading, Unit } from '#gateway/modules/units/model.ts';
import type { ReadingRow, SourceRow, UnitRow, VersionSourceRow } from '#gateway/modules/units/tables.ts';
import type { Queries, Reads } from '#gateway/sql/database.ts';
import { parseStored, printReason } from '#gateway/sql/json.ts';
import { isOfVersion, jobKey } from './queue.ts';
import { toOneUnit, withSources } from './unit-rows.ts';
import { readVersionSources } from './version-rows.ts';

/** The version that answered until now, and why sources had failed before their unit was queued. */
interface Before {
  live: number | null;
  earlier?: IndexPayload['earlier'] | undefined;
}

/**
 * Gives a unit the sources of a version, under their ids, as they were read then; sources that it has beside them become
 * former ones. The copy of a page that was fetched last stays with its source; a source that had gone has the copy that was
 * read. A newer text that waits for a person goes on waiting with what was read `before`, where that is said.
 */
export async function restoreSources(
  trx: Queries,
  key: { bot_id: number; unit_id: number; number: number },
  before?: Before,
): Promise<void> {
  const { bot_id, unit_id } = key;
  const sources = await readVersionSources(trx, key);
  const held = before && (await heldUpdates(trx, key, sources, before));
  await trx
    .updateTable('source')
    .set({ former: 1 })
    .where((eb) => eb.and({ bot_id, unit_id }))
    .execute();
  for (const source of sources) {
    const reading = await readingOf(trx, source);
    const row = { ...placeOf(source), ...(reading && factsOf(reading)), ...held?.get(source.source_id) };
    const { numUpdatedRows } = await trx
      .updateTable('source')
      .set(row)
      .where((eb) => eb.and({ bot_id, unit_id, id: source.source_id }))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) continue;
    await trx
      .insertInto('source')
      .values({
        ...EMPTY,
        ...(reading && copyOf(source, reading)),
        bot_id,
        unit_id,
        id: source.source_id,
        ...row,
      })
      .execute();
  }
}

/** Newer texts that wait for a person at sources of which a version has the same reading as the live one. */
async function heldUpdates(
  trx: Queries,
  { bot_id, unit_id }: { bot_id: number; unit_id: number },
  sources: readonly VersionSourceRow[],
  { live, earlier = [] }: Before,
): Promise<Map<number, Pick<SourceRow, 'status' | 'reason' | 'held_text'>>> {
  const answering = await readVersionSources(trx, { bot_id, unit_id, number: live });
  const rows = await trx
    .selectFrom('source')
    .select(['id', 'reason', 'held_text'])
    .where((eb) => eb.and({ bot_id, unit_id, former: 0 }))
    .where('held_text', 'is not', null)
    .execute();
  const readingIn = (of: readonly VersionSourceRow[], id: number) =>
    of.find(({ source_id }) => source_id === id)?.reading_id;
  return new Map(
    rows.flatMap(({ id, held_text, reason: stored }) => {
      const reason = stored ?? printReason(earlier.find(({ sourceId }) => sourceId === id)?.reason ?? null);
      const isSame = readingIn(sources, id) === readingIn(answering, id);
      return reason !== null && isSame ? [[id, { status: 'failed', reason, held_text }] as const] : [];
    }),
  );
}

/** A change of a unit that has a draft goes into that: its sources stand in for those that answer until it is indexed. */
export async function openDraft(trx: Queries, row: DraftedUnit): Promise<void> {
  const number = await draftToOpen(trx, row);
  if (number === null) return;
  await restoreSources(trx, { bot_id: row.bot_id, unit_id: row.id, number }, { live: row.live_version });
}

/** The unit with the sources that a change begins from: where the unit has a draft, those of the draft. */
export async function toChangeableUnit(reads: Reads, row: UnitRow): Promise<Unit> {
  const number = await draftToOpen(reads, row);
  if (number === null) return toOneUnit(reads, row);
  const { bot_id, id: unit_id } = row;
  const sources = await readVersionSources(reads, { bot_id, unit_id, number });
  const rows = sources.map((source) => ({
    ...EMPTY,
    ...placeOf(source),
    bot_id,
    unit_id,
    id: source.source_id,
  }));
  return withSources(reads, row, rows);
}

type DraftedUnit = Pick<UnitRow, 'bot_id' | 'id' | 'draft_version' | 'live_version'>;

/** The draft that the next change goes into; null where a change before it waits, whose sources stand already. */
async function draftToOpen(reads: Reads, { bot_id, id, draft_version }: DraftedUnit): Promise<number | null> {
  if (draft_version === null) return null;
  return (await isChanging(reads, bot_id, id)) ? null : draft_version;
}

/** Whether a change of a unit waits to be indexed. */
export async function isChanging(reads: Reads, botId: number, unitId: number): Promise<boolean> {
  const job = await readJob(reads, jobKey(botId, unitId));
  return job !== undefined && !isOfVersion(job);
}

const EMPTY = {
  warnings: '[]',
  health: null,
  pages: null,
  read_page: null,
  fetched_blob: null,
  fetched_mime: null,
  fetched_charset: null,
  fetched_size: null,
  fetched_sha256: null,
  fetched_sha256_of: null,
  fetched_url: null,
  fetched_on: null,
  accepted_sha256: null,
  rejected_sha256: null,
  accepted_always: null,
} as const;

const placeOf = ({ position, file_id, url, reason, passages, read_on }: VersionSourceRow) => ({
  position,
  file_id,
  url,
  former: 0,
  status: reason === null ? ('ready' as const) : ('failed' as const),
  reason,
  passages,
  read_on,
  held_text: null,
});

/** Nothing of texts from before readings were kept. */
async function readingOf(
  trx: Queries,
  { bot_id, reading_id }: VersionSourceRow,
): Promise<ReadingRow | undefined> {
  if (reading_id === null) return undefined;
  return trx
    .selectFrom('reading')
    .selectAll()
    .where((eb) => eb.and({ bot_id, id: reading_id }))
    .executeTakeFirst();
}

const factsOf = ({ warnings, health, pages, page, sha256, choices }: ReadingRow): Partial<SourceRow> => ({
  warnings,
  health,
  pages,
  read_page: page,
  // A copy stays accepted where a person, or an upgrade, had its text read without a judgement.
  ...((parseStored(choices) as StoredReading['choices']).isAccepted ? { accepted_sha256: sha256 } : {}),
});

/** The copy of a page that a reading was made of, so that no other one has to be fetched. */
function copyOf({ url, read_on }: VersionSourceRow, reading: ReadingRow): Partial<SourceRow> {
  if (url === null) return {};
  const { blob, size, sha256, format, page } = reading;
  const { host } = page === null ? {} : (parseStored(page) as Partial<ReadPage>);
  const ownHost = new URL(url).hostname.replace(/^www\./, '');
  return {
    fetched_blob: blob,
    fetched_mime: format === 'html' ? 'text/html' : '',
    fetched_size: size,
    fetched_sha256: sha256,
    fetched_sha256_of: blob,
    fetched_url: host === undefined || host === ownHost ? url : `https://${host}/`,
    fetched_on: read_on ?? reading.read_on,
  };
}
