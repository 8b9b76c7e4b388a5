import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Asks at once when a click led here with that wish; the wish is spent, so that a reload costs nothing. */
export function useAskOnArrival(ask: () => void): void {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const wished = typeof state === 'object' && state !== null && 'ask' in state && state.ask === true;
  const onArrival = useEffectEvent(() => {
    void navigate({ search }, { replace: true, state: null });
    ask();
  });
  useEffect(() => {
    if (!wished) return undefined;
    // Not at once: a page that is taken down again right away has asked nothing.
    const timer = setTimeout(onArrival);
    return () => clearTimeout(timer);
  }, [wished]);
}
