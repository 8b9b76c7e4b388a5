import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Asks at once when a click led here with that wish; the wish is spent, so that a reload costs nothing. */
export function useAskOnArrival(ask: () => void): void {
  const { state, search, key } = useLocation();
  const navigate = useNavigate();
  const wished = typeof state === 'object' && state !== null && 'ask' in state && state.ask === true;
  const spent = useRef<string>(undefined);
  const onArrival = useEffectEvent(() => {
    if (spent.current === key) return;
    spent.current = key;
    void navigate({ search }, { replace: true, state: null });
    ask();
  });
  useEffect(() => {
    if (wished) onArrival();
  }, [wished]);
}
