import { matchPath, useLocation, useNavigate } from 'react-router';
import { paths, routePatterns } from '#src/paths.ts';
import { useShellState } from './shell-state-context.ts';

const OF_A_UNIT = [routePatterns.unit, routePatterns.unitVersions, routePatterns.unitVersion];

/** Where to go on with another bot: the same page, without what only the bot before has. */
function placeForBot({ pathname, search }: { pathname: string; search: string }): string {
  if (OF_A_UNIT.some((pattern) => matchPath(pattern, pathname) !== null)) return paths.knowledge();
  if (matchPath(routePatterns.run, pathname) !== null) return paths.playground();
  if (pathname !== routePatterns.playground) return pathname;
  const question = new URLSearchParams(search).get('question');
  return paths.playground(question === null ? {} : { question });
}

/** Goes on with another bot. */
export function useBotSwitch(): (id: number) => void {
  const { switchBot } = useShellState();
  const navigate = useNavigate();
  const location = useLocation();
  return (id) => {
    // The page goes first, so that nothing of the old one is asked of the new bot.
    void navigate(placeForBot(location));
    switchBot?.(id);
  };
}
