import { LRUCache } from 'lru-cache';
import type { BindingLimit } from '#contract/usage.ts';
import { addDays, daysBetween, startOfDay, zoneHourAt } from '#gateway/core/calendar/zone-day.ts';
import { DAY_MS } from '#gateway/core/clock.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import type { LedgerState, UsageKey } from '#gateway/modules/usage/model.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';
import type { UsageSlot } from '#gateway/modules/usage/ports/usage.ts';
import { type Exhaustion, findExhaustion } from './exhaustion.ts';
import { FORECAST_WINDOW_DAYS, type Forecast, forecastUsage } from './forecast.ts';

/** First use is looked for so far back, so that quiet days before it do not count and those after it do. */
const HISTORY_DAYS = 2 * FORECAST_WINDOW_DAYS;
const HOUR_MS = DAY_MS / 24;

export interface LedgerWithForecast extends LedgerState {
  forecast: Forecast | null;
  exhausted: Exhaustion | null;
}

type UsagePorts = Pick<Ports, 'ledger' | 'usage' | 'clock'>;

/** The ledgers of a bot as they are now, and how long each will last. */
export async function forecastLedgers(
  ports: UsagePorts,
  botId: number,
  forecast: typeof forecastLedger = forecastLedger,
): Promise<LedgerWithForecast[]> {
  const forecasted: LedgerWithForecast[] = [];
  for (const state of await ports.ledger.all(botId))
    forecasted.push({
      ...state,
      forecast: await forecast(ports, botId, state),
      exhausted: await findExhaustion(ports, botId, state),
    });
  return forecasted;
}

/** How long what is left of a ledger will last. */
export async function forecastLedger(
  ports: UsagePorts,
  botId: number,
  state: LedgerState,
): Promise<Forecast | null> {
  return forecastLimit(ports, state, (slots) =>
    ports.usage.totals({ ...slots, botId, ledger: state.ledger }),
  );
}

/** A ledger, and the cap of a key on it: what the calls of that key meet. */
interface KeyedLedger extends LedgerWithForecast {
  /** Null: the key has no cap. */
  key: KeyLimit | null;
  binding: BindingLimit;
}

type KeyLimit = Pick<LedgerWithForecast, 'used' | 'reserved' | 'total' | 'forecast' | 'exhausted'>;

/** The ledgers of a bot with the caps of one key. */
export async function forecastForKey(
  ports: UsagePorts,
  botId: number,
  { family, caps }: Pick<UsageKey, 'family' | 'caps'>,
): Promise<KeyedLedger[]> {
  const hasCaps = Object.keys(caps).length > 0;
  const usedByKey = hasCaps ? await ports.ledger.usedByKeys(botId, family) : [];
  const keyed: KeyedLedger[] = [];
  for (const state of await forecastLedgers(ports, botId)) {
    const { ledger } = state;
    const cap = caps[ledger];
    if (cap === undefined) {
      keyed.push({ ...state, key: null, binding: bindingOf(state, null) });
      continue;
    }
    const { used = 0, reserved = 0 } = usedByKey.find((usage) => usage.ledger === ledger) ?? {};
    const limit = { used, reserved, total: cap };
    const forecast = await forecastLimit(ports, { ...state, ...limit }, (slots) =>
      ports.usage.slots({ ...slots, botId, ledger, by: 'key', ids: [family] }),
    );
    const exhausted = await findExhaustion(ports, botId, { ...state, ...limit }, family);
    const key = { ...limit, forecast, exhausted };
    keyed.push({ ...state, key, binding: bindingOf(state, key) });
  }
  return keyed;
}

/** The tighter of cap and quota, unless usage resets before the forecast lets it end. */
function bindingOf({ endsOn, ...state }: LedgerWithForecast, key: KeyLimit | null): BindingLimit {
  const isKey = key !== null && leftOf(key) < leftOf(state);
  const limit = isKey ? key : state;
  if (endsOn !== null && leftOf(limit) > 0 && limit.forecast?.exhaustsBeforeReset === false) return 'period';
  return isKey ? 'key' : 'bot';
}

function leftOf({ used, reserved, total }: Pick<LedgerState, 'used' | 'reserved' | 'total'>): number {
  return Math.max(0, total - used - reserved);
}

