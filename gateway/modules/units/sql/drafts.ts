import { type SqlBool, sql } from 'kysely';
import type { DraftKey } from '#contract/versions.ts';
import type { Clock } from '#gateway/core/clock.ts';
import type { Reason } from '#gateway/core/reason.ts';
import { pathOfFile } from '#gateway/modules/files/sql/files.ts';
import { readJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { SearchableUnit, Unit, VersionState } from '#gateway/modules/units/model.ts';
import type { Draft, DraftConflict, DraftStore } from '#gateway/modules/units/ports/drafts.ts';
import type { UnitRow, VersionRow } from '#gateway/modules/units/tables.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { parseReason, printReason, toDate } from '#gateway/sql/json.ts';
import { hasIndex, makeLive } from './make-live.ts';
import { isIndexed } from './outdated-units.ts';
import { dropUnitJob, jobKey, payloadOf, queueUnit } from './queue.ts';
import { isChanging, restoreSources } from './restore-sources.ts';
import { findUnitRow, toOneUnit } from './unit-rows.ts';
import { isAvailableAt } from './validity.ts';
import { isHeldByAccident, readVersion, trimGenerations, updateVersion } from './version-rows.ts';
import { toVersions } from './versions.ts';

const DUE_AT_ONCE = 1_000;

export function createDraftStore(
  { read, change }: SqlDatabase,
  clock: Clock,
  { isActiveBot, knowledgeNumbers }: Pick<SqlExtensions, 'isActiveBot' | 'knowledgeNumbers'>,
): DraftStore {
  /** Changes all of the drafts, or none where one of them is another by now. */
  const changeAll = <Result>(
    botId: number,
    drafts: readonly DraftKey[],
    done: VersionState,
    one: (trx: Queries, row: UnitRow, version: VersionRow, now: number) => Promise<Result>,
  ): Promise<Result[] | DraftConflict> =>
    change({ bot: botId }, async (trx) => {
      const pairs = await findAll(trx, botId, drafts, done);
      if ('conflict' in pairs) return pairs;
      const results: Result[] = [];
      for (const [row, version] of pairs) results.push(await one(trx, row, version, clock.now().getTime()));
      return results;
    });

  return {
    async list(botId, { offset, limit, indexVersion, unitId }) {
      const ofUnit = unitId === undefined ? {} : { 'unit.id': unitId };
      const { total } = await selectDrafts(read, botId)
        .where((eb) => eb.and(ofUnit))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await selectDrafts(read, botId)
        .selectAll('version')
        .select(['unit.title', 'unit.live_version'])
        .where((eb) => eb.and(ofUnit))
        .orderBy('version.made_on', 'desc')
        .orderBy('version.unit_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return { items: await toDrafts(read, rows, indexVersion), total };
    },

    async find(botId, drafts, indexVersion) {
      if (drafts.length === 0) return [];
      const rows = await selectDrafts(read, botId)
        .selectAll('version')
        .select(['unit.title', 'unit.live_version'])
        .where(
          'unit.id',
          'in',
          drafts.map(({ unitId }) => unitId),
        )
        .execute();
      const wanted = new Set(drafts.map(({ unitId, version }) => `${unitId}/${version}`));
      const present = rows.filter(({ unit_id, number }) => wanted.has(`${unit_id}/${number}`));
      return toDrafts(read, present, indexVersion);
    },

    async unproven(botId, limit, indexVersion) {
      const rows = await selectDrafts(read, botId)
        .selectAll('version')
        .select(['unit.title', 'unit.live_version'])
        .where(isUnproven)
        .where(isIndexed(indexVersion))
        .orderBy('version.made_on')
        .limit(limit)
        .execute();
      return toDrafts(read, rows, indexVersion);
    },

    async queueOutdated(indexVersion, limit, only) {
      const rows = await selectDrafts(read, only?.botId)
        .select(['version.bot_id', 'version.unit_id', 'version.number'])
        .where('version.index_failed', 'is', null)
        // What is to be live by now does not wait for the change of its unit that failed.
        .where((eb) => eb.or([isAtRest, eb('version.publish_on', '<=', clock.now().getTime())]))
        .where((eb) => eb.not(isIndexed(indexVersion)))
        .$if(only !== undefined, (query) => query.where('unit.id', 'in', only?.unitIds ?? []))
        .limit(limit)
        .execute();
      let queued = 0;
      for (const { bot_id, unit_id, number } of rows)
        await change({ bot: bot_id }, async (trx) => {
          const row = await findUnitRow(trx, bot_id, unit_id);
          // A change that waits goes into the draft, and one index is made of both.
          if (row?.draft_version !== number || (await readJob(trx, jobKey(bot_id, unit_id)))) return;
          const now = clock.now().getTime();
          await queueUnit(trx, bot_id, unit_id, now, { cause: 'updated', version: number });
          queued += 1;
        });
      return queued;
    },

    async botsToProve(indexVersion) {
      const rows = await selectDrafts(read)
        .select((eb) => [
          'version.bot_id as botId',
          eb.fn.min<number>('version.made_on').as('first'),
          eb.fn.max<number>('version.made_on').as('last'),
        ])
        .where(isUnproven)
        .where(isIndexed(indexVersion))
        .where((eb) => isActiveBot(eb.ref('version.bot_id')))
        .groupBy('version.bot_id')
        .execute();
      return rows.map(({ botId, first, last }) => ({
        botId,
        firstOn: new Date(first),
        lastOn: new Date(last),
      }));
    },

    async searchable(botId, drafts) {
      const rows = await selectDrafts(read, botId)
        .select(['unit.id', 'unit.title', 'version.number', 'version.generation', 'version.indexed_title'])
        .where('version.generation', 'is not', null)
        .where(isAvailableAt(clock.now().getTime()))
        .execute();
      const wanted = drafts && new Set(drafts.map(({ unitId, version }) => `${unitId}/${version}`));
      return rows
        .filter(({ id, number }) => wanted?.has(`${id}/${number}`) ?? true)
        .map(
          ({ id, title, generation, indexed_title: indexedTitle }): SearchableUnit => ({
            botId,
            id,
            title,
            generation,
            indexedTitle,
          }),
        );
    },

    async documentsOf(botId, sourceIds) {
      if (sourceIds.length === 0) return new Map();
      const rows = await selectDrafts(read, botId)
        .innerJoin('version_source as source', (join) =>
          join
            .onRef('source.bot_id', '=', 'version.bot_id')
            .onRef('source.unit_id', '=', 'version.unit_id')
            .onRef('source.number', '=', 'version.number'),
        )
        .select((eb) => [
          'source.source_id',
          'source.url',
          'source.read_on',
          pathOfFile(eb.ref('source.bot_id'), eb.ref('source.file_id')).as('path'),
        ])
        .where('source.source_id', 'in', sourceIds)
        .execute();
      return new Map(
        rows.map(({ source_id, url, path, read_on }) => [
          source_id,
          { fileId: path ?? url, readOn: toDate(read_on) },
        ]),
      );
    },

    publish: (botId, drafts, { by, indexVersion, over = null }) =>
      change({ bot: botId }, async (trx) => {
        const pairs = await findAll(trx, botId, drafts, 'live');
        if ('conflict' in pairs) return pairs;
        const takenBack = pairs.find(([, version]) => by === null && isTakenBack(version));
        if (takenBack)
          return { conflict: 'draft-moved', title: takenBack[0].title, number: takenBack[1].number };
        const isWaiting = pairs.some(([, { state }]) => state === 'draft');
        if (over !== null && isWaiting && (await knowledgeNumbers(trx, [botId])).get(botId) !== over)
          return { conflict: 'knowledge-moved' };
        const now = clock.now().getTime();
        const units: Record<'published' | 'indexing', Unit[]> = { published: [], indexing: [] };
        for (const [row, version] of pairs) {
          // Of what is to go live later, or waits for a person by now, the proof is known, and no more.
          if (by === null && version.state === 'draft' && !publishesItself(version, now)) {
            await updateVersion(
              trx,
              { bot_id: botId, unit_id: row.id, number: version.number },
              { release: 'person' },
            );
            continue;
          }
          const isLive = await publishDraft(trx, [row, version], { by, indexVersion, now });
          units[isLive ? 'published' : 'indexing'].push(await currentUnit(trx, row));
        }
        return units;
      }),

    discard: (botId, drafts) =>
      changeAll(botId, drafts, 'discarded', async (trx, row, version, now) => {
        if (version.state === 'draft') await discardDraft(trx, row, version, now);
        return currentUnit(trx, row);
      }),

    schedule: (botId, drafts, { on, by }) =>
      changeAll(botId, drafts, 'draft', async (trx, row, { bot_id, unit_id, number, publish_on }) => {
        await updateVersion(
          trx,
          { bot_id, unit_id, number },
          {
            publish_on: on?.getTime() ?? null,
            published_by: on && by,
            release: 'person',
            ...(on ? { held: null, index_failed: null } : {}),
          },
        );
        return { unit: await toOneUnit(trx, row), before: toDate(publish_on) };
      }),

    async due(indexVersion) {
      const selectDue = () =>
        selectDrafts(read)
          .where('version.publish_on', '<=', clock.now().getTime())
          .where('version.release', '=', 'person')
          .where('version.held', 'is', null)
          .where((eb) => isActiveBot(eb.ref('version.bot_id')));
      const waiting = selectDue()
        .select(['version.bot_id', 'version.publish_on', 'version.published_by'])
        .where((eb) => eb.not(isIndexed(indexVersion)))
        .distinct()
        .as('waiting');
      const rows = await selectDue()
        .leftJoin(waiting, (join) =>
          join
            .onRef('waiting.bot_id', '=', 'version.bot_id')
            .onRef('waiting.publish_on', '=', 'version.publish_on')
            .onRef('waiting.published_by', '=', 'version.published_by'),
        )
        .select(['version.bot_id', 'version.unit_id', 'version.number'])
        .select(['version.publish_on', 'version.published_by'])
        .where('waiting.bot_id', 'is', null)
        .orderBy('version.publish_on')
        .orderBy('version.unit_id')
        .limit(DUE_AT_ONCE)
        .execute();
      // Drafts that one person published in one call go live together.
      const sets = Map.groupBy(rows, (row) => [row.bot_id, row.publish_on, row.published_by].join());
      return [...sets.values()].map((set) => ({
        botId: set[0]?.bot_id ?? 0,
        on: new Date(set[0]?.publish_on ?? 0),
        drafts: set.map(({ unit_id: unitId, number }) => ({ unitId, version: number })),
      }));
    },

    async noteProof(botId, drafts, proofId, held) {
      if (drafts.length === 0) return;
      await change({ bot: botId }, async (trx) => {
        for (const { unitId, version } of drafts)
          await trx
            .updateTable('unit_version')
            .set({ proof_id: proofId, ...(held ? { held: printReason(held), release: 'person' } : {}) })
            .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, number: version, state: 'draft' }))
            .execute();
      });
    },
  };
}

