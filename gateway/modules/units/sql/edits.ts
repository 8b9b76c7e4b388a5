import { sql } from 'kysely';
import type { Clock } from '#gateway/core/clock.ts';
import { readJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import type { EditAnchor } from '#gateway/modules/units/model.ts';
import type { EditOutcome, EditStore, NewEdit, RunEdit } from '#gateway/modules/units/ports/edits.ts';
import type { UnitEditRow, UnitRow } from '#gateway/modules/units/tables.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { parseStored, parseTexts } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { readVersionEdits } from './edit-rows.ts';
import { jobKey, payloadOf, queueUnit } from './queue.ts';
import { openDraft } from './restore-sources.ts';
import { findUnitRow, toOneUnit } from './unit-rows.ts';

type Request = Parameters<EditStore['withdraw']>[3];

export function createEditStore({ read, change }: SqlDatabase, clock: Clock): EditStore {
  return {
    async list(botId, unitId, { offset, limit }) {
      const key = { bot_id: botId, unit_id: unitId };
      const edits = read.selectFrom('unit_edit').where((eb) => eb.and(key));
      const { total } = await edits
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const versions = await versionsOf(read, botId, unitId);
      const shown = versions?.draft_version ?? versions?.live_version ?? 0;
      const rows = await edits
        .selectAll()
        .orderBy(isInConflict(shown), 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const [live, draft] = [
        byId(await readVersionEdits(read, { ...key, number: versions?.live_version ?? null })),
        byId(await readVersionEdits(read, { ...key, number: versions?.draft_version ?? null })),
      ];
      const items = rows.map((row) => ({
        ...toEdit(row),
        id: row.id,
        by: row.author,
        madeOn: new Date(row.made_on),
        pending: row.pending,
        live: live.get(row.id)?.state ?? null,
        draft: draft.get(row.id)?.state ?? null,
        now: (draft.get(row.id) ?? live.get(row.id))?.now ?? null,
      }));
      return { items, total };
    },

    async ofRun(botId, unitId, version) {
      const key = { bot_id: botId, unit_id: unitId };
      const versions = version === null ? await versionsOf(read, botId, unitId) : undefined;
      const base = version ?? versions?.draft_version ?? versions?.live_version ?? null;
      const states = byId(await readVersionEdits(read, { ...key, number: base }));
      const rows = await selectEdits(read, key);
      const isOfRun = ({ id, pending }: UnitEditRow) => {
        const isHeld = states.has(id) && states.get(id)?.state !== 'ended';
        return isHeld || (version === null && pending === 'added');
      };
      const withPending = version === null;
      return rows.filter(isOfRun).map((row) => toRunEdit(row, states.get(row.id), withPending));
    },

    async ofLive(botId, unitId) {
      const key = { bot_id: botId, unit_id: unitId };
      const number = (await versionsOf(read, botId, unitId))?.live_version ?? null;
      const states = byId(await readVersionEdits(read, { ...key, number }));
      const rows = await selectEdits(read, key);
      return rows
        .filter(({ id }) => states.get(id)?.state === 'applied')
        .map((row) => toRunEdit(row, states.get(row.id), false));
    },

    add: (botId, unitId, edits, { replaced, ...request }) =>
      changeUnit({ change }, clock, { botId, unitId, request }, async (trx, row, now) => {
        for (const id of replaced) await withdraw(trx, { bot_id: botId, unit_id: unitId, id });
        for (const { sourceId, kind, anchor, before, after } of edits)
          await trx
            .insertInto('unit_edit')
            .values({
              bot_id: botId,
              unit_id: row.id,
              id: await nextId(trx, botId, 'unit-edit'),
              source_id: sourceId,
              kind,
              anchor: JSON.stringify(anchor),
              before: JSON.stringify(before),
              after: JSON.stringify(after),
              author: request.by ?? null,
              made_on: now,
              pending: 'added',
            })
            .execute();
      }).then((result) => ('conflict' in result ? result : result.unit)),

    async withdraw(botId, unitId, id, request) {
      let edit: NewEdit | undefined;
      const result = await changeUnit({ change }, clock, { botId, unitId, request }, async (trx) => {
        edit = await withdraw(trx, { bot_id: botId, unit_id: unitId, id });
        return edit ? undefined : { conflict: 'edit-missing' };
      });
      if ('conflict' in result) return result;
      if (!edit) throw new Error('an edit that was just withdrawn is gone');
      return { unit: result.unit, edit };
    },
  };
}

/** 1 of an edit that lost its place in a version. */
const isInConflict = (version: number) => sql<number>`(
  select count(*) from version_edit as held where held.bot_id = unit_edit.bot_id and held.unit_id = unit_edit.unit_id
    and held.edit_id = unit_edit.id and held.number = ${version} and held.state = 'conflict')`;

type Conflict = Extract<Awaited<ReturnType<EditStore['add']>>, { conflict: string }>;

/** Changes the edits of a unit and queues it: the change goes into its draft, where it has one. */
function changeUnit(
  { change }: Pick<SqlDatabase, 'change'>,
  clock: Clock,
  { botId, unitId, request }: { botId: number; unitId: number; request: Request },
  apply: (trx: Queries, row: UnitRow, now: number) => Promise<Conflict | undefined | void>,
): Promise<{ unit: Awaited<ReturnType<typeof toOneUnit>> } | Conflict> {
  const { expectedVersion, by, asDraft } = request;
  return change({ bot: botId }, async (trx) => {
    const row = await findUnitRow(trx, botId, unitId);
    if (!row) return { conflict: 'missing' };
    if (expectedVersion !== undefined && expectedVersion !== row.version)
      return { conflict: 'stale', unit: await toOneUnit(trx, row) };
    const now = clock.now().getTime();
    const conflict = await apply(trx, row, now);
    if (conflict) return conflict;
    await trx
      .updateTable('unit')
      .set({ version: row.version + 1 })
      .where((eb) => eb.and({ bot_id: botId, id: unitId }))
      .execute();
    await openDraft(trx, row);
    const job = await readJob(trx, jobKey(botId, unitId));
    // What the unit waits for already is not lost: a new source, or an address to be read again.
    const waiting = job && payloadOf(job).version === undefined ? payloadOf(job) : undefined;
    await queueUnit(trx, botId, unitId, now, {
      cause: waiting === undefined || waiting.cause === 'updated' ? 'edited' : waiting.cause,
      by,
      fetchedSince: waiting?.fetchedSince ?? null,
      asDraft: asDraft === true || waiting?.asDraft === true,
      isAwaited: waiting?.isAwaited,
    });
    const changed = await findUnitRow(trx, botId, unitId);
    return { unit: await toOneUnit(trx, changed ?? row) };
  });
}

/** An edit that no version has yet is given up at once. Undefined where it is in effect nowhere. */
async function withdraw(
  trx: Queries,
  key: { bot_id: number; unit_id: number; id: number },
): Promise<NewEdit | undefined> {
  const row = await trx
    .selectFrom('unit_edit')
    .selectAll()
    .where((eb) => eb.and(key))
    .executeTakeFirst();
  if (!row || row.pending === 'withdrawn') return undefined;
  const versions = await versionsOf(trx, key.bot_id, key.unit_id);
  const number = versions?.draft_version ?? versions?.live_version ?? null;
  const base = await readVersionEdits(trx, { bot_id: key.bot_id, unit_id: key.unit_id, number });
  const isHeld = base.some(({ id, state }) => id === key.id && state !== 'ended');
  if (!isHeld && row.pending === null) return undefined;
  await trx
    .updateTable('unit_edit')
    .set({ pending: isHeld ? 'withdrawn' : null })
    .where((eb) => eb.and(key))
    .execute();
  return toEdit(row);
}

const versionsOf = (reads: Reads, botId: number, unitId: number) =>
  reads
    .selectFrom('unit')
    .select(['live_version', 'draft_version'])
    .where((eb) => eb.and({ bot_id: botId, id: unitId }))
    .executeTakeFirst();

const selectEdits = (reads: Reads, key: { bot_id: number; unit_id: number }): Promise<UnitEditRow[]> =>
  reads
    .selectFrom('unit_edit')
    .selectAll()
    .where((eb) => eb.and(key))
    .orderBy('id')
    .execute();

const byId = (edits: readonly EditOutcome[]) => new Map(edits.map((edit) => [edit.id, edit]));

const toEdit = (row: UnitEditRow): NewEdit => ({
  sourceId: row.source_id,
  kind: row.kind,
  anchor: parseStored(row.anchor) as EditAnchor,
  before: parseTexts(row.before),
  after: parseTexts(row.after),
});

function toRunEdit(row: UnitEditRow, outcome: EditOutcome | undefined, withPending: boolean): RunEdit {
  const { state = 'applied', now = null } = outcome ?? {};
  return { ...toEdit(row), id: row.id, pending: withPending ? row.pending : null, state, now };
}
