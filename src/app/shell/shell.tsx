import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { PageListenerProvider } from '#src/components/page-context.tsx';
import { RefusalToldContext } from '#src/faults/refusal-context.ts';
import { useShellState } from '../shell-state.ts';
import { frame } from '../tokens.ts';
import { KeyRefused } from './key-refused.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { useRouteAnnouncer } from './use-route-announcer.ts';

const mainId = 'content';

function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <Link
      href={`#${mainId}`}
      onClick={(event) => {
        // A hash change would be a navigation; moving focus is all that is meant.
        event.preventDefault();
        document.getElementById(mainId)?.focus();
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

/** The frame around every page but Connect: rail, top bar, the page, and the bottom bar of phones. */
export function Shell() {
  const { pathname } = useLocation();
  const { refusal } = useShellState();
  const { announcement, onPage } = useRouteAnnouncer(pathname);
  return (
    <PageListenerProvider value={onPage}>
      <SkipLink />
      <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
        <Rail />
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            paddingBlockEnd: { xs: `calc(${frame.bottomBar}px + env(safe-area-inset-bottom))`, md: 0 },
          }}
        >
          <TopBar />
          <Box
            component="main"
            id={mainId}
            tabIndex={-1}
            sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}
          >
            <KeyRefused />
            <RefusalToldContext value={refusal !== undefined}>
              <Suspense>
                <Outlet />
              </Suspense>
            </RefusalToldContext>
          </Box>
        </Box>
        <PhoneBar />
      </Box>
      <div className="visually-hidden" aria-live="polite" aria-atomic="true">
        {announcement}
      </div>
      <ScrollRestoration />
    </PageListenerProvider>
  );
}
