import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** This near to the end counts as at the end. */
const BOTTOM_TOLERANCE_PX = 24;

const scroller = () => document.scrollingElement ?? document.documentElement;
const distanceFromBottom = () => scroller().scrollHeight - scroller().clientHeight - scroller().scrollTop;

/**
 * Follows the end of growing content until the reader scrolls up; then the position stays until the reader scrolls to the
 * end again. Another `resetKey` starts at the end.
 */
export function useStickToBottom(contentRef: RefObject<HTMLElement | null>, resetKey: string | undefined) {
  const [isScrolledUp, setIsScrolledUp] = useState(false);
  const isFollowing = useRef(true);
  const lastScrollTop = useRef(0);
  const follow = useCallback((next: boolean) => {
    isFollowing.current = next;
    setIsScrolledUp(!next);
  }, []);
  const scrollToBottom = useCallback(() => {
    follow(true);
    scroller().scrollTop = scroller().scrollHeight;
  }, [follow]);

  const lastResetKey = useRef(resetKey);
  useEffect(() => {
    if (lastResetKey.current === resetKey) return;
    lastResetKey.current = resetKey;
    scrollToBottom();
  }, [resetKey, scrollToBottom]);
  useEffect(() => {
    const onScroll = () => {
      const { scrollTop } = scroller();
      const up = scrollTop < lastScrollTop.current - 1;
      lastScrollTop.current = scrollTop;
      if (distanceFromBottom() <= BOTTOM_TOLERANCE_PX) follow(true);
      else if (up) follow(false);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [follow]);
  useEffect(() => {
    const box = contentRef.current;
    if (box === null || globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) scroller().scrollTop = scroller().scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [contentRef]);
  return { isScrolledUp, scrollToBottom };
}
