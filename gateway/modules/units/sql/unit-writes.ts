import { foldText } from '#common/fold-text.ts';
import { accidentOf } from '#contract/reasons.ts';
import type { Clock } from '#gateway/core/clock.ts';
import { saveIdempotentResult } from '#gateway/modules/access/sql/idempotency.ts';
import { namePersons, personOfBot } from '#gateway/modules/access/sql/person-rows.ts';
import { selectFiles } from '#gateway/modules/files/sql/files.ts';
import { contentHash, type NewSource, type Unit } from '#gateway/modules/units/model.ts';
import type { UnitStore } from '#gateway/modules/units/ports/units.ts';
import type { SourceRow, UnitRow } from '#gateway/modules/units/tables.ts';
import type { Queries, SqlDatabase } from '#gateway/sql/database.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { takeDryReading } from './dry-readings.ts';
import { queueUnit } from './queue.ts';
import { removeSources } from './remove-sources.ts';
import { openDraft, toChangeableUnit } from './restore-sources.ts';
import { claimTitle, type TitleHolder, titleHolder } from './titles.ts';
import { findUnitRow, toOneUnit } from './unit-rows.ts';

type Writes = Pick<
  UnitStore,
  'register' | 'update' | 'setOwner' | 'reindex' | 'decideUpdate' | 'withdrawAcceptance'
>;

export function createUnitWrites({ change }: SqlDatabase, clock: Clock): Writes {
  return {
    register: ({ botId, title, titleKey, description, sources, ownerId = null, ...request }, remembered) =>
      change({ bot: botId }, async (trx) => {
        const holder = await titleHolder(trx, botId, titleKey);
        if (holder) return takenBy(holder);
        const fileId = await missingFile(trx, botId, sources);
        if (fileId !== undefined) return { conflict: 'file-missing', fileId };
        const now = clock.now().getTime();
        const id = await nextId(trx, botId, 'unit');
        await trx
          .insertInto('unit')
          .values({
            ...emptyUnit(botId, id, now),
            ...titled(title, titleKey),
            ...described(description),
            owner_id: (await personOfBot(trx, botId, ownerId))?.id ?? null,
          })
          .execute();
        await claimTitle(trx, botId, id, titleKey);
        for (const [position, source] of sources.entries())
          await insertSource(trx, botId, id, source, position, now);
        await queueUnit(trx, botId, id, now, { cause: 'registered', ...request });
        if (remembered) await saveIdempotentResult(trx, remembered, JSON.stringify({ id }), now);
        return fresh(trx, botId, id);
      }),

    update: (...update) => change({ bot: update[0] }, (trx) => updateUnit(trx, update, clock)),
    decideUpdate: (botId, id, sourceId, { take, always = false, ...request }) =>
      change({ bot: botId }, async (trx) => {
        const of = { bot_id: botId, unit_id: id, id: sourceId };
        const row = await findUnitRow(trx, botId, id);
        const sources = row ? (await toOneUnit(trx, row)).sources : [];
        const source = sources.find((source) => source.id === sourceId && source.status === 'failed');
        const hash = source && contentHash(source);
        if (!hash) return undefined;
        // Only a held copy of a text that answers can be rejected: another failure is no reason never to read it again.
        const isHeld = source.passages > 0 && (await hasHeldText(trx, of));
        if (!take && !isHeld) return undefined;
        const accident = always ? accidentOf(source.reason?.code ?? '') : undefined;
        // Only the text of an address changes by itself.
        if (always && (!take || !accident || source.url === null)) return undefined;
        const accepted = accident && [...new Set([...source.acceptedAlways, accident])];
        const decided = take
          ? {
              accepted_sha256: hash,
              rejected_sha256: null,
              ...(accepted ? { accepted_always: JSON.stringify(accepted) } : {}),
            }
          : { rejected_sha256: hash, status: 'ready' as const, reason: null, held_text: null };
        await trx
          .updateTable('source')
          .set(decided)
          .where((eb) => eb.and(of))
          .execute();
        if (take && row) await openDraft(trx, row);
        if (take) await queueUnit(trx, botId, id, clock.now().getTime(), { cause: 'accepted', ...request });
        return fresh(trx, botId, id);
      }),

    withdrawAcceptance: (botId, id, sourceId, code) =>
      change({ bot: botId }, async (trx) => {
        const row = await findUnitRow(trx, botId, id);
        const unit = row && (await toOneUnit(trx, row));
        const source = unit?.sources.find((source) => source.id === sourceId);
        if (!source) return unit;
        const accepted = source.acceptedAlways.filter((other) => other !== code);
        const accepted_always = accepted.length > 0 ? JSON.stringify(accepted) : null;
        await updateSource(trx, botId, sourceId, { accepted_always });
        return fresh(trx, botId, id);
      }),

    setOwner: (botId, id, ownerId) =>
      change({ bot: botId }, async (trx) => {
        const row = await findUnitRow(trx, botId, id);
        if (!row) return { conflict: 'missing' };
        const person = await personOfBot(trx, botId, ownerId);
        if (!person && ownerId !== null) return { conflict: 'person-missing' };
        await trx
          .updateTable('unit')
          .set({ owner_id: ownerId })
          .where((eb) => eb.and({ bot_id: botId, id }))
          .execute();
        const names = await namePersons(trx, row.owner_id === null ? [] : [row.owner_id]);
        return {
          unit: await toOneUnit(trx, row),
          before: names.get(row.owner_id ?? '') ?? null,
          after: person ? { id: person.id, name: person.name } : null,
        };
      }),

    reindex: (botId, id, request) =>
      change({ bot: botId }, async (trx) => {
        const row = await findUnitRow(trx, botId, id);
        if (!row) return undefined;
        const now = clock.now().getTime();
        await openDraft(trx, row);
        await queueUnit(trx, botId, id, now, { ...request, cause: 'reindexed', fetchedSince: now });
        return fresh(trx, botId, id);
      }),
  };
}

