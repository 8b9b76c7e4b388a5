/** A status of unknown meaning may never change: after this many reads in a row without a change it is read no more. */
const MAX_UNCHANGED_POLLS = 10;
const FIRST_INTERVAL_MS = 1500;
const LAST_INTERVAL_MS = 60_000;
const GROWTH = (LAST_INTERVAL_MS / FIRST_INTERVAL_MS) ** (1 / (MAX_UNCHANGED_POLLS - 1));

/** Milliseconds to the next read; false: no further read. */
export function spacedInterval(unchanged: number): number {
  return Math.round(Math.min(LAST_INTERVAL_MS, FIRST_INTERVAL_MS * GROWTH ** unchanged));
}

type Polled = {
  /** Whether a unit is waiting or being indexed. */
  moving: boolean;
  /** Whether the status of a unit has an unknown meaning. */
  unknown: boolean;
  /** Consecutive reads without a change. */
  unchanged: number;
  /** Milliseconds between reads of moving units where the gateway announces capabilities; else they are spaced. */
  liveMs: number | undefined;
};

/** Milliseconds to the next read; false: no further read. */
export function nextPoll({ moving, unknown, unchanged, liveMs }: Polled): number | false {
  if (moving) return liveMs ?? spacedInterval(unchanged);
  return unknown && unchanged < MAX_UNCHANGED_POLLS ? spacedInterval(unchanged) : false;
}
