import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

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

/** What every first load needs anyway, in few files under their names; together they also compress better. */
const firstLoad = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: 'ui',
    test: /@mui\/material\/(?:styles|CssBaseline|useMediaQuery|Box|Typography|Button|ButtonBase|IconButton|OutlinedInput|Checkbox|FormControlLabel|FormHelperText)\//,
  },
  { name: 'router', test: /node_modules\/react-router\// },
  {
    name: 'i18n',
    test: /node_modules\/(?:i18next\/|react-i18next\/dist\/es\/(?:useTranslation|initReactI18next|I18nextProvider))|src\/i18n\/[^/]+$/,
  },
];

export default defineConfig({
  plugins: [react(), cutFonts()],
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
    // A machine that does other work too is slow, not wrong.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{contract,gateway,api,mocks}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'app',
          environment: 'happy-dom',
          include: ['tests/app/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/app-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
