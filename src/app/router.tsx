import type { RouteObject } from 'react-router';
import { createBrowserRouter, createMemoryRouter, redirect } from 'react-router';
import { paths, patterns } from '#src/paths.ts';
import type { AppDependencies } from './dependencies.ts';
import { RootError } from './root-error.tsx';

function createRoutes(dependencies: AppDependencies): RouteObject[] {
  const requireConnection = ({ request }: { request: Request }) => {
    if (dependencies.hasConnection()) return null;
    const { pathname, search } = new URL(request.url);
    const next = `${pathname}${search}`;
    return redirect(paths.connect(next === patterns.overview ? {} : { next }));
  };
  return [
    {
      ErrorBoundary: RootError,
      HydrateFallback: () => null,
      children: [
        { path: patterns.connect, lazy: () => import('./routes/connect.tsx') },
        {
          // The frame is a chunk of its own: Connect does without it.
          lazy: async () => {
            const [{ createFramed }] = await Promise.all([
              import('./framed.tsx'),
              dependencies.beforePages?.(),
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
                { path: patterns.overview, lazy: () => import('./routes/overview.tsx') },
                { path: patterns.knowledge, lazy: () => import('./routes/knowledge.tsx') },
                { path: patterns.addKnowledge, lazy: () => import('./routes/add-knowledge.tsx') },
                { path: patterns.unit, lazy: () => import('./routes/unit.tsx') },
                { path: patterns.playground, lazy: () => import('./routes/playground.tsx') },
                { path: patterns.chat, lazy: () => import('./routes/chat.tsx') },
                { path: patterns.voice, lazy: () => import('./routes/voice.tsx') },
                { path: patterns.usage, lazy: () => import('./routes/usage.tsx') },
                { path: patterns.settings, lazy: () => import('./routes/settings.tsx') },
                { path: patterns.synonyms, lazy: () => import('./routes/synonyms.tsx') },
                { path: patterns.audit, lazy: () => import('./routes/audit.tsx') },
                { path: patterns.keys, lazy: () => import('./routes/keys.tsx') },
                { path: patterns.bots, lazy: () => import('./routes/bots.tsx') },
                { path: patterns.alerts, lazy: () => import('./routes/alerts.tsx') },
                { path: patterns.modelServers, lazy: () => import('./routes/model-servers.tsx') },
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
