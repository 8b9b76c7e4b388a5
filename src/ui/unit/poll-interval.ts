/** A status of unknown meaning may never change: after this many reads in a row without a change it is read no more. */
const MAX_UNCHANGED_POLLS = 10;
const FIRST_INTERVAL_MS = 1500;
const LAST_INTERVAL_MS = 60_000;
const GROWTH = (LAST_INTERVAL_MS / FIRST_INTERVAL_MS) ** (1 / (MAX_UNCHANGED_POLLS - 1));

/** Milliseconds to the next read after so many in a row without a change: 1.5 s, growing evenly to 60 s. */
export function spacedInterval(unchanged: number): number {
  return Math.round(Math.min(LAST_INTERVAL_MS, FIRST_INTERVAL_MS * GROWTH ** unchanged));
}

type Polled = {
  /** A unit is known to be on its way. */
  moving: boolean;
  /** Whether one is cannot be known. */
  unknown: boolean;
  /** Consecutive reads without a change. */
  unchanged: number;
  /** Milliseconds between reads of moving units where the gateway announces capabilities; else they are spaced. */
  liveMs: number | undefined;
};

/** Milliseconds to the next read; false: none by itself. */
export function nextPoll({ moving, unknown, unchanged, liveMs }: Polled): number | false {
  if (moving) return liveMs ?? spacedInterval(unchanged);
  return unknown && unchanged < MAX_UNCHANGED_POLLS ? spacedInterval(unchanged) : false;
}
