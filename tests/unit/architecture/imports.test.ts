import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  allows,
  IMPORT_RULES,
  isAbove,
  MODULE_ORDER,
  moduleOf,
  printImportRules,
  ruleOf,
} from '#tests/support/import-rules.ts';
import {
  findCycles,
  findFolderCycles,
  importsOf,
  relativePath,
  sourceFiles,
  staticImportsOf,
} from '#tests/support/read-imports.ts';

const graph = new Map(sourceFiles().map((file) => [file, importsOf(file)]));

/** A file that could lie in a folder of the table. */
const fileIn = (folder: string, name: string) => {
  const path = folder.replace('<name>', name);
  return /\.tsx?$/u.test(path) ? path : `${path}/planted.ts`;
};

/** Every way to write an import. */
const FORMS: Record<string, (specifier: string) => string> = {
  import: (specifier) => `import { x } from '${specifier}'; x();`,
  'import type': (specifier) => `import type { X } from '${specifier}'; export type Y = X;`,
  'inline type': (specifier) => `import { type X } from '${specifier}'; export type Y = X;`,
  'side effect': (specifier) => `import '${specifier}';`,
  're-export': (specifier) => `export { x } from '${specifier}';`,
  're-export all': (specifier) => `export * from '${specifier}';`,
  're-export type': (specifier) => `export type { X } from '${specifier}';`,
  require: (specifier) => `import x = require('${specifier}'); x();`,
  dynamic: (specifier) => `export const load = () => import('${specifier}');`,
  'type in place': (specifier) => `export type Y = Array<import('${specifier}').X>;`,
};

/** Folders in which no folders may import one another in a circle. */
const ACYCLIC_ROOTS = [
  'src/api',
  'src/app',
  'src/common',
  'src/contract',
  'src/i18n',
  'src/ui',
  'src/features',
  'gateway/core',
  'gateway/engine',
  'gateway/http',
  'gateway/sql',
  'gateway/modules',
  'gateway/node',
  'conformance',
  'mocks',
];

/** Modules above a file's own that are loaded with it by way of files outside of the modules. */
function modulesAbove(file: string, values: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Set(values.get(file));
  for (const next of reached)
    if (moduleOf(next) === undefined) for (const target of values.get(next) ?? []) reached.add(target);
  return [...reached].filter((target) => isAbove(moduleOf(target), moduleOf(file)));
}

const aliasOf = (file: string) => `#${file.replace(/^src\/(contract|common)\//u, '$1/')}`;

describe('imports of src, gateway, conformance and mocks', () => {
  test('every file falls under a row of the table, and every row has files', () => {
    expect([...graph.keys()].filter((file) => ruleOf(file) === undefined)).toEqual([]);
    const used = new Set([...graph.keys()].map((file) => ruleOf(file)?.rule.folder));
    const without = IMPORT_RULES.filter(({ folder }) => !used.has(folder) && folder !== 'tests');
    expect(without.map(({ folder }) => folder)).toEqual([]);
  });

  test('none is forbidden', () => {
    const forbidden = [...graph].flatMap(([file, imports]) =>
      imports.filter((target) => !allows(file, target)).map((target) => `${file} -> ${target}`),
    );
    expect(forbidden).toEqual([]);
  });

  test('none leads a module to code of a module above by way of a helper', () => {
    const files = sourceFiles().filter((file) => file.startsWith('gateway/'));
    const values = new Map(files.map((file) => [file, staticImportsOf(file)]));
    expect(
      files.flatMap((file) => modulesAbove(file, values).map((target) => `${file} -> ${target}`)),
    ).toEqual([]);
  });

  test('none closes a cycle, type-only ones included', () => {
    expect(findCycles(graph)).toEqual([]);
  });

  test('every folder of modules has its place in their order', () => {
    const folders = globSync('gateway/modules/*').map((path) => basename(path));
    expect(folders.sort()).toEqual([...MODULE_ORDER].sort());
  });

  test.each(ACYCLIC_ROOTS)('no folders of %s import one another in a circle', (root) => {
    expect([...graph.keys()].some((file) => file.startsWith(`${root}/`))).toBe(true);
    expect(findFolderCycles(graph, root)).toEqual([]);
  });

  test('docs/architecture.md prints the table', () => {
    const docs = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8');
    expect(docs).toContain(printImportRules());
  });
});

