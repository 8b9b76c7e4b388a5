import { useCallback, useRef, useState } from 'react';
import type { PageListener } from '#src/components/page-context.tsx';

/**
 * After a change of page, focus goes to the new page's heading and its title is announced; the first
 * page of a visit is left as the browser gives it, and a title that changes in place moves nothing.
 */
export function useRouteAnnouncer(pathname: string): { announcement: string; onPage: PageListener } {
  const [announcement, setAnnouncement] = useState('');
  const seen = useRef<string>(undefined);
  const onPage = useCallback<PageListener>(
    (title, heading) => {
      const first = seen.current === undefined;
      const moved = seen.current !== pathname;
      seen.current = pathname;
      if (first || !moved) return;
      heading?.focus({ preventScroll: true });
      setAnnouncement(title);
    },
    [pathname],
  );
  return { announcement, onPage };
}
