import CircleCheck from 'virtual:lucide/circle-check';
import CircleX from 'virtual:lucide/circle-x';
import Clock from 'virtual:lucide/clock';
import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { browserTimeZone } from '#src/api/client/browser-time-zone.ts';
import { Logo } from '#src/app/logo.tsx';
import { SHELL_SIZES } from '#src/app/theme/color-tokens.ts';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import type { PageDefinition, Section } from '#src/page.ts';
import { paths } from '#src/paths.ts';
import { MonoText } from '#src/ui/mono-text.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';
import { type SectionPage, sectionAt, visibleChildren, visibleSections } from './navigation.ts';
import { PAGE_ICONS } from './page-icons.ts';
import { useShellState } from './shell-state-context.ts';

const looks = {
  connected: { Icon: CircleCheck, colour: 'leaf.fill' },
  unreachable: { Icon: CircleX, colour: 'brick.fill' },
  checking: { Icon: Clock, colour: 'text.tertiary' },
} as const;

/** Whether the gateway answers, what its person calls it, where it is, and the zone of times; absent before a connection. */
function GatewayLine() {
  const { t } = useTranslation('shell');
  const { connection, gateway } = useShellState();
  const { timeZone } = useLocale();
  if (connection === undefined) return null;
  const { Icon, colour } = looks[gateway];
  return (
    <Box role="status" sx={{ paddingInline: 3, paddingBlockEnd: 1.5, color: 'text.tertiary', minWidth: 0 }}>
      <Typography variant="caption" component="div" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Box component="span" sx={{ display: 'flex', color: colour }}>
          <Icon size={14} />
        </Box>
        {t(gateway)}
      </Typography>
      {connection.name === '' ? null : (
        <TruncatedText title={connection.name} sx={{ marginBlockStart: 0.5, typography: 'body2' }}>
          {connection.name}
        </TruncatedText>
      )}
      <MonoText truncate sx={{ marginBlockStart: 0.5 }}>
        {connection.host}
      </MonoText>
      <Typography variant="caption" component="div" sx={{ marginBlockStart: 0.5, overflowWrap: 'anywhere' }}>
        {t('timeZone', { zone: timeZone ?? browserTimeZone() })}
      </Typography>
    </Box>
  );
}

const activeItemStyle = {
  bgcolor: 'background.default',
  borderColor: 'line.firm',
  color: 'primary.main',
  fontWeight: 600,
  '&:hover': { bgcolor: 'background.default' },
};

const navItemStyle = {
  height: 40,
  gap: 1.5,
  paddingInline: '13px 16px',
  border: 1,
  borderColor: 'transparent',
  borderInlineEndWidth: 0,
  borderStartStartRadius: 8,
  borderEndStartRadius: 8,
  color: 'text.secondary',
  '&:hover': { bgcolor: 'background.hover' },
};

function NavItem({ name, path, current }: Pick<SectionPage, 'name' | 'path'> & { current: boolean }) {
  const { t } = useTranslation('shell');
  const formats = useFormats();
  const { unitCount } = useShellState();
  const Icon = PAGE_ICONS[name];
  return (
    <Box component="li" sx={{ display: 'flex' }}>
      <ListItemButton
        component={Link}
        to={path}
        aria-current={current ? 'page' : undefined}
        sx={[navItemStyle, current && activeItemStyle]}
      >
        <Icon size={20} />
        <Box component="span" sx={{ flex: 1 }}>
          {t(name)}
        </Box>
        {name === 'knowledge' && unitCount !== undefined ? (
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

/** The pages below a section: smaller, and under its words. */
function NavChildren({ section }: { section: Section }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const shellState = useShellState();
  return visibleChildren(shellState, section).map(({ name, path }) => {
    const current = pathname === path;
    return (
      <Box component="li" key={name} sx={{ display: 'flex' }}>
        <ListItemButton
          component={Link}
          to={path}
          aria-current={current ? 'page' : undefined}
          sx={[
            navItemStyle,
            { height: 32, paddingInlineStart: '45px', typography: 'body2' },
            current && activeItemStyle,
          ]}
        >
          {t(name)}
        </ListItemButton>
      </Box>
    );
  });
}

/** Logo and name of the program, which lead to the first page. */
function HomeLink() {
  const { t } = useTranslation('common');
  return (
    <Box
      component={Link}
      to={paths.overview()}
      sx={{
        height: SHELL_SIZES.topBar,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        paddingInline: 3,
        marginBlockEnd: 1.5,
        flexShrink: 0,
        color: 'primary.main',
        textDecoration: 'none',
      }}
    >
      <Logo />
      <Typography component="span" variant="h2" sx={{ color: 'text.primary' }}>
        {t('appName')}
      </Typography>
    </Box>
  );
}

/** The start-side rail: the current page is the tab of an index card that opens into the page. */
export function SideNavigation() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const shellState = useShellState();
  const currentSection = sectionAt(pathname);
  return (
    <Box
      component="nav"
      aria-label={t('mainNavigation')}
      sx={{
        position: 'sticky',
        top: 0,
        height: '100dvh',
        width: SHELL_SIZES.rail,
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        bgcolor: 'background.sunken',
        borderInlineEnd: 1,
        borderColor: 'line.firm',
      }}
    >
      <HomeLink />
      {/* Over the line at the end side, so that the tab of the current page opens it; in a low window it scrolls. */}
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: 'auto',
          paddingInlineStart: 1.5,
          paddingBlock: 0.5,
          marginInlineEnd: '-1px',
        }}
      >
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 0.5 }}>
          {visibleSections(shellState).map((page: SectionPage & PageDefinition) => {
            const isOpen = page.name === currentSection;
            const isBelow = visibleChildren(shellState, page.name).some(({ path }) => path === pathname);
            return (
              <Fragment key={page.name}>
                <NavItem name={page.name} path={page.path} current={isOpen && !isBelow} />
                {page.folded === true && !isOpen ? null : <NavChildren section={page.name} />}
              </Fragment>
            );
          })}
        </Box>
      </Box>
      <GatewayLine />
    </Box>
  );
}
