import * as z from 'zod/mini';
import type { Consumption } from '#contract/envelope.ts';
import type { Connection } from './connection.ts';
import { baseOf } from './connection.ts';

/** A Consumption value and when this browser saw it, in milliseconds since 1970. */
export type Seen = { at: number; used: number; total: number };

const rowSchema = z.tuple([z.number(), z.number(), z.number()]);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Older than this, one a day is kept. */
const HOURLY_FOR = 14 * DAY;
const KEPT_FOR = 400 * DAY;
const MOST = 1200;
/** Answers overtake each other; what was used does not really fall between two of them. */
const OVERTAKEN_WITHIN = 60_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type ConsumptionHistory = {
  /** Oldest first. */
  all: () => readonly Seen[];
  note: (consumption: Consumption, at?: number) => void;
  forget: () => void;
  subscribe: (listener: () => void) => () => void;
};

/** The last value of each hour, of each day after two weeks; before a fall, which is a reset, always the highest. */
export function thinSeen(seen: readonly Seen[], now: number): Seen[] {
  const slotOf = ({ at }: Seen) =>
    now - at > HOURLY_FOR ? `day ${Math.floor(at / DAY)}` : `hour ${Math.floor(at / HOUR)}`;
  return seen
    .filter((one, index) => {
      if (now - one.at > KEPT_FOR) return false;
      const next = seen[index + 1];
      return next === undefined || next.used < one.used || slotOf(next) !== slotOf(one);
    })
    .slice(-MOST);
}

/**
 * For gateways that keep no figures of use: what their responses reported of the text quota, as this browser saw it,
 * by address and bot. It holds numbers and moments, never a key.
 */
export function createConsumptionHistory(
  connection: Pick<Connection, 'baseUrl' | 'bot'>,
  store: Store | undefined,
): ConsumptionHistory {
  const name = `fihrist.consumption ${baseOf(connection)} ${connection.bot}`;
  let written: string | null = null;
  let seen: Seen[] = [];
  const listeners = new Set<() => void>();
  /** Another tab may have written meanwhile. */
  const read = (): Seen[] => {
    try {
      const text = store === undefined ? written : store.getItem(name);
      if (text === written) return seen;
      written = text;
      const rows = z.array(rowSchema).safeParse(JSON.parse(text ?? '[]'));
      seen = rows.success ? rows.data.map(([at, used, total]) => ({ at: at * 1000, used, total })) : [];
    } catch {
      seen = [];
    }
    return seen;
  };
  const commit = (next: Seen[]) => {
    seen = next;
    const text = JSON.stringify(next.map(({ at, used, total }) => [Math.round(at / 1000), used, total]));
    try {
      store?.setItem(name, text);
      written = text;
    } catch {
      // Without room the history lasts as long as the page.
    }
    for (const listener of listeners) listener();
  };
  return {
    all: read,
    note: ({ used, total }, at = Date.now()) => {
      if (total <= 0) return;
      const known = read();
      const last = known.at(-1);
      const overtaken = last !== undefined && used < last.used && at - last.at < OVERTAKEN_WITHIN;
      const told =
        last !== undefined &&
        used === last.used &&
        total === last.total &&
        Math.floor(at / HOUR) === Math.floor(last.at / HOUR);
      if (!overtaken && !told) commit(thinSeen([...known, { at, used, total }], at));
    },
    forget: () => {
      store?.removeItem(name);
      written = null;
      seen = [];
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
