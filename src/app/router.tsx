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
import type { PageDefinition } from '#src/page.ts';
import { paths, routePatterns } from '#src/paths.ts';
import { CrashDetails, ReloadButton } from './crash.tsx';
import type { AppDependencies } from './dependencies.ts';
import { FRAME_WORDS, PAGES } from './pages.ts';

/** Where the synonyms were until they moved below the knowledge; bookmarks lead there. */
const OLD_SYNONYMS = '/settings/synonyms';

/** Error page for failures outside the frame. Part of the first load, so it has few imports. */
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
  const lazyPage =
    ({ load, words }: Pick<PageDefinition, 'load' | 'words'>) =>
    async () => {
      const [Component] = await Promise.all([load(), dependencies.loadWords?.(...words)]);
      return { Component };
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
                ...PAGES.map(({ path, ...page }: PageDefinition) =>
                  page.alsoAt === undefined
                    ? { path, lazy: lazyPage(page) }
                    : {
                        lazy: lazyPage(page),
                        children: [path, page.alsoAt].map((path) => ({ path, element: null })),
                      },
                ),
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
