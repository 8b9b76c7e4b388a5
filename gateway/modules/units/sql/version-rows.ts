import { accidentOf } from '#contract/reasons.ts';
import type { VersionCause } from '#contract/versions.ts';
import type { VersionRow, VersionSourceRow } from '#gateway/modules/units/tables.ts';
import type { Queries, Reads } from '#gateway/sql/database.ts';
import { parseReason, parseStored } from '#gateway/sql/json.ts';
import { removeVersionEdits } from './edit-rows.ts';
import { retireGeneration } from './retire-generation.ts';

interface VersionKey {
  bot_id: number;
  unit_id: number;
  number: number;
}

/** Versions before the live one whose index is kept, so that going back to them takes effect at once. */
const KEPT_GENERATIONS = 2;

/** Of a version that is no draft. */
export const NO_RELEASE = {
  release: null,
  held: null,
  publish_on: null,
  proof_id: null,
  index_failed: null,
} as const;

/** Whether a draft waits for what a page has become, see migration 041. */
export const isHeldByAccident = ({ held }: Pick<VersionRow, 'held'>): boolean =>
  accidentOf(parseReason(held)?.code ?? '') !== undefined;

export const printCauses = (causes: readonly VersionCause[]): string => JSON.stringify(causes);
export const parseCauses = (text: string): VersionCause[] => parseStored(text) as VersionCause[];

export function readVersion(reads: Reads, key: VersionKey): Promise<VersionRow | undefined> {
  return reads
    .selectFrom('unit_version')
    .selectAll()
    .where((eb) => eb.and(key))
    .executeTakeFirst();
}

/** The sources of a version, in their order. */
export function readVersionSources(
  reads: Reads,
  key: Omit<VersionKey, 'number'> & { number: number | null },
): Promise<VersionSourceRow[]> {
  if (key.number === null) return Promise.resolve([]);
  return reads
    .selectFrom('version_source')
    .selectAll()
    .where((eb) => eb.and({ ...key, number: key.number ?? 0 }))
    .orderBy('position')
    .orderBy('source_id')
    .execute();
}

/** A version with the next number of its unit, which is returned. */
export async function insertVersion(
  trx: Queries,
  version: Omit<VersionRow, 'number'>,
  sources: readonly Omit<VersionSourceRow, 'number'>[],
): Promise<number> {
  const { bot_id, unit_id } = version;
  const last = await trx
    .selectFrom('unit_version')
    .select((eb) => eb.fn.max<number | null>('number').as('number'))
    .where((eb) => eb.and({ bot_id, unit_id }))
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await trx
    .insertInto('unit_version')
    .values({ ...version, number })
    .execute();
  await insertSources(trx, sources, number);
  return number;
}

export async function replaceVersionSources(
  trx: Queries,
  key: VersionKey,
  sources: readonly Omit<VersionSourceRow, 'number'>[],
): Promise<void> {
  await trx
    .deleteFrom('version_source')
    .where((eb) => eb.and(key))
    .execute();
  await insertSources(trx, sources, key.number);
}

async function insertSources(
  trx: Queries,
  sources: readonly Omit<VersionSourceRow, 'number'>[],
  number: number,
): Promise<void> {
  if (sources.length === 0) return;
  await trx
    .insertInto('version_source')
    .values(sources.map((source) => ({ ...source, number })))
    .execute();
}

/** Changes a version; its sources are not among what changes. */
export async function updateVersion(
  trx: Queries,
  key: VersionKey,
  change: Partial<Omit<VersionRow, keyof VersionKey>>,
): Promise<void> {
  await trx
    .updateTable('unit_version')
    .set(change)
    .where((eb) => eb.and(key))
    .execute();
}

/** Gives up a version whose index is being made; one that was a draft before is that again, without an index. */
export async function discardVersion(
  trx: Queries,
  botId: number,
  unitId: number,
  number: number,
): Promise<void> {
  const drafted = await trx
    .selectFrom('unit')
    .select('id')
    .where((eb) => eb.and({ bot_id: botId, id: unitId, draft_version: number }))
    .executeTakeFirst();
  await trx
    .updateTable('unit_version')
    .set(drafted ? { state: 'draft', release: 'person' } : { state: 'discarded', generation: null })
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, number, state: 'building' }))
    .execute();
}

/**
 * Keeps the indexes of the live version, of the two published before it and of what is not published yet; retires the
 * others, and `replaced` where no version has it.
 */
export async function trimGenerations(
  trx: Queries,
  unit: Omit<VersionKey, 'number'>,
  replaced: number | null,
  now: number,
): Promise<void> {
  const versions = await trx
    .selectFrom('unit_version')
    .select(['number', 'generation', 'state'])
    .where((eb) => eb.and(unit))
    .where('generation', 'is not', null)
    .orderBy('published_on', 'desc')
    .orderBy('number', 'desc')
    .execute();
  const unpublished = versions.filter(({ state }) => state === 'building' || state === 'draft');
  const live = versions.filter(({ state }) => state === 'live');
  const keptNumbers = new Set([...unpublished, ...live].map(({ generation }) => generation));
  const most = keptNumbers.size + KEPT_GENERATIONS;
  const gone = new Set<number | null>([replaced]);
  for (const { number, generation, state } of versions) {
    if (state === 'former' && keptNumbers.size < most) keptNumbers.add(generation);
    if (keptNumbers.has(generation)) continue;
    gone.add(generation);
    await updateVersion(trx, { ...unit, number }, { generation: null });
  }
  for (const generation of gone)
    if (!keptNumbers.has(generation)) await retireGeneration(trx, unit.bot_id, unit.unit_id, generation, now);
}

/** Removes versions of a unit, or one of them; returns the files that they named. */
export async function removeVersions(
  trx: Queries,
  unit: Omit<VersionKey, 'number'> & { number?: number },
): Promise<string[]> {
  await removeVersionEdits(trx, unit);
  const sources = await trx
    .deleteFrom('version_source')
    .where((eb) => eb.and(unit))
    .returning('file_id')
    .execute();
  await trx
    .deleteFrom('unit_version')
    .where((eb) => eb.and(unit))
    .execute();
  return [...new Set(sources.flatMap(({ file_id: fileId }) => fileId ?? []))];
}