/** Whether a draft goes live without a person: after its proof, or at its moment. Either may have been taken back meanwhile. */
const publishesItself = ({ release, held, publish_on }: VersionRow, now: number): boolean =>
  held === null && (publish_on === null ? release === 'proof' : publish_on <= now);

/** Gives up a draft, with the index that may be being made of it, and refuses the copies of pages that it was held for. */
async function discardDraft(trx: Queries, row: UnitRow, version: VersionRow, now: number): Promise<void> {
  const { bot_id, unit_id, number } = version;
  const { live_version: live } = row;
  const job = await readJob(trx, jobKey(bot_id, unit_id));
  const isBeingIndexed = job !== undefined && payloadOf(job).version === number;
  const answering = live === null ? undefined : await readVersion(trx, { bot_id, unit_id, number: live });
  if (isBeingIndexed) await dropUnitJob(trx, bot_id, unit_id, now);
  if (isBeingIndexed && live !== null)
    await restoreSources(trx, { bot_id, unit_id, number: live }, { live, earlier: payloadOf(job).earlier });
  if (isHeldByAccident(version)) await rejectCopies(trx, version, live);
  await updateVersion(
    trx,
    { bot_id, unit_id, number },
    { state: 'discarded', generation: null, publish_on: null },
  );
  await trx
    .updateTable('unit')
    .set({ draft_version: null, draft_awaited: null, version: row.version + 1 })
    .$if(isBeingIndexed, (query) => query.set({ settled_on: now, read_on: answering?.text_date ?? null }))
    .$if(isBeingIndexed && live !== null, (query) => query.set({ status: 'ready' }))
    .$if(live === null, (query) =>
      query.set({
        status: 'failed',
        reason: printReason({ code: 'draft-discarded', parameters: {} }),
      }),
    )
    .where((eb) => eb.and({ bot_id, id: unit_id }))
    .execute();
  await trimGenerations(trx, { bot_id, unit_id }, version.generation, now);
}

