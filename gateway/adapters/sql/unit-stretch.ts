import { type RawBuilder, sql } from 'kysely';
import { firstOfMonth, monthOf } from '#gateway/calendar/zone-day.ts';
import type { UseQuery } from '#gateway/ports.ts';

/** Behind the last day of any month, and so between two of them. */
const LAST = 31;
/** Days of a month that are read one by one; of more the month is read, and the others are taken off it. */
const SINGLE = 15;

/**
 * Rows of `id, calls, amount, estimated` whose sums by unit are those of a stretch of days: whole months, and at either end
 * what is missing, or, taken off, what is too much. Few rows even of thousands of units over a year.
 */
export function unitRows({ botId, ledger, from, to }: UseQuery): RawBuilder<unknown> {
  const of = sql`bot_id = ${botId} and ledger = ${ledger}`;
  const days = (first: number, last: number, sign: 1 | -1 = 1) => {
    const times = sql.lit(sign);
    return sql`select unit_id as id, ${times} * calls as calls, ${times} * amount as amount,
      ${times} * estimated as estimated from usage_unit_day where ${of} and day between ${first} and ${last}`;
  };
  const months = (first: number, last: number) =>
    sql`select unit_id as id, calls, amount, estimated from usage_unit_month
      where ${of} and month between ${first} and ${last}`;

  const [firstMonth, lastMonth] = [monthOf(from), monthOf(to)];
  const [beginning, ending] = [firstMonth * 100, lastMonth * 100 + LAST];
  const isShort = firstMonth === lastMonth && to - from < SINGLE;
  if (isShort) return days(from, to);
  const addsFirst = firstMonth < lastMonth && beginning + LAST - from < SINGLE;
  const addsLast = firstMonth < lastMonth && to % 100 <= SINGLE;
  const whole = months(
    addsFirst ? monthOf(firstOfMonth(from, 1)) : firstMonth,
    addsLast ? monthOf(firstOfMonth(to, -1)) : lastMonth,
  );
  return sql.join(
    [
      whole,
      addsFirst ? days(from, beginning + LAST) : days(beginning, from - 1, -1),
      addsLast ? days(lastMonth * 100, to) : days(to + 1, ending, -1),
    ],
    sql` union all `,
  );
}