async function updateUnit(
  trx: Queries,
  [botId, id, edit, expectedVersion]: Parameters<Writes['update']>,
  clock: Clock,
): ReturnType<Writes['update']> {
  const row = await findUnitRow(trx, botId, id);
  if (!row) return { conflict: 'missing' };
  if (expectedVersion !== undefined && expectedVersion !== row.version)
    return { conflict: 'stale', unit: await toOneUnit(trx, row) };
  const {
    title = row.title,
    titleKey = row.title_key,
    description = row.description,
    sources,
    ...request
  } = edit;
  if (titleKey !== row.title_key) {
    const holder = await titleHolder(trx, botId, titleKey);
    if (holder) return takenBy(holder);
  }
  const fileId = await missingFile(trx, botId, sources ?? []);
  if (fileId !== undefined) return { conflict: 'file-missing', fileId };

  const now = clock.now().getTime();
  if (titleKey !== row.title_key) {
    await claimTitle(trx, botId, id, titleKey);
    await trx
      .updateTable('unit_title')
      .set({ alias: 1 })
      .where((eb) => eb.and({ bot_id: botId, title_key: row.title_key }))
      .execute();
  }
  const hasOtherSources =
    sources !== undefined && !areSame(sources, (await toChangeableUnit(trx, row)).sources);
  // An update without a difference makes no new version.
  if (!hasOtherSources && title === row.title && description === row.description)
    return fresh(trx, botId, id);
  await trx
    .updateTable('unit')
    .set({ ...titled(title, titleKey), ...described(description) })
    .set({ modified_on: now, version: row.version + 1 })
    .where((eb) => eb.and({ bot_id: botId, id }))
    .execute();
  if (hasOtherSources) {
    await openDraft(trx, row);
    await replaceSources(trx, botId, id, sources, now, row.generation !== null);
    await queueUnit(trx, botId, id, now, { ...request, cause: 'sources' });
  }
  return fresh(trx, botId, id);
}

async function hasHeldText(trx: Queries, of: Pick<SourceRow, 'bot_id' | 'unit_id' | 'id'>): Promise<boolean> {
  const source = trx.selectFrom('source').select('id').where('held_text', 'is not', null);
  return (await source.where((eb) => eb.and(of)).executeTakeFirst()) !== undefined;
}

export const takenBy = ({ title, id }: TitleHolder) => ({ conflict: 'title-taken', title, id }) as const;

