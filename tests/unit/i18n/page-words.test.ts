import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FRAME_WORDS, PAGES } from '#src/app/pages.ts';
import {
  loadTranslations,
  TRANSLATION_BUNDLES,
  type TranslationBundle,
} from '#src/i18n/load-translations.ts';
import { importsOf, sourceFiles } from '#tests/support/read-imports.ts';

const namespacesOfParts = async (some: readonly TranslationBundle[]) =>
  (await Promise.all(some.map((part) => loadTranslations('en', part)))).flatMap((words) =>
    Object.keys(words),
  );
const namespaces = await namespacesOfParts(TRANSLATION_BUNDLES);
const ofFrame = await namespacesOfParts(['shell', ...FRAME_WORDS]);

const files = new Set(sourceFiles().filter((file) => /^src\/(?!i18n\/|contract\/|common\/)/u.test(file)));

/** The files that a file brings with it, now or later; a definition of a page alone does not open the page. */
function reach(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file) || !files.has(file) || file.endsWith('/page.ts')) return reached;
  reached.add(file);
  for (const target of importsOf(file)) reach(target, reached);
  return reached;
}

/** The namespaces that a file names: `useTranslation('unit')`, `TFunction<'unit'>`, `t('unit:title')`. */
function namedIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const named = [...source.matchAll(/(?:useTranslation\(|TFunction<)([^)>]*)/gu)]
    .flatMap(([, names = '']) => [...names.matchAll(/'(\w+)'/gu)])
    .concat([...source.matchAll(/['"`](\w+):[\w$]/gu)])
    .map(([, name = '']) => name);
  return named.filter((name) => namespaces.includes(name));
}

const saidBy = (file: string) => new Set([...reach(file)].flatMap(namedIn));

test('the frame loads what it says', () => {
  expect([...saidBy('src/app/connected-layout.tsx')].filter((name) => !ofFrame.includes(name))).toEqual([]);
});

/** The file that `load` of a page brings; the definition names it. */
function fileOf(name: string): string {
  const definition = sourceFiles().find(
    (file) => file.endsWith('/page.ts') && readFileSync(file, 'utf8').includes(`  name: '${name}',`),
  );
  const [file = ''] = importsOf(definition ?? '').filter((target) => target.endsWith('-page.tsx'));
  return file;
}

test.each(PAGES)('the page $name loads what it says, and no more', async ({ name, words }) => {
  const said = saidBy(fileOf(name));
  const further = [...said].filter((namespace) => !ofFrame.includes(namespace));
  expect(further.sort()).toEqual((await namespacesOfParts(words)).sort());
});
