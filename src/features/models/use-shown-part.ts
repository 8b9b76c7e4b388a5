import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Shows the part of the page that the address names, once it is there. */
export function useShownPart(ready: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (ready && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [ready, hash]);
}
