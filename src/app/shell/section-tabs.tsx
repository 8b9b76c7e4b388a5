import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { findPage, visibleChildren } from './nav-pages.ts';
import { useShellState } from './shell-state-context.ts';

/** What the upper page of a section is called beside those below it. */
const UPPER_NAMES = { knowledge: 'units', playground: 'ask' } as const;

/** The pages of a section side by side on narrow screens, where the bar below has room for the upper one only. */
export function SectionTabs({ section }: { section: keyof typeof UPPER_NAMES }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const shellState = useShellState();
  const page = findPage(section);
  const children = visibleChildren(page, shellState);
  if (children.length === 0) return null;
  return (
    <Box
      component="nav"
      aria-label={t(`sections.${section}`)}
      sx={{
        display: { xs: 'flex', md: 'none' },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        paddingInline: 1,
      }}
    >
      {[{ name: UPPER_NAMES[section], to: page.to }, ...children].map(({ name, to }) => {
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
