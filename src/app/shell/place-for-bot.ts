import { matchPath } from 'react-router';
import { paths, patterns } from '#src/paths.ts';

/** Where to go on with another bot: the same page, without what only the bot before has. */
export function placeForBot({ pathname, search }: { pathname: string; search: string }): string {
  if (matchPath(patterns.unit, pathname) !== null) return paths.knowledge();
  if (pathname !== patterns.playground) return pathname;
  const question = new URLSearchParams(search).get('question');
  return paths.playground(question === null ? {} : { question });
}
