import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { SHELL_SIZES } from '#src/app/theme/color-tokens.ts';
import { sectionAt, visibleSections } from './navigation.ts';
import { PAGE_ICONS } from './page-icons.ts';
import { useShellState } from './shell-state-context.ts';

/** The rail of narrow screens. */
export function BottomNavigation() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const shellState = useShellState();
  const currentSection = sectionAt(pathname);
  return (
    <Box
      component="nav"
      aria-label={t('mainNavigation')}
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 'appBar',
        display: { xs: 'flex', md: 'none' },
        height: `calc(${SHELL_SIZES.bottomBar}px + env(safe-area-inset-bottom))`,
        paddingBlockEnd: 'env(safe-area-inset-bottom)',
        bgcolor: 'background.sunken',
        borderBlockStart: 1,
        borderColor: 'line.firm',
      }}
    >
      {visibleSections(shellState).map(({ name, path }) => {
        const current = name === currentSection;
        const Icon = PAGE_ICONS[name];
        return (
          <ButtonBase
            key={name}
            component={Link}
            to={path}
            aria-current={current ? 'page' : undefined}
            sx={{
              position: 'relative',
              // Longer words get more of the width.
              flex: '1 1 auto',
              whiteSpace: 'nowrap',
              flexDirection: 'column',
              gap: 0.5,
              typography: 'caption',
              color: current ? 'primary.main' : 'text.secondary',
              fontWeight: current ? 600 : 400,
              '&::before': {
                content: '""',
                position: 'absolute',
                insetInline: 8,
                top: -1,
                height: 2,
                bgcolor: current ? 'primary.main' : 'transparent',
              },
            }}
          >
            <Icon size={22} />
            {t(name)}
          </ButtonBase>
        );
      })}
    </Box>
  );
}