/** The copies that a draft has whatever they say, and that do not answer: they are not held once more. */
async function rejectCopies(
  trx: Queries,
  { bot_id, unit_id, number }: VersionRow,
  live: number | null,
): Promise<void> {
  await sql`update source set rejected_sha256 = fetched_sha256
    where bot_id = ${bot_id} and unit_id = ${unit_id} and url is not null and id in (
      select held.source_id from version_source as held
      left join reading on reading.bot_id = held.bot_id and reading.id = held.reading_id
      where held.bot_id = ${bot_id} and held.unit_id = ${unit_id} and held.number = ${number}
        and (reading.choices like '%"isAccepted"%'
          or (held.reading_id is null and held.reason is null and held.passages = 0))
        and not exists (select 1 from version_source as answering where answering.bot_id = held.bot_id
          and answering.unit_id = held.unit_id and answering.number = ${live ?? 0}
          and answering.reading_id = held.reading_id))`.execute(trx);
}

/** Holds what was published and waits for its tests. */
export async function holdDue(trx: Queries, botId: number, reason: Reason, now: number): Promise<void> {
  await trx
    .updateTable('unit_version')
    .set({ held: printReason(reason), release: 'person' })
    .where((eb) => eb.and({ bot_id: botId, state: 'draft' }))
    .where('publish_on', '<=', now)
    .where('held', 'is', null)
    .execute();
}

