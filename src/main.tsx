// First of all: a sign-in code must not stay in the address bar.
import './api/stores/capture-sign-in-code.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/fonts.css';
import { createConnectionStore, openBrowserStorages } from './api/stores/connection-store.ts';
import { onSignInCode, pendingSignInCode } from './api/stores/sign-in-code.ts';
import { openStorage } from './api/stores/storage.ts';
import { App } from './app/app.tsx';
import { createPreferenceStore } from './app/preferences.ts';
import { createAppRouter } from './app/router.tsx';
import { loadStyles } from './app/theme/emotion-cache.ts';
import { createI18n, loadMoreTranslations } from './i18n/create-i18n.ts';
import { directionOf } from './i18n/languages.ts';
import { paths } from './paths.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const preferences = createPreferenceStore(openStorage('localStorage'), navigator.languages);
const { language, digits } = preferences.get();
const connections = createConnectionStore(openBrowserStorages());
const [i18n] = await Promise.all([
  createI18n(language, digits, ['shell']),
  loadStyles(directionOf(language)),
  pendingSignInCode() === undefined && connections.whenShared(),
]);
const router = createAppRouter({
  hasConnection: () => pendingSignInCode() === undefined && connections.current() !== undefined,
  loadWords: (...parts) => loadMoreTranslations(i18n, ...parts),
});
onSignInCode(() => void router.navigate(paths.connect()));

createRoot(root).render(
  <StrictMode>
    <App router={router} i18n={i18n} preferences={preferences} connections={connections} />
  </StrictMode>,
);
