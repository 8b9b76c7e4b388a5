import { addDays, daysBetween, zoneHourAt } from '#gateway/calendar/zone-day.ts';
import type { LedgerState } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { DAYS_LOOKED_AT, type Forecast, forecastUse } from './forecast.ts';

/** First use is looked for so far back, so that quiet days before it do not count and those after it do. */
const DAYS_READ = 2 * DAYS_LOOKED_AT;

export interface ForeseenLedger extends LedgerState {
  forecast: Forecast | null;
}

export type UsagePorts = Pick<Ports, 'ledger' | 'usage' | 'clock'>;

/** The ledgers of a bot as they are now, and how long each will last. */
export async function foreseeLedgers(
  ports: UsagePorts,
  botId: number,
  look: typeof foresee = foresee,
): Promise<ForeseenLedger[]> {
  const foreseen: ForeseenLedger[] = [];
  for (const state of await ports.ledger.all(botId))
    foreseen.push({ ...state, forecast: await look(ports, botId, state) });
  return foreseen;
}

/** How long what is left of a ledger will last. */
export async function foresee(
  { usage, clock }: UsagePorts,
  botId: number,
  { ledger, used, total, zone, endsOn }: LedgerState,
): Promise<Forecast | null> {
  const today = zoneHourAt(zone, clock.now()).day;
  const from = addDays(today, -DAYS_READ);
  const days = Array.from({ length: DAYS_READ + 1 }, () => 0);
  for (const { day, amount } of await usage.totals({ botId, ledger, from, to: today, step: 'day' }))
    days[daysBetween(from, day)] = amount;
  const usedToday = days.pop() ?? 0;
  const periodEnds = endsOn && zoneHourAt(zone, new Date(endsOn.getTime() - 1)).day;
  return forecastUse({ used, total, days, today, usedToday, periodEnds });
}
