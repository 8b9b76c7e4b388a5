import type { RenderResult } from '@testing-library/react';
import { render } from '@testing-library/react';
import { type ComponentType, StrictMode, Suspense, useState } from 'react';
import { createMemoryRouter, Outlet } from 'react-router';
import { vi } from 'vitest';
import type { MockGateway } from '#mocks/handlers.ts';
import { startMockServer } from '#mocks/node.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { type ConnectionStore, createConnectionStore } from '#src/api/stores/connection-store.ts';
import { pendingSignInCode } from '#src/api/stores/sign-in-code.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { App } from '#src/app/app.tsx';
import { createConnectedLayout } from '#src/app/connected-layout.tsx';
import { createPreferenceStore } from '#src/app/preferences.ts';
import type { AppRouter } from '#src/app/router.tsx';
import { createAppRouter } from '#src/app/router.tsx';
import { createI18n } from '#src/i18n/create-i18n.ts';
import type { Language } from '#src/i18n/languages.ts';
import { answerFetch } from './answer-fetch.ts';
import { closeAfterTest } from './closing.ts';
import type { Forward } from './foreign-gateway.ts';
import { isNight } from './full-counts.ts';
import type { TestGateway, TestGatewayOptions } from './gateway.ts';
import { createTestGateway, TEST_KEY } from './gateway.ts';

export type Dashboard = RenderResult & {
  gateway: TestGateway;
  router: AppRouter;
  connections: ConnectionStore;
  requests: Request[];
} & Pick<MockGateway, 'failNext'>;

type OpenOptions = TestGatewayOptions & {
  /** With the rail, the top bar, the palette and all else that surrounds a page. */
  shell?: boolean;
  language?: Language;
  /** Rendered twice, with effects begun twice, which shows what is not pure; it takes a fifth longer. At night always. */
  strict?: boolean;
  at: string;
  /** In place of all pages behind the gate. */
  page?: ComponentType;
  /** Without it Connect opens, as for anyone who comes without a link. */
  signedIn?: boolean;
  /** Where the connection differs from the owner's own. */
  connection?: Partial<Connection>;
  /** A gateway that is there already: the page is opened again over it, as after a reload. */
  over?: TestGateway;
  /** Prepares the gateway before the page opens. */
  prepare?: (gateway: TestGateway) => Promise<unknown>;
  /** Stands between the page and the gateway: a deviation of a foreign one. Undefined lets the call through. */
  intercept?: (request: Request, pass: Forward) => Promise<Response> | Response | undefined;
};

/** Tab storage of a page belongs to its gateway. */
const identities = new WeakMap<TestGateway, string>();
let opened = 0;

/** As in the shell, a page does not render again when its frame does. */
const PAGE = (
  <Suspense>
    <Outlet />
  </Suspense>
);

/** The page and nothing around it: the shell triples the elements that every query of a story walks over. */
function Bare() {
  // A story presses what the page shows at once: by then the page is to know what it may offer.
  const capabilities = useCapabilities();
  const { isPending } = useSession();
  const isKnown = capabilities !== undefined && !isPending;
  const [begun, setBegun] = useState(isKnown);
  if (isKnown && !begun) setBegun(true);
  // A key that is replaced asks for its session again: the page stays, as it does in the shell.
  if (!begun) return null;
  return <main>{PAGE}</main>;
}

/** The dashboard over a whole gateway: the real router and providers, and the gateway app in place of the network. */
export async function openDashboard(options: OpenOptions): Promise<Dashboard> {
  const {
    language = 'en',
    at: path,
    page: Page,
    shell = false,
    strict = isNight,
    over,
    prepare,
    intercept,
    signedIn = true,
    connection,
    ...rest
  } = options;
  const gateway = over ?? (await createTestGateway(rest));
  await prepare?.(gateway);
  const id = identities.get(gateway) ?? `test-${(opened += 1)}`;
  identities.set(gateway, id);
  const requests: Request[] = [];
  const answer = async (request: Request): Promise<Response> => {
    requests.push(request.clone());
    const pass: Forward = async (instead = request) => gateway.app.fetch(instead);
    return intercept?.(request, pass) ?? pass();
  };
  const mock = startMockServer({ fetch: answer });
  // Uploads go by XMLHttpRequest, and so through msw.
  vi.stubGlobal(
    'fetch',
    answerFetch((request) => mock.answer(request)),
  );
  closeAfterTest(() => {
    mock.stop();
    if (over === undefined) void gateway.close();
  });
  const connections = createConnectionStore({ tab: sessionStorage, browser: localStorage });
  const own = {
    id,
    name: 'دليل',
    baseUrl: '',
    key: TEST_KEY,
    bot: '1',
    modelFamily: 'Model',
    remember: false,
    madeByCode: false,
  };
  if (signedIn) connections.save({ ...own, ...connection });
  const preferences = createPreferenceStore(localStorage, [language]);
  const i18n = await createI18n(language, preferences.get().digits);
  const hasConnection = () => pendingSignInCode() === undefined && connections.current() !== undefined;
  const dependencies = { hasConnection, ...(shell ? {} : { Layout: Bare }) };
  const router =
    Page === undefined
      ? createAppRouter(dependencies, [path])
      : createMemoryRouter(
          [{ Component: createConnectedLayout(dependencies), children: [{ path: '*', element: <Page /> }] }],
          { initialEntries: [path] },
        );
  const app = <App router={router} i18n={i18n} preferences={preferences} connections={connections} />;
  const result = render(strict ? <StrictMode>{app}</StrictMode> : app);
  // The page unmounts first, so that it does not call a closed gateway.
  closeAfterTest(() => result.unmount());
  return {
    ...result,
    gateway,
    router,
    connections,
    requests,
    failNext: (fault, path) => mock.failNext(fault, path),
  };
}
