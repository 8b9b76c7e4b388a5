import { useEffect, useEffectEvent, useState } from 'react';

/** A scheduled repeat of a call, and its cancellation. `at`: epoch milliseconds. */
export type PlannedRepeat = { at: number; onRepeat: () => void; onCancel: () => void };

const TICK_MS = 250;

/**
 * Counts down in sight and then repeats. A repeat whose time went by out of sight is left to a person. Undefined while
 * nothing is counted.
 */
export function useRepeatCountdown(planned: PlannedRepeat | undefined): number | undefined {
  const moment = planned?.at;
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const repeat = useEffectEvent(() => planned?.onRepeat());
  useEffect(() => {
    if (moment === undefined || moment <= Date.now()) return undefined;
    const tick = () => {
      const seconds = Math.ceil((moment - Date.now()) / 1000);
      if (seconds > 0) return setSecondsLeft(seconds);
      clearInterval(timer);
      setSecondsLeft(undefined);
      return repeat();
    };
    const timer = setInterval(tick, TICK_MS);
    tick();
    return () => {
      clearInterval(timer);
      setSecondsLeft(undefined);
    };
  }, [moment]);
  return secondsLeft;
}