/** Lets drafts without a proof wait for a person, and for no proof; a moment that a person chose for their text stays. */
export async function holdUnproven(trx: Queries, botId: number, reason: Reason): Promise<void> {
  await trx
    .updateTable('unit_version')
    .set({ proof_id: NO_PROOF, release: 'person' })
    .set({
      held: sql<string>`coalesce(held, case when release = 'person' and publish_on is not null then null
        else ${printReason(reason)} end)`,
    })
    .where((eb) => eb.and({ bot_id: botId, state: 'draft' }))
    .where('proof_id', 'is', null)
    .execute();
}

/**
 * A draft that waits for nothing but its proof is published with that, also where a person asked for one before; while the
 * unit is being changed again, its next draft is proven.
 */
const isUnproven = sql<SqlBool>`(version.proof_id is null or version.release = 'proof')
  and (version.proof_id is null or unit.settled_on is not null)`;

/** The unit itself comes first, and a change that failed has to be repaired. The draft of a new unit waits, queued or not. */
const isAtRest = sql<SqlBool>`(unit.status = 'ready'
  or (unit.status = 'waiting' and unit.live_version is null and unit.settled_on is not null))`;

/** The proof of drafts that get none. */
const NO_PROOF = 0;

/** Drafts of units outside the bin. */
function selectDrafts(db: Reads, botId?: number) {
  return db
    .selectFrom('unit_version as version')
    .innerJoin('unit', (join) =>
      join
        .onRef('unit.bot_id', '=', 'version.bot_id')
        .onRef('unit.id', '=', 'version.unit_id')
        .onRef('unit.draft_version', '=', 'version.number'),
    )
    .where('version.state', '=', 'draft')
    .where('unit.deleted_on', 'is', null)
    .$if(botId !== undefined, (query) => query.where('version.bot_id', '=', botId ?? 0));
}

