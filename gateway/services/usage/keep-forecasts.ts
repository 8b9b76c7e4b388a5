import { zoneHourAt } from '#gateway/calendar/zone-day.ts';
import type { LedgerState } from '#gateway/model.ts';
import type { UsageStore } from '#gateway/ports.ts';
import type { Forecast } from './forecast.ts';
import { foresee, type UsagePorts } from './usage.ts';

/** A forecast looks at whole days: some minutes later it is the same but for what was used since. */
const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 5_000;
/** The share of a total whose use makes a forecast anew. */
const MUCH = 0.01;

interface Kept {
  on: number;
  today: number;
  state: LedgerState;
  forecast: Forecast | null;
}

const kept = new WeakMap<UsageStore, Map<string, Kept>>();

/**
 * How long a ledger will last, as looked at within the last five minutes; made anew with another day, period, zone or
 * total, or when a hundredth of the total was used since. One costs milliseconds, and there are tables of all bots:
 * after each that is made others have their turn.
 */
export async function foreseeRoughly(
  ports: UsagePorts,
  botId: number,
  state: LedgerState,
): Promise<Forecast | null> {
  const ofStore = kept.get(ports.usage) ?? new Map<string, Kept>();
  kept.set(ports.usage, ofStore);
  const name = `${botId} ${state.ledger}`;
  const now = ports.clock.now();
  const today = zoneHourAt(state.zone, now).day;
  const known = ofStore.get(name);
  const isFresh = known && Math.abs(now.getTime() - known.on) < KEPT_MS && known.today === today;
  if (isFresh && isAlike(known.state, state)) return known.forecast;
  const forecast = await foresee(ports, botId, state);
  if (ofStore.size >= MOST_KEPT) ofStore.clear();
  ofStore.set(name, { on: now.getTime(), today, state, forecast });
  await new Promise((resolve) => setTimeout(resolve, 0));
  return forecast;
}

function isAlike(one: LedgerState, other: LedgerState): boolean {
  return (
    one.total === other.total &&
    one.zone === other.zone &&
    one.endsOn?.getTime() === other.endsOn?.getTime() &&
    one.used >= one.total === other.used >= other.total &&
    Math.abs(one.used - other.used) <= MUCH * one.total
  );
}
