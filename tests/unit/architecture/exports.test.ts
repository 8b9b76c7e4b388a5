import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '#tests/support/read-imports.ts';

/** Types are let be: a declaration may need one that nobody names. */
const EXPORTED_VALUE = /^export (?:async )?(?:const|let|class|function\*?) ([\w$]+)/gmu;

const withoutComments = (source: string) => source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gmu, '');

/** Exports of `files` by name that no other of `readers` mentions. */
function unusedExports(files: readonly string[], readers: ReadonlyMap<string, string>): string[] {
  const mentions = new Map<string, number>();
  for (const source of readers.values())
    for (const name of new Set(source.match(/[\w$]+/gu))) mentions.set(name, (mentions.get(name) ?? 0) + 1);
  return files.flatMap((file) =>
    Array.from((readers.get(file) ?? '').matchAll(EXPORTED_VALUE), ([, name = '']) => name)
      .filter((name) => (mentions.get(name) ?? 0) < 2)
      .map((name) => `${file}: ${name}`),
  );
}

test('what no other file mentions is not exported', () => {
  const paths = globSync(['{src,gateway,conformance,mocks,tests}/**/*.{ts,tsx,mjs}', '*.ts', 'index.html']);
  const readers = new Map(
    paths.map((path) => [path.replaceAll('\\', '/'), withoutComments(readFileSync(path, 'utf8'))]),
  );
  expect(unusedExports(sourceFiles(), readers)).toEqual([]);
});

test('a planted export is found, unless another file has its name', () => {
  const planted = ['export const alone = 1; // alone', 'export async function* shared() {}'].join('\n');
  const readers = (other: string) =>
    new Map([
      ['src/a.ts', planted],
      ['src/b.ts', withoutComments(other)],
    ]);
  expect(unusedExports(['src/a.ts'], readers('shared(); /* alone */'))).toEqual(['src/a.ts: alone']);
  expect(unusedExports(['src/a.ts'], readers('shared(alone);'))).toEqual([]);
});
