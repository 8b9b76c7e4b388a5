import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  availabilityAt,
  nextChangeAfter,
  type UnitValidity,
  type Validity,
} from '#gateway/modules/units/model.ts';
import type { UnitStore } from '#gateway/modules/units/ports/units.ts';
import type { UnitRow } from '#gateway/modules/units/tables.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { toDate } from '#gateway/sql/json.ts';
import type { StoreClock } from '#gateway/sql/store-clock.ts';
import { findUnitRow, toOneUnit } from './unit-rows.ts';

export type ValidityRow = Pick<UnitRow, 'is_off' | 'valid_from' | 'valid_until'>;

export const toValidity = (row: ValidityRow): Validity => ({
  isOff: row.is_off === 1,
  validFrom: toDate(row.valid_from),
  validUntil: toDate(row.valid_until),
});

/** What the rows mean now; the clock is asked only where a date decides. */
export async function createValidityView(
  reads: Reads,
  now: StoreClock,
  rows: readonly ValidityRow[],
): Promise<(row: ValidityRow) => UnitValidity> {
  const isDated = rows.some((row) => row.valid_from !== null || row.valid_until !== null);
  const moment = isDated ? await now(reads) : 0;
  return (row) => {
    const validity = toValidity(row);
    return { ...validity, availability: availabilityAt(validity, moment) };
  };
}

/** Whether a unit of a query is neither switched off nor outside its dates. */
export const isAvailableAt = (moment: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(is_off = 0 and (valid_from is null or valid_from <= ${moment})
    and (valid_until is null or valid_until > ${moment}))`;

export function createValidityWrites(
  { read, change }: SqlDatabase,
  now: StoreClock,
): Pick<UnitStore, 'setValidity' | 'noteValidity'> {
  return {
    setValidity: (botId, id, validity) =>
      change({ bot: botId }, async (trx) => {
        const row = await findUnitRow(trx, botId, id);
        if (!row) return undefined;
        const moment = await now(trx);
        const columns = {
          is_off: validity.isOff ? 1 : 0,
          valid_from: validity.validFrom?.getTime() ?? null,
          valid_until: validity.validUntil?.getTime() ?? null,
        };
        // What is said twice changes no answer, and no evaluation follows.
        const isSame =
          columns.is_off === row.is_off &&
          columns.valid_from === row.valid_from &&
          columns.valid_until === row.valid_until;
        if (!isSame)
          await update(trx, row, { ...columns, next_change_on: nextChange(toValidity(columns), moment) });
        return {
          unit: await toOneUnit(trx, row),
          before: toValidity(row),
          after: { ...validity, availability: availabilityAt(validity, moment) },
        };
      }),

    async noteValidity(limit) {
      const moment = await now(read);
      const rows = await read
        .selectFrom('unit')
        .select(['bot_id', 'id'])
        .where('next_change_on', '<=', moment)
        .orderBy('next_change_on')
        .limit(limit)
        .execute();
      for (const [botId, units] of Map.groupBy(rows, (row) => row.bot_id))
        await change({ bot: botId }, async (trx) => {
          const due = await trx
            .selectFrom('unit')
            .selectAll()
            .where('bot_id', '=', botId)
            .where('next_change_on', '<=', moment)
            .where(
              'id',
              'in',
              units.map(({ id }) => id),
            )
            .execute();
          for (const row of due)
            await update(trx, row, { next_change_on: nextChange(toValidity(row), moment) });
        });
      return rows.length;
    },
  };
}

/** Of a unit that is switched off no moment matters. */
const nextChange = (validity: Validity, moment: number): number | null =>
  validity.isOff ? null : nextChangeAfter(validity, moment);

async function update(
  trx: Queries,
  { bot_id, id }: Pick<UnitRow, 'bot_id' | 'id'>,
  columns: Partial<UnitRow>,
): Promise<void> {
  await trx
    .updateTable('unit')
    .set(columns)
    .where((eb) => eb.and({ bot_id, id }))
    .execute();
}
