import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { SHELL_SIZES } from '#src/app/theme/color-tokens.ts';
import { KeepSignedIn } from '#src/features/access/keep-signed-in.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { KeyRejectionShownContext } from '#src/ui/key-rejection-context.ts';
import { PageListenerProvider, type PageMountListener } from '#src/ui/page-context.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { BottomNavigation } from './bottom-navigation.tsx';
import { focusContent, MAIN_CONTENT_ID } from './main-content.ts';
import { SectionTabs } from './section-tabs.tsx';
import { useShellState } from './shell-state-context.ts';
import { SideNavigation } from './side-navigation.tsx';
import { TopBar } from './top-bar.tsx';

/**
 * After a change of page, focus goes to the new page's heading and its title is announced; the first page of a visit is
 * left as the browser gives it, and a title or an address that changes in place moves nothing.
 * A field that the address names has the focus by then, and keeps it.
 */
function useRouteAnnouncer(location: Pick<Location, 'pathname' | 'hash'>): {
  announcement: string;
  onPage: PageMountListener;
} {
  const [announcement, setAnnouncement] = useState('');
  const latest = useRef(location);
  // Effects of the page, which read it, run before effects of the shell.
  useLayoutEffect(() => {
    latest.current = location;
  });
  const seen = useRef<string>(undefined);
  const onPage = useCallback<PageMountListener>((title, heading) => {
    const { pathname, hash } = latest.current;
    const first = seen.current === undefined;
    const moved = seen.current !== pathname;
    seen.current = pathname;
    if (first || !moved) return;
    const isAtField = hash !== '' && document.activeElement?.getAttribute('name') === hash.slice(1);
    if (!isAtField) heading?.focus({ preventScroll: true });
    setAnnouncement(title);
  }, []);
  return { announcement, onPage };
}

/** Above the page: that the key is no longer accepted, with the ways to another; else whether this browser keeps it. */
function SignInNotice() {
  const { t } = useTranslation('connect');
  const { keyRejection } = useShellState();
  const byLink = useConnections().current()?.madeByCode === true;
  return (
    <Box sx={{ paddingInline: pagePadding, paddingBlock: '16px 8px', '&:empty': { display: 'none' } }}>
      {keyRejection === undefined ? (
        <KeepSignedIn onDecided={focusContent} />
      ) : (
        <>
          <FaultNotice error={keyRejection} />
          {byLink ? (
            <SmallText tone="secondary" sx={{ marginBlockStart: 1 }}>
              {t('ended.here')}
            </SmallText>
          ) : null}
        </>
      )}
    </Box>
  );
}

function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <Link
      href={`#${MAIN_CONTENT_ID}`}
      onClick={(event) => {
        // A hash change would be a navigation; moving focus is all that is meant.
        event.preventDefault();
        focusContent();
      }}
      sx={{
        position: 'fixed',
        insetInlineStart: 16,
        top: -80,
        zIndex: 'tooltip',
        padding: 1.5,
        borderRadius: 1,
        border: 1,
        borderColor: 'line.strong',
        bgcolor: 'background.paper',
        '&:focus': { top: 8 },
      }}
    >
      {t('skipToContent')}
    </Link>
  );
}

/** One element for good, so that the page does not render again when its frame does. */
const PAGE = (
  <Suspense>
    <Outlet />
  </Suspense>
);

/** The frame around every page but Connect: rail, top bar, the page, and the bottom bar of phones. */
export function Shell() {
  const location = useLocation();
  const { keyRejection } = useShellState();
  const { announcement, onPage } = useRouteAnnouncer(location);
  return (
    <PageListenerProvider value={onPage}>
      <SkipLink />
      <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
        <SideNavigation />
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            paddingBlockEnd: { xs: `calc(${SHELL_SIZES.bottomBar}px + env(safe-area-inset-bottom))`, md: 0 },
          }}
        >
          <TopBar />
          <Box
            component="main"
            id={MAIN_CONTENT_ID}
            tabIndex={-1}
            sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}
          >
            <SignInNotice />
            <SectionTabs />
            <KeyRejectionShownContext value={keyRejection !== undefined}>{PAGE}</KeyRejectionShownContext>
          </Box>
        </Box>
        <BottomNavigation />
      </Box>
      <div className="visually-hidden" aria-live="polite" aria-atomic="true">
        {announcement}
      </div>
      <ScrollRestoration />
    </PageListenerProvider>
  );
}
