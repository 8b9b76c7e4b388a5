import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import CircleUserRound from 'virtual:lucide/circle-user-round';
import LogOut from 'virtual:lucide/log-out';
import { TruncatedText } from '#src/ui/truncated-text.tsx';
import { Logo } from '#src/app/logo.tsx';
import { paths } from '#src/paths.ts';
import { SHELL_SIZES } from '#src/app/theme/color-tokens.ts';
import { Meter } from '#src/ui/meter.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { type QuotaFigures, useShellState } from './shell-state-context.ts';
import { AlertBadge } from './alert-badge.tsx';
import { BotSwitcher } from './bot-switcher.tsx';
import { CommandPalette } from './command-palette.tsx';
import { LanguageToggle, ThemeToggle } from './language-and-theme-toggles.tsx';

const WARNING_THRESHOLD = 0.8;

/** The text quota as a thin bar with a tick at 80 %; its figure shows on hover and focus, and it leads to the usage. */
function QuotaMeter({ used, total }: QuotaFigures) {
  const { t } = useTranslation('shell');
  const formats = useFormats();
  const share = total > 0 ? used / total : 0;
  const figure = t('quotaFigure', { used, total, share: formats.percent(share, 1) });
  const tone = share >= 1 ? 'brick' : share >= WARNING_THRESHOLD ? 'saffron' : 'teal';
  return (
    <Tooltip title={figure}>
      <Box
        component={Link}
        to={paths.usage()}
        aria-label={t('quotaLink')}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          paddingBlock: 1,
          borderRadius: 1,
          textDecoration: 'none',
        }}
      >
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {t('textQuota')}
        </Typography>
        <Meter
          value={share}
          label={t('textQuota')}
          valueText={figure}
          tone={tone}
          tick={WARNING_THRESHOLD}
          width={88}
        />
      </Box>
    </Tooltip>
  );
}

/** Signing out; absent while there is nothing to sign out of. */
function AccountMenu() {
  const { t } = useTranslation('shell');
  const { signOut } = useShellState();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  if (signOut === undefined) return null;
  const open = anchor !== null;
  return (
    <>
      <Tooltip title={t('account')} describeChild={false}>
        <IconButton
          aria-label={t('account')}
          aria-haspopup="menu"
          aria-expanded={open}
          aria-controls={open ? menuId : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <CircleUserRound size={20} />
        </IconButton>
      </Tooltip>
      <Menu id={menuId} anchorEl={anchor} open={open} onClose={() => setAnchor(null)}>
        <MenuItem
          sx={{ gap: 1.5 }}
          onClick={() => {
            setAnchor(null);
            void signOut();
          }}
        >
          <LogOut size={18} />
          {t('signOut')}
        </MenuItem>
      </Menu>
    </>
  );
}

function ConnectionName() {
  const { t } = useTranslation('shell');
  const { connection, bots = [] } = useShellState();
  if (connection === undefined) return null;
  return (
    <Typography
      component="div"
      aria-label={t('connection')}
      role="group"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minWidth: 0,
        whiteSpace: 'nowrap',
        flexShrink: { xs: 1, md: 0 },
        maxWidth: 400,
      }}
    >
      <TruncatedText
        title={connection.name}
        sx={{ fontWeight: 600, display: { xs: bots.length > 1 ? 'none' : 'block', sm: 'block' } }}
      >
        {connection.name}
      </TruncatedText>
      <BotSwitcher />
    </Typography>
  );
}

export function TopBar() {
  const { t } = useTranslation();
  const { consumption } = useShellState();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: SHELL_SIZES.topBar,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.5, md: 2 },
        paddingInline: { xs: 2, md: 4 },
        bgcolor: 'background.default',
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Box
        component={Link}
        to={paths.overview()}
        aria-label={t('appName')}
        sx={{ display: { xs: 'flex', md: 'none' }, color: 'primary.main', marginInlineEnd: 1.5 }}
      >
        <Logo />
      </Box>
      <ConnectionName />
      <CommandPalette />
      {consumption === undefined ? null : (
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <QuotaMeter {...consumption} />
        </Box>
      )}
      <AlertBadge />
      <LanguageToggle />
      <ThemeToggle />
      <AccountMenu />
    </Box>
  );
}
