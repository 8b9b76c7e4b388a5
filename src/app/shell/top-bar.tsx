import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OneLine } from '#src/components/one-line.tsx';
import { Logo } from '#src/components/logo.tsx';
import { paths } from '#src/paths.ts';
import { useShellState } from '../shell-state.ts';
import { frame } from '../tokens.ts';
import { AccountMenu } from './account-menu.tsx';
import { AlertSign } from './alert-sign.tsx';
import { BotSwitch } from './bot-switch.tsx';
import { QuotaMeter } from './quota-meter.tsx';
import { SearchPalette } from './search-palette.tsx';
import { LanguageSwitch, ThemeSwitch } from './switches.tsx';

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
      <OneLine
        title={connection.name}
        sx={{ fontWeight: 600, display: { xs: bots.length > 1 ? 'none' : 'block', sm: 'block' } }}
      >
        {connection.name}
      </OneLine>
      <BotSwitch />
    </Typography>
  );
}

export function TopBar() {
  const { consumption } = useShellState();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: frame.topBar,
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
        aria-label="Fihrist"
        sx={{ display: { xs: 'flex', md: 'none' }, color: 'primary.main', marginInlineEnd: 1.5 }}
      >
        <Logo />
      </Box>
      <ConnectionName />
      <SearchPalette />
      {consumption === undefined ? null : (
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <QuotaMeter {...consumption} />
        </Box>
      )}
      <AlertSign />
      <LanguageSwitch />
      <ThemeSwitch />
      <AccountMenu />
    </Box>
  );
}
