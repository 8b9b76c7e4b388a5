import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { sectionAt, visibleChildren, visibleSections } from './navigation.ts';
import { useShellState } from './shell-state-context.ts';

/** The pages of a section side by side on narrow screens, where the bar below has room for the upper one only. */
export function SectionTabs() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const shellState = useShellState();
  const section = visibleSections(shellState).find((page) => page.name === sectionAt(pathname));
  if (section === undefined || !('tab' in section)) return null;
  const children = visibleChildren(shellState, section.name);
  const tabs = [{ name: section.tab, path: section.path }, ...children];
  if (children.length === 0 || !tabs.some(({ path }) => path === pathname)) return null;
  return (
    <Box
      component="nav"
      aria-label={t(`sections.${section.name}`)}
      sx={{
        display: { xs: 'flex', md: 'none' },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        paddingInline: 1,
      }}
    >
      {tabs.map(({ name, path }) => {
        const current = pathname === path;
        return (
          <ButtonBase
            key={name}
            component={Link}
            to={path}
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