async function forecastLimit(
  { clock }: Pick<UsagePorts, 'clock'>,
  { used, total, zone, endsOn }: LedgerState,
  readSlots: ReadSlots,
): Promise<Forecast | null> {
  const now = clock.now();
  const today = zoneHourAt(zone, now).day;
  const from = addDays(today, -HISTORY_DAYS);
  const days = Array.from({ length: HISTORY_DAYS + 1 }, () => 0);
  for (const { day, amount } of await readSlots({ from, to: today, step: 'day' }))
    days[daysBetween(from, day)] = amount;
  const usedToday = days.pop() ?? 0;
  const periodEnds = endsOn && zoneHourAt(zone, new Date(endsOn.getTime() - 1)).day;
  const sinceMidnight = now.getTime() - startOfDay(zone, today).getTime();
  const dayPassed = Math.min(1, sinceMidnight / DAY_MS);
  const recent = sumRecent(await readSlots({ from: addDays(today, -1), to: today, step: 'hour' }), {
    ...zoneHourAt(zone, now),
    hourPassed: (sinceMidnight % HOUR_MS) / HOUR_MS,
  });
  return forecastUsage({ used, total, days, today, usedToday, ...recent, now, dayPassed, periodEnds });
}

type ReadSlots = (query: {
  from: number;
  to: number;
  step: 'day' | 'hour';
}) => Promise<readonly Pick<UsageSlot, 'day' | 'hour' | 'amount'>[]>;

/** What the last 60 minutes and the last 24 hours used: of the hour that they begin in, the part that lies in them. */
function sumRecent(
  slots: readonly Pick<UsageSlot, 'day' | 'hour' | 'amount'>[],
  { day, hour, hourPassed }: { day: number; hour: number; hourPassed: number },
) {
  const sum = { lastHour: 0, lastDay: 0 };
  for (const slot of slots) {
    const ago = daysBetween(slot.day, day) * 24 + hour - slot.hour;
    const partWithin = (hours: number) => (ago < hours ? 1 : ago === hours ? 1 - hourPassed : 0);
    sum.lastHour += slot.amount * partWithin(1);
    sum.lastDay += slot.amount * partWithin(24);
  }
  return sum;
}

/** Some minutes later a forecast is the same but for what was used since. */
const FRESH_MS = 5 * 60_000;
const MAX_LEDGERS = 5_000;
/** The share of a total whose use makes a forecast stale. */
const STALE_SHARE = 0.01;

interface CachedForecast {
  on: number;
  today: number;
  state: LedgerState;
  forecast: Forecast | null;
}

/**
 * Forecasts kept for five minutes. One is made again with another day, period, zone or total, or when a hundredth of the
 * total was used since. One costs milliseconds, and there are tables of all bots: after each that is made others have
 * their turn.
 */
export function createForecastCache(): typeof forecastLedger {
  const cache = new LRUCache<string, CachedForecast>({ max: MAX_LEDGERS });
  return async (ports, botId, state) => {
    const name = `${botId} ${state.ledger}`;
    const now = ports.clock.now();
    const today = zoneHourAt(state.zone, now).day;
    const cached = cache.get(name);
    const isFresh = cached && Math.abs(now.getTime() - cached.on) < FRESH_MS && cached.today === today;
    if (isFresh && isAlike(cached.state, state)) return cached.forecast;
    const forecast = await forecastLedger(ports, botId, state);
    cache.set(name, { on: now.getTime(), today, state, forecast });
    await yieldToEventLoop();
    return forecast;
  };
}

function isAlike(a: LedgerState, b: LedgerState): boolean {
  return (
    a.total === b.total &&
    a.zone === b.zone &&
    a.endsOn?.getTime() === b.endsOn?.getTime() &&
    a.used >= a.total === b.used >= b.total &&
    Math.abs(a.used - b.used) <= STALE_SHARE * a.total
  );
}

/**
 * The ledgers of every bot that the key may see, or of some, by page; what lies in the bin is left out. One bot after the other:
 * calls of others come in between.
 */
export async function readUsageOfBots(
  ports: Pick<Ports, 'bots' | 'ledger' | 'usage' | 'clock'>,
  key: Pick<UsageKey, 'bots' | 'allBots'>,
  { ids, offset, limit }: { ids?: string | undefined; offset: number; limit: number },
  forecasts: typeof forecastLedger,
): Promise<{
  items: { id: number; name: string; archived: boolean; ledgers: LedgerWithForecast[] }[];
  total: number;
}> {
  const wanted = ids && new Set(ids.split(',').map(Number));
  const bots = (await ports.bots.all()).filter(
    ({ id, deletedOn }) =>
      deletedOn === null && (key.allBots || key.bots.includes(id)) && (!wanted || wanted.has(id)),
  );
  const items = [];
  for (const { id, name, archivedOn } of bots.slice(offset, offset + limit))
    items.push({
      id,
      name,
      archived: archivedOn !== null,
      ledgers: await forecastLedgers(ports, id, forecasts),
    });
  return { items, total: bots.length };
}
