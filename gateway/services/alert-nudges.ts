import type { LedgerKind } from '#gateway/model.ts';
import { BUSY_MS, type Refusal } from './judge-alerts.ts';
import type { Watched } from './alert-rules.ts';

/** What calls leave behind for whoever judges alerts: kept in memory, so that a call costs some additions. */
export interface Nudges {
  /** True when a line may have been crossed. */
  spent(botId: number, ledger: LedgerKind, amount: number): boolean;
  /** True when nobody was told of a refusal of this kind yet. */
  refused(botId: number, whose: 'bot' | 'key', ledger: LedgerKind, refusal: Refusal): boolean;
  /** True when there may be a rise. */
  turnedAway(botId: number, on: Date): boolean;
  /** What was spent so far; made before reading how the ledgers stand, so that what is spent meanwhile counts. */
  mark(botId: number): ReadonlyMap<LedgerKind, number>;
  /** Refusals since the last look, by the causes that are watched; forgotten here. */
  takeRefusals(botId: number, watched: readonly Watched[]): Map<string, Refusal>;
  busy(botId: number, now: Date): { calls: number; lastOn: Date | null };
  expect(botId: number, next: Expected): void;
}

/** When the next look is due. */
export interface Expected {
  mark: ReadonlyMap<LedgerKind, number>;
  /** How much more crosses the next line, by ledger. */
  rooms: ReadonlyMap<LedgerKind, number>;
  /** How many 429 make a rise. */
  busyAt: number;
  /** Refusals that nobody need be told of again, by `refusalName`. */
  told: ReadonlySet<string>;
}

interface Meter {
  spent: number;
  /** Undefined until the first look. */
  lookAt: number | undefined;
}

interface OfBot {
  meters: Map<LedgerKind, Meter>;
  refusals: Map<string, Refusal>;
  told: ReadonlySet<string>;
  turnedAway: number[];
  busyAt: number;
}

/** No rule asks for more. */
const MOST_KEPT = 1000;

export function createNudges(): Nudges {
  const bots = new Map<number, OfBot>();
  const of = (botId: number): OfBot => {
    let found = bots.get(botId);
    if (!found) {
      found = { meters: new Map(), refusals: new Map(), told: new Set(), turnedAway: [], busyAt: 1 };
      bots.set(botId, found);
    }
    return found;
  };
  const meterOf = (botId: number, ledger: LedgerKind): Meter => {
    const { meters } = of(botId);
    let found = meters.get(ledger);
    if (!found) meters.set(ledger, (found = { spent: 0, lookAt: undefined }));
    return found;
  };
  const recent = (botId: number, now: number) => {
    const bot = of(botId);
    bot.turnedAway = bot.turnedAway.filter((on) => on > now - BUSY_MS).slice(-MOST_KEPT);
    return bot.turnedAway;
  };

  return {
    spent(botId, ledger, amount) {
      const meter = meterOf(botId, ledger);
      meter.spent += amount;
      return meter.lookAt === undefined || meter.spent >= meter.lookAt;
    },
    refused(botId, whose, ledger, refusal) {
      const { refusals, told } = of(botId);
      const name = refusalName(whose, ledger);
      refusals.set(name, refusal);
      return !told.has(name);
    },
    turnedAway(botId, on) {
      const kept = recent(botId, on.getTime());
      kept.push(on.getTime());
      return kept.length >= of(botId).busyAt;
    },
    mark: (botId) => new Map([...of(botId).meters].map(([ledger, { spent }]) => [ledger, spent])),
    takeRefusals(botId, watched) {
      const { refusals } = of(botId);
      const taken = new Map<string, Refusal>();
      for (const one of watched) {
        if (one.kind !== 'refused') continue;
        const refusal = refusals.get(refusalName(one.whose, one.state.ledger));
        if (refusal) taken.set(one.cause, refusal);
      }
      refusals.clear();
      return taken;
    },
    busy(botId, now) {
      const kept = recent(botId, now.getTime());
      const last = kept.at(-1);
      return { calls: kept.length, lastOn: last === undefined ? null : new Date(last) };
    },
    expect(botId, { mark, rooms, busyAt, told }) {
      const bot = of(botId);
      bot.busyAt = busyAt;
      bot.told = told;
      for (const [ledger, room] of rooms) meterOf(botId, ledger).lookAt = (mark.get(ledger) ?? 0) + room;
    },
  };
}

export function refusalName(whose: 'bot' | 'key', ledger: LedgerKind): string {
  return `${whose}:${ledger}`;
}
