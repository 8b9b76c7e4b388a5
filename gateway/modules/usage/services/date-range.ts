import { addDays, daysBetween, parseDay, printDay, zoneHourAt } from '#gateway/core/calendar/zone-day.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';

/** Days as they were asked for: `2026-11-21`. */
export interface DateRangeQuery {
  from?: string | undefined;
  to?: string | undefined;
}

/** Days of a zone, both included. */
interface DateRange {
  zone: string;
  from: number;
  to: number;
}

const DEFAULT_RANGE_DAYS = 30;
export const MAX_RANGE_DAYS = 400;
export const MAX_HOURLY_RANGE_DAYS = 8;

/** The time zone of a bot, which is the zone of its ledgers. */
export async function zoneOf({ ledger }: Pick<Ports, 'ledger'>, botId: number): Promise<string> {
  const ledgers = await ledger.all(botId);
  const own = ledgers.find((state) => state.ledger === 'text') ?? ledgers[0];
  return own?.zone ?? 'UTC';
}

/** The days that are meant: the last 30 unless told, none after today. Throws 400 for no days or more than `maxDays`. */
export async function resolveDateRange(
  ports: Pick<Ports, 'ledger' | 'clock'>,
  botId: number,
  query: DateRangeQuery,
  { maxDays = MAX_RANGE_DAYS, ledger }: { maxDays?: number; ledger?: LedgerKind } = {},
): Promise<DateRange> {
  const own = ledger && (await ports.ledger.state(botId, ledger));
  const zone = own?.zone ?? (await zoneOf(ports, botId));
  const today = zoneHourAt(zone, ports.clock.now()).day;
  const to = query.to === undefined ? today : parseDay(query.to);
  const last = Math.min(to, today);
  const from =
    query.from === undefined
      ? addDays(last, 1 - Math.min(DEFAULT_RANGE_DAYS, maxDays))
      : parseDay(query.from);
  const length = daysBetween(from, last) + 1;
  if (length < 1 || length > maxDays)
    throw new GatewayFault(
      'days-out-of-range',
      { from: printDay(from), to: printDay(last), max: maxDays },
      { field: 'from' },
    );
  return { zone, from, to: last };
}

/** Every day of it. */
export function daysIn({ from, to }: DateRange): number[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, offset) => addDays(from, offset));
}
