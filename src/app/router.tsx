import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import {
  createBrowserRouter,
  createMemoryRouter,
  type RouteObject,
  redirect,
  useRouteError,
} from 'react-router';
import { paths, routePatterns } from '#src/paths.ts';
import { CrashDetails, ReloadButton } from './crash.tsx';
import type { AppDependencies } from './dependencies.ts';
import { FRAME_WORDS, PAGE_WORDS } from './page-words.ts';

/** The pages behind the gate: their paths, and their routes as chunks of their own. */
type PageName = keyof typeof PAGE_WORDS;
const PAGE_NAMES = Object.keys(PAGE_WORDS) as PageName[];
const PAGES: Record<PageName, readonly [path: string, load: () => Promise<object>]> = {
  overview: [routePatterns.overview, () => import('./routes/overview.tsx')],
  knowledge: [routePatterns.knowledge, () => import('./routes/knowledge.tsx')],
  'add-knowledge': [routePatterns.addKnowledge, () => import('./routes/add-knowledge.tsx')],
  unit: [routePatterns.unit, () => import('./routes/unit.tsx')],
  playground: [routePatterns.playground, () => import('./routes/playground.tsx')],
  chat: [routePatterns.chat, () => import('./routes/chat.tsx')],
  voice: [routePatterns.voice, () => import('./routes/voice.tsx')],
  usage: [routePatterns.usage, () => import('./routes/usage.tsx')],
  settings: [routePatterns.settings, () => import('./routes/settings.tsx')],
  synonyms: [routePatterns.synonyms, () => import('./routes/synonyms.tsx')],
  audit: [routePatterns.audit, () => import('./routes/audit.tsx')],
  keys: [routePatterns.keys, () => import('./routes/keys.tsx')],
  bots: [routePatterns.bots, () => import('./routes/bots.tsx')],
  alerts: [routePatterns.alerts, () => import('./routes/alerts.tsx')],
  'model-servers': [routePatterns.modelServers, () => import('./routes/model-servers.tsx')],
};

/** Where the synonyms were until they moved below the knowledge; bookmarks lead there. */
const OLD_SYNONYMS = '/settings/synonyms';

/** What broke outside the frame, or before there was one. It is in the first load, so it leans on little. */
function RootError() {
  const { t } = useTranslation();
  return (
    <Box
      component="main"
      role="alert"
      sx={{ maxWidth: 640, marginInline: 'auto', padding: 4, display: 'grid', gap: 2, justifyItems: 'start' }}
    >
      <Typography variant="h1">{t('crash.title')}</Typography>
      <Typography>{t('crash.message')}</Typography>
      <CrashDetails error={useRouteError()} />
      <ReloadButton />
    </Box>
  );
}

function createRoutes(dependencies: AppDependencies): RouteObject[] {
  const requireConnection = ({ request }: { request: Request }) => {
    if (dependencies.hasConnection()) return null;
    const { pathname, search } = new URL(request.url);
    const next = `${pathname}${search}`;
    return redirect(paths.connect(next === routePatterns.overview ? {} : { next }));
  };
  const lazyPage = (name: PageName, load: () => Promise<object>) => async () => {
    const [route] = await Promise.all([load(), dependencies.loadWords?.(...PAGE_WORDS[name])]);
    return route;
  };
  return [
    {
      ErrorBoundary: RootError,
      HydrateFallback: () => null,
      children: [
        { path: routePatterns.connect, lazy: () => import('./routes/connect.tsx') },
        {
          // The frame is a chunk of its own: Connect does without it.
          lazy: async () => {
            const [{ createConnectedLayout: createFramed }] = await Promise.all([
              import('./connected-layout.tsx'),
              dependencies.loadWords?.(...FRAME_WORDS),
            ]);
            return { Component: createFramed(dependencies) };
          },
          loader: requireConnection,
          // The gate is asked on every move, as signing out may happen in another tab.
          shouldRevalidate: () => true,
          children: [
            {
              lazy: async () => ({ ErrorBoundary: (await import('./route-error.tsx')).RouteError }),
              children: [
                ...PAGE_NAMES.map((name) => ({ path: PAGES[name][0], lazy: lazyPage(name, PAGES[name][1]) })),
                {
                  path: OLD_SYNONYMS,
                  loader: ({ request }) =>
                    redirect(`${routePatterns.synonyms}${new URL(request.url).search}`),
                },
                { path: '*', lazy: () => import('./routes/not-found.tsx') },
              ],
            },
          ],
        },
      ],
    },
  ];
}

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The router of the running dashboard; with `entries` one that lives in memory, for tests. */
export function createAppRouter(dependencies: AppDependencies, entries?: readonly string[]): AppRouter {
  const routes = createRoutes(dependencies);
  return entries === undefined
    ? createBrowserRouter(routes)
    : createMemoryRouter(routes, { initialEntries: [...entries] });
}