type DraftRow = VersionRow & Pick<UnitRow, 'title' | 'live_version'>;

async function toDrafts(db: Reads, rows: readonly DraftRow[], indexVersion: number): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const row of rows) {
    const [version] = await toVersions(db, [row], indexVersion);
    if (!version) continue;
    drafts.push({
      unit: { id: row.unit_id, title: row.title },
      version,
      isNew: row.live_version === null,
      release: row.release ?? 'person',
      held: parseReason(row.held),
      publishOn: toDate(row.publish_on),
      proofId: row.proof_id,
    });
  }
  return drafts;
}

/** Whether somebody took back the moment of a draft, or the draft was held, after it was chosen to go live. */
const isTakenBack = ({ state, release, publish_on, held }: VersionRow): boolean =>
  state === 'draft' && release !== 'proof' && (publish_on === null || held !== null);

/** The rows of all drafts; a conflict names the first draft that moved. */
async function findAll(
  trx: Queries,
  botId: number,
  drafts: readonly DraftKey[],
  done: VersionState,
): Promise<[UnitRow, VersionRow][] | DraftConflict> {
  const pairs: [UnitRow, VersionRow][] = [];
  for (const { unitId, version: number } of drafts) {
    const pair = await findDraft(trx, botId, unitId, number, done);
    if ('conflict' in pair) return pair;
    // What is being indexed began from this draft, and takes its place in a moment.
    if (done !== 'draft' && pair.version.state === 'draft' && (await isChanging(trx, botId, unitId)))
      return { conflict: 'draft-moved', title: pair.row.title, number };
    pairs.push([pair.row, pair.version]);
  }
  return pairs;
}

/** Makes a draft live, or lets its index be made first; whether it is live. A draft that is live already stays so. */
async function publishDraft(
  trx: Queries,
  [row, version]: [UnitRow, VersionRow],
  { by, indexVersion, now }: { by: string | null; indexVersion: number; now: number },
): Promise<boolean> {
  if (version.state !== 'draft') return version.state === 'live';
  const { bot_id, unit_id, number } = version;
  const key = { bot_id, unit_id };
  const published = { published_by: by ?? version.published_by, release: null, held: null, publish_on: null };
  if (await hasIndex(trx, version, indexVersion)) {
    await dropUnitJob(trx, bot_id, unit_id, now);
    await updateVersion(trx, { ...key, number }, { ...published, state: 'live', published_on: now });
    await makeLive(trx, row, version, now);
    return true;
  }
  const author = by === null ? {} : { by };
  // While the version is a draft still: queueing gives up the index that may be being made of one that is published.
  await queueUnit(trx, bot_id, unit_id, now, { cause: 'updated', version: number, ...author });
  await updateVersion(trx, { ...key, number }, { ...published, state: 'building', generation: null });
  await trimGenerations(trx, key, version.generation, now);
  return false;
}

/** A draft, or what a repeated call finds in its place: the same version, in the state that the call brings about. */
async function findDraft(
  trx: Queries,
  botId: number,
  unitId: number,
  number: number,
  done: VersionState,
): Promise<{ row: UnitRow; version: VersionRow } | DraftConflict> {
  const row = await trx
    .selectFrom('unit')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
  const version = row && (await readVersion(trx, { bot_id: botId, unit_id: unitId, number }));
  // A draft that is published while its index is made again stays the draft of its unit until then.
  const isDone = version?.state === done && (done === 'live' || row?.draft_version === null);
  const isSame = row?.draft_version === number || isDone;
  if (row && version && isSame) return { row, version };
  return { conflict: 'draft-moved', title: row?.title ?? String(unitId), number };
}

async function currentUnit(trx: Queries, { bot_id, id }: UnitRow): Promise<Unit> {
  const row = await trx
    .selectFrom('unit')
    .selectAll()
    .where((eb) => eb.and({ bot_id, id }))
    .executeTakeFirstOrThrow();
  return toOneUnit(trx, row);
}