async function fresh(trx: Queries, botId: number, id: number): Promise<Unit> {
  return toOneUnit(trx, await readRow(trx, botId, id));
}

async function readRow(trx: Queries, botId: number, id: number): Promise<UnitRow> {
  const row = await findUnitRow(trx, botId, id);
  if (!row) throw new Error('a unit that was just written is gone');
  return row;
}

export const titled = (title: string, titleKey: string) => ({
  title,
  title_key: titleKey,
  title_folded: foldText(title),
});

const described = (description: string) => ({ description, description_folded: foldText(description) });

function emptyUnit(botId: number, id: number, now: number) {
  return {
    bot_id: botId,
    id,
    created_on: now,
    modified_on: now,
    status: 'waiting',
    reason: null,
    generation: null,
    indexed_title: null,
    last_generation: 0,
    version: 1,
    deleted_on: null,
    binned_aliases: '[]',
    passages: 0,
    is_off: 0,
    started_on: null,
    read_on: null,
    settled_on: null,
    attempts: 0,
    live_version: null,
    draft_version: null,
    draft_awaited: null,
    as_draft: null,
  } as const;
}

/** The first file that the bot does not have (any more), if one is missing. */
async function missingFile(
  trx: Queries,
  botId: number,
  sources: readonly NewSource[],
): Promise<string | undefined> {
  for (const { fileId } of sources)
    if (fileId !== null && !(await selectFiles(trx, botId, [fileId]).executeTakeFirst())) return fileId;
  return undefined;
}

async function insertSource(
  trx: Queries,
  botId: number,
  unitId: number,
  source: NewSource,
  position: number,
  now: number,
): Promise<void> {
  // Columns that the schema before lacks become null by themselves.
  const row: Omit<
    SourceRow,
    | 'read_on'
    | 'fetched_sha256'
    | 'fetched_sha256_of'
    | 'read_page'
    | 'accepted_sha256'
    | 'rejected_sha256'
    | 'accepted_always'
    | 'held_text'
  > = {
    bot_id: botId,
    id: await nextId(trx, botId, 'source'),
    unit_id: unitId,
    position,
    file_id: source.fileId,
    url: source.url,
    former: 0,
    status: 'waiting',
    reason: null,
    warnings: '[]',
    health: null,
    pages: null,
    passages: 0,
    fetched_blob: null,
    fetched_mime: null,
    fetched_charset: null,
    fetched_size: null,
    fetched_url: null,
    fetched_on: null,
  };
  await trx.insertInto('source').values(row).execute();
  await takeDryReading(trx, { botId, unitId, sourceId: row.id, source }, now);
}

const areSame = (sources: readonly NewSource[], present: readonly NewSource[]): boolean =>
  sources.length === present.length &&
  sources.every(({ fileId, url }, place) => present[place]?.fileId === fileId && present[place].url === url);

/**
 * Gives a unit other sources: sources that stay keep their id, removed ones are kept as former ones while the published
 * segment quotes them.
 */
async function replaceSources(
  trx: Queries,
  botId: number,
  unitId: number,
  sources: readonly NewSource[],
  now: number,
  isPublished: boolean,
): Promise<void> {
  const rows = await trx
    .selectFrom('source')
    .select(['id', 'file_id', 'url', 'former'])
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
    .orderBy('former')
    .orderBy('position')
    .execute();
  const unmatched = [...rows];
  const matches = sources.map((source) => {
    const index = unmatched.findIndex((row) => row.file_id === source.fileId && row.url === source.url);
    return index < 0 ? undefined : unmatched.splice(index, 1)[0];
  });
  const gone = unmatched.filter((row) => row.former === 0);
  for (const [position, source] of sources.entries()) {
    const row = matches[position];
    if (row) await updateSource(trx, botId, row.id, { former: 0, position });
    else await insertSource(trx, botId, unitId, source, position, now);
  }
  for (const row of gone) await updateSource(trx, botId, row.id, { former: 1 });
  if (!isPublished) await removeSources(trx, botId, unitId, now, { former: 1 });
}

async function updateSource(
  trx: Queries,
  botId: number,
  id: number,
  change: Partial<SourceRow>,
): Promise<void> {
  await trx.updateTable('source').set(change).where('bot_id', '=', botId).where('id', '=', id).execute();
}
