import { createRoot } from 'react-dom/client';
import './app/fonts.css';
import { App } from './app/app.tsx';
import { browserStorage, createPreferenceStore } from './app/preferences.ts';
import { createQueryClient } from './app/query-client.ts';
import { createAppRouter } from './app/router.tsx';
import { createI18n } from './i18n/setup.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const preferences = createPreferenceStore(browserStorage(), navigator.languages);
const { language, digits } = preferences.get();
const router = createAppRouter({
  hasConnection: () => true,
  useShellState: () => ({ gateway: 'checking' }),
});

createRoot(root).render(
  <App
    router={router}
    i18n={await createI18n(language, digits)}
    queryClient={createQueryClient()}
    preferences={preferences}
  />,
);
