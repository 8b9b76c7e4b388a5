import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { icons as lucide } from '@iconify-json/lucide';
import react from '@vitejs/plugin-react';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const root = import.meta.dirname;

function lettersOf(range: string): string {
  const letters: string[] = [];
  for (const [, from, to] of range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/giu)) {
    const first = Number.parseInt(from ?? '', 16);
    for (let code = first; code <= (to === undefined ? first : Number.parseInt(to, 16)); code += 1) {
      letters.push(String.fromCodePoint(code));
    }
  }
  return letters.join('');
}

/** Cuts each face that fonts.css takes from .cache/fonts to the unicode-range written beside it. */
function cutFonts(): Plugin {
  return {
    name: 'cut-fonts',
    // Tests show nothing. A server that a test starts may well build the dashboard, and needs them.
    apply: (_config, { mode }) => mode !== 'test',
    async buildStart() {
      const css = readFileSync(join(root, 'src/app/fonts.css'), 'utf8');
      const cache = join(root, 'node_modules/.cache/fonts');
      mkdirSync(cache, { recursive: true });
      const faces = css.matchAll(
        /url\("\/node_modules\/\.cache\/fonts\/([^"]+)"\)[^}]*unicode-range:([^;]+);/gu,
      );
      for (const [, file = '', range = ''] of faces) {
        const family = /^ibm-plex-(?:mono|sans-arabic|sans)(?=-)/u.exec(file)?.[0] ?? '';
        const whole = readFileSync(join(root, 'node_modules/@fontsource', family, 'files', basename(file)));
        const cut = await subsetFont(whole, lettersOf(range), { targetFormat: 'woff2' });
        writeFileSync(join(cache, file), cut);
      }
    },
  };
}

/** `virtual:lucide/NAME` is one icon as a component, so that only the icons in use reach the bundle. */
function lucideIcons(): Plugin {
  const prefix = 'virtual:lucide/';
  const stroke =
    / fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"/gu;
  return {
    name: 'lucide-icons',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const name = id.slice(prefix.length + 1);
      const markup = lucide.icons[name]?.body.replace(stroke, '').replace(/^<g>|<\/g>$/gu, '');
      const shapes = Array.from(
        markup?.matchAll(/<(\w+)((?: [a-z0-9]+="[^"]*")*)\/>/gu) ?? [],
        ([, tag, attributes = '']) => [
          tag,
          Object.fromEntries(
            Array.from(attributes.matchAll(/(\w+)="([^"]*)"/gu), ([, key, value]) => [key, value]),
          ),
        ],
      );
      if (shapes.length === 0) this.error(`Lucide has no icon called ${name}`);
      return `import { createIcon } from '/src/ui/create-icon.ts';
export default /* @__PURE__ */ createIcon('${name}', ${JSON.stringify(shapes)});`;
    },
  };
}

/** What every first load needs anyway, in few files under their names; together they also compress better. */
const firstLoad = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: 'ui',
    test: /@mui\/(?:system|material\/(?:styles|CssBaseline|useMediaQuery|Box|Typography|Button|ButtonBase|IconButton|OutlinedInput|Checkbox|FormControlLabel|FormHelperText))\//,
  },
  { name: 'router', test: /node_modules\/react-router\// },
  {
    name: 'i18n',
    test: /node_modules\/(?:i18next\/|react-i18next\/dist\/es\/(?:useTranslation|initReactI18next|I18nextProvider))|src\/i18n\/[^/]+$/,
  },
  {
    name: 'start',
    test: /src\/(?:paths|features\/[^/]+\/page\.ts|app\/(?:pages|settings\/page\.ts|theme\/|logo|crash|preferences|shell\/language-and-theme-toggles)|ui\/(?:mono-text|bidi-text|create-icon|notice|small-text)|api\/(?:stores\/(?:absent-operations|connection-store|sign-in-code)|transport\/connection\.|hooks\/use-connections))/,
  },
  // What every page behind the gate needs: one file in place of forty, which the list of files to preload names too.
  {
    name: 'frame',
    test: /node_modules\/(?:@tanstack\/|ky\/|zod\/|@popperjs\/)|@mui\/material\/(?:Menu|MenuItem|MenuList|Popover|Popper|Tooltip|Modal|Backdrop|Fade|Grow|Paper|Portal|Unstable_TrapFocus|Dialog\w*|List\w*|Link|Skeleton|LinearProgress|Select|NativeSelect|Input|FilledInput|InputAdornment|Divider|internal\/Transition)\/|src\/api\/(?:client\/(?:gateway-client|compose-request|try-call|units|page-units|read-unit-list|capabilities)|hooks\/|transport\/(?:http|errors|fault-of-response|policy-watch))|src\/ui\/(?:fault\/|query\/|page-frame|page-context|link-button|empty-state|one-line|skeleton-rows|meter|unit\/status)/,
  },
  { name: 'icons', test: /virtual:lucide\/(?!sun|moon)/, minShareCount: 2 },
];

