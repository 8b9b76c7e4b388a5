import { useEffect, useEffectEvent, useRef, useState } from 'react';

const AUTOMATIC = 2;

/**
 * Counts down in sight and then repeats, twice at most for as long as the notice stands; after that only a person
 * repeats. `occasion` is the failure itself: a new one starts a new countdown. Undefined while nothing is counted.
 */
export function useRetryCountdown(
  seconds: number | undefined,
  occasion: unknown,
  onRetry: (() => void) | undefined,
): number | undefined {
  const [left, setLeft] = useState<number>();
  const used = useRef(0);
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    if (seconds === undefined || occasion === undefined || used.current >= AUTOMATIC) {
      setLeft(undefined);
      return undefined;
    }
    const end = Date.now() + Math.max(1, seconds) * 1000;
    const tick = () => {
      const rest = Math.ceil((end - Date.now()) / 1000);
      if (rest > 0) return setLeft(rest);
      clearInterval(timer);
      used.current += 1;
      setLeft(undefined);
      return retry();
    };
    const timer = setInterval(tick, 250);
    setLeft(Math.ceil(Math.max(1, seconds)));
    return () => clearInterval(timer);
  }, [seconds, occasion]);
  return left;
}
