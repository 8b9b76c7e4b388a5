import { useCallback, useEffect, useRef, useState } from 'react';

/** This near to the end counts as at the end. */
const BOTTOM_TOLERANCE_PX = 24;

const distanceFromBottom = (scroller: HTMLElement) =>
  scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;

/**
 * Follows the end of growing content until the reader scrolls up; then the position stays until the reader scrolls to the
 * end again. Another `resetKey` starts at the end. `content` is what grows within `scroller`.
 */
export function useStickToBottom(resetKey: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isScrolledUp, setIsScrolledUp] = useState(false);
  const isFollowing = useRef(true);
  const lastScrollTop = useRef(0);
  const follow = useCallback((next: boolean) => {
    isFollowing.current = next;
    setIsScrolledUp(!next);
  }, []);
  const toEnd = useCallback(() => {
    if (scroller.current === null) return;
    scroller.current.scrollTop = scroller.current.scrollHeight;
    // Content that became shorter moves the place up, not the reader.
    lastScrollTop.current = scroller.current.scrollTop;
  }, []);
  const scrollToBottom = useCallback(() => {
    follow(true);
    toEnd();
  }, [follow, toEnd]);

  const lastResetKey = useRef(resetKey);
  useEffect(() => {
    if (lastResetKey.current === resetKey) return;
    lastResetKey.current = resetKey;
    scrollToBottom();
  }, [resetKey, scrollToBottom]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const onScroll = () => {
      const up = box.scrollTop < lastScrollTop.current - 1;
      lastScrollTop.current = box.scrollTop;
      if (distanceFromBottom(box) <= BOTTOM_TOLERANCE_PX) follow(true);
      else if (up) follow(false);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [follow]);
  useEffect(() => {
    const boxes = [scroller.current, content.current];
    if (globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(() => {
      // A reader who opens a passage of an answer stays there.
      const isReading = content.current?.contains(document.activeElement) === true;
      if (isFollowing.current && !isReading) toEnd();
    });
    for (const box of boxes) if (box !== null) observer.observe(box);
    return () => observer.disconnect();
  }, [toEnd]);
  return { scroller, content, isScrolledUp, scrollToBottom };
}
