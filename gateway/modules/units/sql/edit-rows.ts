import type { EditOutcome } from '#gateway/modules/units/ports/edits.ts';
import type { Queries, Reads } from '#gateway/sql/database.ts';

interface UnitKey {
  bot_id: number;
  unit_id: number;
}

/** Of no edit: a list in SQL has a member. */
const NO_EDIT = 0;

/** The edits of a version. */
export async function readVersionEdits(
  reads: Reads,
  key: UnitKey & { number: number | null },
): Promise<EditOutcome[]> {
  if (key.number === null) return [];
  const rows = await reads
    .selectFrom('version_edit')
    .select(['edit_id as id', 'state', 'now'])
    .where((eb) => eb.and({ ...key, number: key.number ?? 0 }))
    .orderBy('edit_id')
    .execute();
  return rows;
}

/** Replaces the edits of a version. */
export async function writeVersionEdits(
  trx: Queries,
  key: UnitKey & { number: number },
  edits: readonly EditOutcome[],
): Promise<void> {
  await trx
    .deleteFrom('version_edit')
    .where((eb) => eb.and(key))
    .execute();
  if (edits.length === 0) return;
  await trx
    .insertInto('version_edit')
    .values(edits.map(({ id, state, now }) => ({ ...key, edit_id: id, state, now })))
    .execute();
}

/** After a version was made: edits that were added to the version, or withdrawn from it, wait for nothing more. */
export async function endPending(
  trx: Queries,
  unit: UnitKey,
  edits: readonly EditOutcome[] | 'all',
): Promise<void> {
  const ids = edits === 'all' || edits.length === 0 ? [NO_EDIT] : edits.map(({ id }) => id);
  await trx
    .updateTable('unit_edit')
    .set({ pending: null })
    .where((eb) => eb.and(unit))
    .where('pending', 'is not', null)
    .$if(edits !== 'all', (query) =>
      query.where((eb) =>
        eb.or([
          eb.and([eb('pending', '=', 'withdrawn'), eb('id', 'not in', ids)]),
          eb.and([eb('pending', '=', 'added'), eb('id', 'in', ids)]),
        ]),
      ),
    )
    .execute();
}

/** Removes the edits of versions that are removed, and those that no other version has. */
export async function removeVersionEdits(trx: Queries, key: UnitKey & { number?: number }): Promise<void> {
  const { bot_id, unit_id } = key;
  await trx
    .deleteFrom('version_edit')
    .where((eb) => eb.and(key))
    .execute();
  await trx
    .deleteFrom('unit_edit')
    .where((eb) => eb.and({ bot_id, unit_id }))
    .where((eb) =>
      eb(
        'id',
        'not in',
        eb
          .selectFrom('version_edit')
          .select('edit_id')
          .where((of) => of.and({ bot_id, unit_id })),
      ),
    )
    .$if(key.number !== undefined, (query) => query.where('pending', 'is', null))
    .execute();
}
