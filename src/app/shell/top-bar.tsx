import CircleUserRound from 'virtual:lucide/circle-user-round';
import LogOut from 'virtual:lucide/log-out';
import Settings from 'virtual:lucide/settings';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTheme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Logo } from '#src/app/logo.tsx';
import { SHELL_SIZES } from '#src/app/theme/color-tokens.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { Meter } from '#src/ui/meter.tsx';
import { WARNING_THRESHOLD } from '#src/ui/quota/compute-burn-down.ts';
import { AlertBadge } from './alert-badge.tsx';
import { BotSwitcher } from './bot-switcher.tsx';
import { CommandPalette } from './command-palette.tsx';
import {
  LanguageToggle,
  ThemeToggle,
  useLanguageSwitch,
  useThemeSwitch,
} from './language-and-theme-toggles.tsx';
import { type QuotaFigures, useShellState } from './shell-state-context.ts';

/** The text quota, or the cap of the key, as a thin bar with a tick at 80 %; its figure shows on hover and focus, and it leads to the usage. Red with words once no call fits. */
function QuotaMeter({ used, total, usedUp = used >= total, of = 'bot' }: QuotaFigures) {
  const { t } = useTranslation('shell');
  const formats = useFormats();
  const share = total > 0 ? used / total : 0;
  const amount = t('quotaFigure', { used, total, share: formats.percent(share, 1) });
  const figure = usedUp ? t('quotaUsedUp', { amount }) : amount;
  const name = t(of === 'key' ? 'textCap' : 'textQuota');
  const tone = usedUp ? 'brick' : share >= WARNING_THRESHOLD ? 'saffron' : 'teal';
  return (
    <Tooltip title={figure}>
      <Box
        component={Link}
        to={paths.usage()}
        aria-label={t(of === 'key' ? 'capLink' : 'quotaLink')}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          paddingBlock: 1,
          borderRadius: 1,
          textDecoration: 'none',
        }}
      >
        <Typography
          component="span"
          variant="caption"
          sx={{ color: usedUp ? 'brick.ink' : 'text.secondary', whiteSpace: 'nowrap' }}
        >
          {usedUp ? t(of === 'key' ? 'capUsedUp' : 'textQuotaUsedUp') : name}
        </Typography>
        <Meter
          value={share}
          label={name}
          valueText={figure}
          tone={tone}
          tick={WARNING_THRESHOLD}
          width={88}
        />
      </Box>
    </Tooltip>
  );
}

/** Settings and signing out; on narrow screens also language and theme, so that the bar has room for the bot's name. */
function AccountMenu() {
  const { t } = useTranslation('shell');
  const { signOut } = useShellState();
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('md'));
  const language = useLanguageSwitch();
  const theme = useThemeSwitch();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  if (signOut === undefined) return null;
  const open = anchor !== null;
  const close = () => setAnchor(null);
  const run = (action: () => void) => () => {
    close();
    action();
  };
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
      <Menu id={menuId} anchorEl={anchor} open={open} onClose={close}>
        {isNarrow
          ? [language, theme].map(({ label, Icon, onSwitch }) => (
              <MenuItem key={label} sx={{ gap: 1.5 }} onClick={run(onSwitch)}>
                <Icon size={18} />
                {label}
              </MenuItem>
            ))
          : null}
        <MenuItem component={Link} to={paths.settings()} sx={{ gap: 1.5 }} onClick={close}>
          <Settings size={18} />
          {t('settings')}
        </MenuItem>
        <MenuItem sx={{ gap: 1.5 }} onClick={run(() => void signOut())}>
          <LogOut size={18} />
          {t('signOut')}
        </MenuItem>
      </Menu>
    </>
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
      <BotSwitcher />
      <CommandPalette />
      {consumption === undefined ? null : (
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <QuotaMeter {...consumption} />
        </Box>
      )}
      <AlertBadge />
      <Box sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center', gap: 2 }}>
        <LanguageToggle />
        <ThemeToggle />
      </Box>
      <AccountMenu />
    </Box>
  );
}
