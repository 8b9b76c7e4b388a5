import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { resolveImport } from '#tests/support/read-imports.ts';

/** What a file imports with a static import that has a value: what must be there before it runs. */
function staticImportsOf(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  return module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => resolveImport(file, moduleRequest.value));
}

test('nothing that only pages behind the gate need is in the first load', () => {
  const reached = new Set(['src/main.tsx']);
  for (const file of reached)
    if (/^src\/.*\.tsx?$/u.test(file)) for (const next of staticImportsOf(file)) reached.add(next);
  const behindTheGate = [...reached].filter((path) =>
    /^src\/(?:features|api\/client|ui\/page-frame)|^(?:ky|zod|@tanstack)/u.test(path),
  );
  expect(reached.size).toBeGreaterThan(20);
  expect(behindTheGate).toEqual([]);
});
