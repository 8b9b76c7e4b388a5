import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '#src/paths.ts';

const TABS = [
  { name: 'ask', to: paths.playground() },
  { name: 'chat', to: paths.chat() },
  { name: 'voice', to: paths.voice() },
] as const;

/** The three ways to ask, side by side on narrow screens, where the bar below has room for one of them only. */
export function AskTabs() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <Box
      component="nav"
      aria-label={t('waysToAsk')}
      sx={{
        display: { xs: 'flex', md: 'none' },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        paddingInline: 1,
      }}
    >
      {TABS.map(({ name, to }) => {
        const current = pathname === to;
        return (
          <ButtonBase
            key={name}
            component={Link}
            to={to}
            aria-current={current ? 'page' : undefined}
            sx={{
              flex: 1,
              height: 44,
              typography: 'body1',
              fontWeight: current ? 600 : 400,
              color: current ? 'primary.main' : 'text.secondary',
              borderBlockEnd: '2px solid',
              borderColor: current ? 'primary.main' : 'transparent',
            }}
          >
            {t(name)}
          </ButtonBase>
        );
      })}
    </Box>
  );
}