/** Ends a test that hangs. A busy machine is slow, not wrong: no test asserts a time. */
const HANG_MS = 300_000;
/** Longest wait for a state that a test expects; below `HANG_MS`, so that the failure names that state. */
const WAIT_MS = 240_000;

/** Files of the process tier that others would disturb, or that would disturb others. */
const ISOLATED = [
  // msw takes the place of modules of Node that others loaded before.
  'tests/process/mocks/mock-gateway.test.ts',
  // PostgreSQL, which files share, ends all sessions when one of its processes is killed.
  'tests/process/usage/crashed-groups.test.ts',
];

const processTier = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    environment: 'node',
    globalSetup: 'tests/support/bundle-gateway.ts',
    // The first started process compiles modules for all later ones.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') },
    ...test,
  },
});

/** Files that share one browser and one server, two at a time. */
const browserTier = (name: string, include: string): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    environment: 'node',
    include: [include],
    globalSetup: ['tests/support/bundle-gateway.ts', 'tests/support/e2e-setup.ts'],
    maxWorkers: 2,
    expect: { poll: { interval: 200 } },
  },
});

export default defineConfig({
  plugins: [react(), cutFonts(), lucideIcons()],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    manifest: true,
    chunkSizeWarningLimit: 500,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: firstLoad } } },
  },
  test: {
    // Vitest leaves a core to the watcher by default; a run has none.
    maxWorkers: '100%',
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: WAIT_MS, interval: 20 } },
    // Tests lie in tiers by what they cost, see CONTRIBUTING.md.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          // Loading modules costs more than running these tests: files share processes and their modules.
          isolate: false,
        },
      },
      // Loading modules costs more than many of these tests: files share processes, with the exceptions below.
      processTier({
        name: 'process',
        isolate: false,
        include: ['tests/process/**/*.test.ts'],
        exclude: ISOLATED,
      }),
      processTier({ name: 'process-isolated', include: ISOLATED }),
      {
        extends: true,
        test: {
          name: 'pages',
          environment: 'happy-dom',
          include: ['tests/pages/**/*.test.{ts,tsx}'],
          // Loading the dashboard takes longer than many a story: files share processes and their modules.
          isolate: false,
          // No file leaves to the next what it put in a global's place.
          unstubGlobals: true,
          setupFiles: ['tests/support/app-setup.ts'],
        },
      },
      browserTier('e2e', 'tests/e2e/*.test.ts'),
      browserTier('stories', 'tests/night/browser/*.test.ts'),
      {
        extends: true,
        test: {
          name: 'night',
          environment: 'node',
          include: ['tests/night/*.test.ts'],
          // Servers are killed and brought up again there.
          testTimeout: 2 * HANG_MS,
          hookTimeout: 2 * HANG_MS,
          expect: { poll: { timeout: 2 * WAIT_MS, interval: 100 } },
          fileParallelism: false,
        },
      },
    ],
  },
});
