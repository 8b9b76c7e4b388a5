import type { LedgerKind } from '#gateway/model.ts';
import { BUSY_MS, type Refusal } from './judge-alerts.ts';

/** What calls leave behind for whoever judges alerts: kept in memory, so that a call costs some additions. */
export interface Nudges {
  /** True when a line may have been crossed. */
  spent(botId: number, ledger: LedgerKind, amount: number): boolean;
  /** True when nobody was told of a refusal of this quota, or by the cap of this key, yet. */
  refused(botId: number, refusal: OwnedRefusal): boolean;
  /** True when there may be a rise. */
  turnedAway(botId: number, on: Date): boolean;
  /** What was spent so far; made before reading how the ledgers stand, so that what is spent meanwhile counts. */
  mark(botId: number): ReadonlyMap<LedgerKind, number>;
  /** The newest refusal of each quota and key's cap since the last look; forgotten here. */
  takeRefusals(botId: number): OwnedRefusal[];
  busy(botId: number, now: Date): { calls: number; lastOn: Date | null };
  expect(botId: number, next: Expected): void;
}

/** `family`: of the key whose cap refused; null: the bot's quota did. */
export interface OwnedRefusal extends Refusal {
  ledger: LedgerKind;
  family: string | null;
}

/** When the next look is due. */
export interface Expected {
  mark: ReadonlyMap<LedgerKind, number>;
  /** How much more crosses the next line, by ledger. */
  rooms: ReadonlyMap<LedgerKind, number>;
  /** How many 429 make a rise. */
  busyAt: number;
  /** Refusals that nobody need be told of again, by `refusalName` or, of all keys, by `capsName`. */
  told: ReadonlySet<string>;
}

interface Meter {
  spent: number;
  /** Undefined until the first look. */
  lookAt: number | undefined;
}

interface OfBot {
  meters: Map<LedgerKind, Meter>;
  refusals: Map<string, OwnedRefusal>;
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
    refused(botId, refusal) {
      const { refusals, told } = of(botId);
      const name = refusalName(refusal);
      refusals.set(name, refusal);
      return !told.has(name) && (refusal.family === null || !told.has(capsName(refusal.ledger)));
    },
    turnedAway(botId, on) {
      const kept = recent(botId, on.getTime());
      kept.push(on.getTime());
      return kept.length >= of(botId).busyAt;
    },
    mark: (botId) => new Map([...of(botId).meters].map(([ledger, { spent }]) => [ledger, spent])),
    takeRefusals(botId) {
      const { refusals } = of(botId);
      const taken = [...refusals.values()];
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

export function refusalName({ ledger, family }: Pick<OwnedRefusal, 'ledger' | 'family'>): string {
  return family === null ? `bot:${ledger}` : `${capsName(ledger)}:${family}`;
}

/** Caps of all keys, where nothing watches for them. */
export const capsName = (ledger: LedgerKind): string => `key:${ledger}`;