describe('the check itself', () => {
  // Read off the table as a person would: a folder may import what its row names, and nothing else.
  const pairs = IMPORT_RULES.flatMap(({ folder, may }) =>
    IMPORT_RULES.flatMap((other) => {
      // In the middle of the order of modules, with one below and one above.
      const own = 'files';
      const file = fileIn(folder, own);
      const instances = other.folder.includes('<name>') ? [own, 'usage', 'chat'] : [''];
      const isOrdered =
        folder.startsWith('gateway/modules/<') && other.folder.startsWith('gateway/modules/<');
      return instances
        .filter((name) => !(other.folder === folder && (name === own || name === '')))
        .map((name) => {
          const named =
            !(isOrdered && name === 'chat') &&
            may.some((pattern) => {
              const folders = [pattern.replace('<name>', own), other.folder.replace('<name>', name)];
              if (folders[0] === folders[1]) return true;
              if (pattern.includes('<name>')) return false;
              if (pattern.endsWith('/*')) return other.folder.startsWith(pattern.slice(0, -1));
              if (pattern.includes('/*/')) return pattern.replace('*', '<name>') === other.folder;
              return pattern === other.folder || (pattern === 'src/ui' && other.folder === 'src/ui/<name>');
            });
          return { file, target: fileIn(other.folder, name), named };
        });
    }),
  );
  const forbidden = pairs.filter(({ named }) => !named);

  test('knows enough pairs of folders to be worth the name', () => {
    expect(forbidden.length).toBeGreaterThan(300);
    expect(pairs.length - forbidden.length).toBeGreaterThan(80);
  });

  test.each(Object.keys(FORMS))('refuses each forbidden pair, planted as %s', (form) => {
    const missed = forbidden.flatMap(({ file, target }) =>
      [aliasOf(target), relativePath(file, target)]
        .filter((specifier) => {
          const [resolved = ''] = importsOf(file, FORMS[form]?.(specifier));
          return resolved !== target || allows(file, resolved);
        })
        .map((specifier) => `${file} -> ${specifier}`),
    );
    expect(missed).toEqual([]);
  });

  test('lets through what a row names', () => {
    const refused = pairs.filter(({ file, target, named }) => named && !allows(file, target));
    expect(refused).toEqual([]);
  });

  test.each([
    ['src/contract/planted.ts', 'ky'],
    ['src/contract/planted.ts', 'i18next'],
    ['src/common/planted.ts', 'zod'],
    ['src/features/one/planted.ts', 'node:fs'],
    ['src/features/one/planted.ts', 'hono'],
    ['src/ui/planted.tsx', 'kysely'],
    ['gateway/engine/planted.ts', 'node:fs'],
    ['gateway/engine/planted.ts', 'react'],
    ['gateway/modules/one/services/planted.ts', 'hono'],
    ['gateway/modules/one/services/planted.ts', 'hono/streaming'],
    ['gateway/modules/one/services/planted.ts', 'kysely'],
    ['gateway/modules/one/services/planted.ts', 'node:crypto'],
    ['gateway/modules/one/routes/planted.ts', 'kysely'],
    ['gateway/modules/one/ports/planted.ts', 'zod'],
    ['gateway/http/planted.ts', 'node:http'],
    ['gateway/http/planted.ts', 'kysely'],
    ['gateway/sql/planted.ts', 'node:sqlite'],
    ['conformance/planted.ts', 'node:child_process'],
    ['conformance/planted.ts', 'hono'],
  ])('%s may not import %s', (file, name) => {
    const imports = importsOf(file, `import type { X } from '${name}';`);
    expect(imports.filter((target) => allows(file, target))).toEqual([]);
  });

  test.each([
    'export const load = (name: string) => import(name);',
    'export const load = (name: string) => import(`./${name}.ts`);',
    "export const load = (isNew: boolean) => import(isNew ? './a.ts' : './b.ts');",
    "export const pages = import.meta.glob('./*.ts');",
    "export const pages = import.meta['glob']('./*.ts');",
  ])('refuses modules that no literal names: %s', (source) => {
    const file = 'gateway/node/operate/planted.ts';
    expect(importsOf(file, source).some((target) => !allows(file, target))).toBe(true);
  });

  test('finds the way to a module above by way of two helpers', () => {
    const planted = new Map([
      ['gateway/modules/files/routes/a.ts', ['gateway/http/b.ts', 'gateway/modules/usage/services/c.ts']],
      ['gateway/http/b.ts', ['gateway/core/d.ts']],
      ['gateway/core/d.ts', ['gateway/modules/chat/services/e.ts']],
    ]);
    expect(modulesAbove('gateway/modules/files/routes/a.ts', planted)).toEqual([
      'gateway/modules/chat/services/e.ts',
    ]);
  });

  test('finds a cycle that only types close', () => {
    const planted = new Map([
      ['src/ui/a.ts', importsOf('src/ui/a.ts', "import { b } from './b.ts'; b();")],
      ['src/ui/b.ts', importsOf('src/ui/b.ts', "import type { A } from '#src/ui/c.ts';")],
      ['src/ui/c.ts', importsOf('src/ui/c.ts', "export type A = import('./a.ts').A;")],
      ['src/ui/d.ts', importsOf('src/ui/d.ts', "import { a } from './a.ts';")],
    ]);
    const cycles = findCycles(planted).map((cycle) => cycle.sort());
    expect(cycles).toEqual([['src/ui/a.ts', 'src/ui/b.ts', 'src/ui/c.ts']]);
  });

  test('finds a cycle of folders that no files close', () => {
    const planted = new Map([
      ['src/ui/a/one.ts', ['src/ui/b/one.ts']],
      ['src/ui/b/one.ts', []],
      ['src/ui/b/deep/two.ts', ['src/ui/a/two.ts', 'src/api/one.ts']],
      ['src/ui/a/two.ts', ['src/ui/a/one.ts']],
      ['src/ui/c.ts', ['src/ui/a/one.ts']],
      ['src/api/one.ts', ['src/ui/c.ts']],
    ]);
    expect(findCycles(planted)).toEqual([]);
    expect(findFolderCycles(planted, 'src/ui')).toEqual([['src/ui/a', 'src/ui/b']]);
    expect(findFolderCycles(planted, 'src/api')).toEqual([]);
  });

  test('finds a cycle of a folder and a file beside it', () => {
    const planted = new Map([
      ['src/ui/a/one.ts', ['src/ui/b.ts']],
      ['src/ui/b.ts', ['src/ui/a/two.ts']],
      ['src/ui/a/two.ts', []],
    ]);
    expect(findCycles(planted)).toEqual([]);
    expect(findFolderCycles(planted, 'src/ui')).toEqual([['src/ui/a', 'src/ui/b.ts']]);
  });
});
