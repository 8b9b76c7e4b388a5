import type { RefObject } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';

/** So near to the end counts as at the end, in px. */
const NEAR = 24;

const page = () => document.scrollingElement ?? document.documentElement;
const farFromEnd = () => page().scrollHeight - page().clientHeight - page().scrollTop;

/**
 * Keeps the end of what grows in sight until the reader scrolls up; from then on it stays where it is read, until the
 * reader comes back to the end. Another `place` is read from its end again.
 */
export function useStickToEnd(growing: RefObject<HTMLElement | null>, place: string | undefined) {
  const [away, setAway] = useState(false);
  const following = useRef(true);
  const before = useRef(0);
  const follow = useCallback((next: boolean) => {
    following.current = next;
    setAway(!next);
  }, []);
  const toEnd = useCallback(() => {
    follow(true);
    page().scrollTop = page().scrollHeight;
  }, [follow]);

  const seen = useRef(place);
  useEffect(() => {
    if (seen.current === place) return;
    seen.current = place;
    toEnd();
  }, [place, toEnd]);
  useEffect(() => {
    const onScroll = () => {
      const { scrollTop } = page();
      const up = scrollTop < before.current - 1;
      before.current = scrollTop;
      if (farFromEnd() <= NEAR) follow(true);
      else if (up) follow(false);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [follow]);
  useEffect(() => {
    const box = growing.current;
    if (box === null || globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(() => {
      if (following.current) page().scrollTop = page().scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [growing]);
  return { away, toEnd };
}
