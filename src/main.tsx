// First of all: a sign-in code must not stay in the address bar.
import './api/take-code-first.ts';
import { createRoot } from 'react-dom/client';
import './app/fonts.css';
import { browserStores, createConnectionStore } from './api/connection-store.ts';
import { onSignInCode, pendingSignInCode } from './api/sign-in-code.ts';
import { App } from './app/app.tsx';
import { browserStorage, createPreferenceStore } from './app/preferences.ts';
import { createAppRouter } from './app/router.tsx';
import { createI18n, loadMoreWords } from './i18n/setup.ts';
import { paths } from './paths.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const preferences = createPreferenceStore(browserStorage(), navigator.languages);
const { language, digits } = preferences.get();
const connections = createConnectionStore(browserStores());
const i18n = await createI18n(language, digits, ['frame']);
const router = createAppRouter({
  hasConnection: () => pendingSignInCode() === undefined && connections.current() !== undefined,
  beforePages: () => loadMoreWords(i18n, 'faults', 'pages'),
});
onSignInCode(() => void router.navigate(paths.connect()));

createRoot(root).render(
  <App router={router} i18n={i18n} preferences={preferences} connections={connections} />,
);
