import * as z from 'zod/mini';
import type { Consumption } from '#contract/envelope.ts';
import { type Connection, resolveBaseUrl } from '#src/api/transport/connection.ts';
import { createListeners } from './storage.ts';

/** A Consumption value and when this browser saw it, in milliseconds since 1970. */
export type ConsumptionSample = { time: number; used: number; total: number };

const rowSchema = z.tuple([z.number(), z.number(), z.number()]);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Age from which only one sample a day is kept. */
const HOURLY_RETENTION_MS = 14 * DAY_MS;
const RETENTION_MS = 400 * DAY_MS;
const MAX_SAMPLES = 1200;
/** Responses may overtake each other; a fall within this time is no reset. */
const OUT_OF_ORDER_WINDOW_MS = 60_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type ConsumptionHistory = {
  /** Oldest first. */
  all: () => readonly ConsumptionSample[];
  record: (consumption: Consumption, time?: number) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
};

/**
 * Thins samples: the first of all, from which usage counts, then the last of each hour, and of each day after two
 * weeks; before a reset always the highest.
 */
export function downsample(samples: readonly ConsumptionSample[], now: number): ConsumptionSample[] {
  const bucketOf = ({ time }: ConsumptionSample) =>
    now - time > HOURLY_RETENTION_MS
      ? `day ${Math.floor(time / DAY_MS)}`
      : `hour ${Math.floor(time / HOUR_MS)}`;
  return samples
    .filter((sample, index) => {
      if (now - sample.time > RETENTION_MS) return false;
      const next = samples[index + 1];
      return (
        index === 0 || next === undefined || next.used < sample.used || bucketOf(next) !== bucketOf(sample)
      );
    })
    .slice(-MAX_SAMPLES);
}

/**
 * For gateways that keep no figures of use: what their responses reported of the text quota, as this browser saw it,
 * by address and bot. It holds numbers and moments, never a key.
 */
export function createConsumptionHistory(
  connection: Pick<Connection, 'baseUrl' | 'bot'>,
  store: Store | undefined,
): ConsumptionHistory {
  const name = `fihrist.consumption ${resolveBaseUrl(connection)} ${connection.bot}`;
  let lastWritten: string | null = null;
  let samples: ConsumptionSample[] = [];
  const { notify, subscribe } = createListeners();
  /** Another tab may have written meanwhile. */
  const load = (): ConsumptionSample[] => {
    try {
      const text = store === undefined ? lastWritten : store.getItem(name);
      if (text === lastWritten) return samples;
      lastWritten = text;
      const rows = z.array(rowSchema).safeParse(JSON.parse(text ?? '[]'));
      samples = rows.success
        ? rows.data.map(([seconds, used, total]) => ({ time: seconds * 1000, used, total }))
        : [];
    } catch {
      samples = [];
    }
    return samples;
  };
  const commit = (next: ConsumptionSample[]) => {
    samples = next;
    const text = JSON.stringify(next.map(({ time, used, total }) => [Math.round(time / 1000), used, total]));
    try {
      store?.setItem(name, text);
      lastWritten = text;
    } catch {
      // Without room the history lasts as long as the page.
    }
    notify();
  };
  return {
    all: load,
    record: ({ used, total }, time = Date.now()) => {
      if (total <= 0) return;
      const recorded = load();
      const last = recorded.at(-1);
      const outOfOrder = last !== undefined && used < last.used && time - last.time < OUT_OF_ORDER_WINDOW_MS;
      const isDuplicate =
        last !== undefined &&
        used === last.used &&
        total === last.total &&
        Math.floor(time / HOUR_MS) === Math.floor(last.time / HOUR_MS);
      if (!outOfOrder && !isDuplicate) commit(downsample([...recorded, { time, used, total }], time));
    },
    clear: () => {
      store?.removeItem(name);
      lastWritten = null;
      samples = [];
      notify();
    },
    subscribe,
  };
}
