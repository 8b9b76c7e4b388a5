import { sql } from 'kysely';
import { foldText } from '#common/fold-text.ts';
import type { ByteBudget } from '#gateway/core/byte-budget.ts';
import type { Clock } from '#gateway/core/clock.ts';
import type { UnitQuery, UnitStore } from '#gateway/modules/units/ports/units.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { patternFor } from '#gateway/sql/like-pattern.ts';
import { createStoreClock, type StoreClock } from '#gateway/sql/store-clock.ts';
import { toChangeableUnit } from './restore-sources.ts';
import { createSearchableUnits } from './searchable-units.ts';
import { createUnitBin } from './unit-bin.ts';
import { findUnitRow, hasKeptSource, hasLostSource, toOneUnit, toUnits } from './unit-rows.ts';
import { createUnitStates } from './unit-states.ts';
import { createUnitWrites } from './unit-writes.ts';
import { createValidityWrites, isAvailableAt } from './validity.ts';

export function createUnitStore(
  db: SqlDatabase,
  clock: Clock,
  memory: ByteBudget,
  extensions: Pick<SqlExtensions, 'removeDerived' | 'onUnitRemoved'>,
): UnitStore {
  const now = createStoreClock(db, clock);
  return {
    ...createUnitReads(db, memory, now),
    ...createUnitWrites(db, clock),
    ...createValidityWrites(db, now),
    ...createUnitBin(db, clock, extensions),
    ...createUnitStates(db, now),
  };
}

type UnitReads = Pick<
  UnitStore,
  | 'get'
  | 'getToChange'
  | 'list'
  | 'byTitleKeys'
  | 'listSearchable'
  | 'documentsOf'
  | 'namedSources'
  | 'binnedBefore'
>;

function createUnitReads({ read }: SqlDatabase, memory: ByteBudget, now: StoreClock): UnitReads {
  return {
    async get(botId, id) {
      const row = await findUnitRow(read, botId, id);
      return row && toOneUnit(read, row);
    },

    async getToChange(botId, id) {
      const row = await findUnitRow(read, botId, id);
      return row && toChangeableUnit(read, row);
    },

    async list(botId, query) {
      const moment = query.isAvailable === undefined ? 0 : await now(read);
      const { total } = await matching(read, botId, query, moment)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const direction = query.sort.descending ? 'desc' : 'asc';
      const rows = await matching(read, botId, query, moment)
        .selectAll()
        .orderBy(SORTED_BY[query.sort.by], direction)
        .orderBy('id', direction)
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      return { items: await toUnits(read, botId, rows), total };
    },

    ...createSearchableUnits(read, memory, now),

    async binnedBefore(before, limit) {
      const rows = await read
        .selectFrom('unit')
        .select(['bot_id', 'id'])
        .where('deleted_on', '<', before.getTime())
        .orderBy('deleted_on')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ botId: row.bot_id, id: row.id }));
    },
  };
}

const SORTED_BY = {
  title: sql`title_folded`,
  createdOn: sql`created_on`,
  modifiedOn: sql`modified_on`,
  deletedOn: sql`deleted_on`,
  status: sql`case status when 'waiting' then 0 when 'indexing' then 1 when 'ready' then 2 else 3 end`,
} satisfies Record<UnitQuery['sort']['by'], unknown>;

/** Every word of the search must be found, in the title or the description. */
function matching(reads: Reads, botId: number, query: UnitQuery, moment: number) {
  let units = reads.selectFrom('unit').where('bot_id', '=', botId);
  units = units.where('deleted_on', query.isInBin ? 'is not' : 'is', null);
  if (query.status) units = units.where('status', '=', query.status);
  const { isPartlyReady, hasUpdateFailed } = query;
  if (isPartlyReady !== undefined)
    units = units
      .where('status', '=', 'ready')
      .where((eb) => (isPartlyReady ? hasLostSource : eb.not(hasLostSource)));
  if (hasUpdateFailed !== undefined)
    units = units
      .where('status', '=', 'ready')
      .where((eb) =>
        hasUpdateFailed
          ? eb.and([hasKeptSource, eb.not(hasLostSource)])
          : eb.or([eb.not(hasKeptSource), hasLostSource]),
      );
  const { isAvailable, ownerId } = query;
  if (isAvailable !== undefined)
    units = units.where((eb) => (isAvailable ? isAvailableAt(moment) : eb.not(isAvailableAt(moment))));
  if (ownerId === null) units = units.where('owner_id', 'is', null);
  else if (ownerId !== undefined) units = units.where('owner_id', '=', ownerId);
  if (query.ids) units = units.where('id', 'in', query.ids);
  const words = foldText(query.search ?? '').split(' ');
  for (const word of words.filter((part) => part !== '')) {
    const pattern = patternFor(word);
    units = units.where(
      sql<boolean>`(title_folded like ${pattern} escape '\\' or description_folded like ${pattern} escape '\\')`,
    );
  }
  return units;
}
