import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Logo } from '#src/components/logo.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { useShellState } from '../shell-state.ts';
import { frame } from '../tokens.ts';
import { GatewayLine } from './gateway-line.tsx';
import type { Page } from './pages.ts';
import { pagesBelow, pagesFor } from './pages.ts';

const currentTab = {
  bgcolor: 'background.default',
  borderColor: 'line.firm',
  color: 'primary.main',
  fontWeight: 600,
  marginInlineEnd: '-1px',
  '&:hover': { bgcolor: 'background.default' },
};

const railItem = {
  height: 40,
  gap: 1.5,
  paddingInline: '13px 16px',
  border: 1,
  borderColor: 'transparent',
  borderInlineEndWidth: 0,
  borderStartStartRadius: 8,
  borderEndStartRadius: 8,
  color: 'text.secondary',
  marginInlineEnd: '-1px',
  '&:hover': { bgcolor: 'background.hover' },
};

function RailItem({ page, current }: { page: Page; current: boolean }) {
  const { t } = useTranslation('shell');
  const formats = useFormats();
  const { unitCount } = useShellState();
  return (
    <Box component="li" sx={{ display: 'flex' }}>
      <ListItemButton
        component={Link}
        to={page.to}
        aria-current={current ? 'page' : undefined}
        sx={[railItem, current && currentTab]}
      >
        <page.Icon size={20} />
        <Box component="span" sx={{ flex: 1 }}>
          {t(page.name)}
        </Box>
        {page.name === 'knowledge' && unitCount !== undefined ? (
          <Typography
            component="span"
            variant="body2"
            sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.tertiary' }}
          >
            {formats.number(unitCount)}
          </Typography>
        ) : null}
      </ListItemButton>
    </Box>
  );
}

/** The pages below one of the rail: smaller, and under its words. */
function RailBelow({ page }: { page: Page }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { may } = useShellState();
  return pagesBelow(page, { may }).map(({ name, to }) => {
    const current = pathname === to;
    return (
      <Box component="li" key={name} sx={{ display: 'flex' }}>
        <ListItemButton
          component={Link}
          to={to}
          aria-current={current ? 'page' : undefined}
          sx={[
            railItem,
            { height: 32, paddingInlineStart: '45px', typography: 'body2' },
            current && currentTab,
          ]}
        >
          {t(name)}
        </ListItemButton>
      </Box>
    );
  });
}

/** The start-side rail: the current page is the tab of an index card that opens into the page. */
export function Rail() {
  const { t } = useTranslation(['shell', 'common']);
  const { pathname } = useLocation();
  const { may } = useShellState();
  return (
    <Box
      component="nav"
      aria-label={t('mainNavigation')}
      sx={{
        position: 'sticky',
        top: 0,
        height: '100dvh',
        width: frame.rail,
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        bgcolor: 'background.sunken',
        borderInlineEnd: 1,
        borderColor: 'line.firm',
      }}
    >
      <Box
        component={Link}
        to={paths.overview()}
        sx={{
          height: frame.topBar,
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          paddingInline: 3,
          marginBlockEnd: 2,
          color: 'primary.main',
          textDecoration: 'none',
        }}
      >
        <Logo />
        <Typography component="span" variant="h2" sx={{ color: 'text.primary' }}>
          {t('common:appName')}
        </Typography>
      </Box>
      <Box sx={{ flex: 1, paddingInlineStart: 1.5 }}>
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 0.5 }}>
          {pagesFor({ may }).map((page) => (
            <Fragment key={page.name}>
              <RailItem
                page={page}
                current={page.owns.test(pathname) && page.below?.some(({ to }) => to === pathname) !== true}
              />
              <RailBelow page={page} />
            </Fragment>
          ))}
        </Box>
      </Box>
      <GatewayLine />
    </Box>
  );
}
