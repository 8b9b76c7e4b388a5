import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reachStatically, resolveImport, sourceFiles } from '#tests/support/read-imports.ts';

const awaitedImportsOf = (file: string): string[] =>
  Array.from(readFileSync(file, 'utf8').matchAll(/await import\('([^']+)'\)/gu), ([, specifier = '']) =>
    resolveImport(file, specifier),
  );

test('nothing that only pages behind the gate need is in the first load', () => {
  const reached = reachStatically(['src/main.tsx']);
  const behindTheGate = [...reached].filter((path) =>
    /^src\/(?:features\/[^/]+\/(?!page\.ts$)|api\/client|ui\/page-frame)|^(?:ky|zod|@tanstack)/u.test(path),
  );
  expect(reached.size).toBeGreaterThan(20);
  expect(behindTheGate).toEqual([]);
});

/** What runs on one machine with SQLite and a folder: the server, what it imports as it starts, and its children. */
const ONE_MACHINE = [
  'server/start.ts',
  'server/settings/settings.ts',
  'server/build-dashboard.ts',
  'server/run-server.ts',
  'processes/indexing/indexer.ts',
  'processes/reader/reader-process.ts',
  'processes/audio/decoder-process.ts',
].map((name) => `gateway/node/${name}`);
/** PostgreSQL, buckets and the disk cache of segments; not the reading of their settings. */
const OF_SEVERAL =
  /^(?:gateway\/node\/storage\/(?:postgres\/(?!database-url\.)|blobs\/(?:s3-(?!location\.)|check-s3|spool)|data\/segment-disk-cache)|(?:pg|aws4fetch)(?:$|[-/]))/u;

test('an indexer loads nothing that answers calls', () => {
  const reached = reachStatically(['gateway/node/processes/indexing/indexer.ts']);
  expect(reached.size).toBeGreaterThan(100);
  expect([...reached].filter((path) => /\/routes\/|\/serving\.ts$/u.test(path))).toEqual([]);
});

test('one machine loads nothing of PostgreSQL, buckets and disk caches until a setting names them', () => {
  const reached = reachStatically(ONE_MACHINE);
  expect(reached.size).toBeGreaterThan(300);
  expect([...reached].filter((path) => OF_SEVERAL.test(path))).toEqual([]);
  const importers = sourceFiles().filter(
    (file) => file.startsWith('gateway/') && awaitedImportsOf(file).some((target) => OF_SEVERAL.test(target)),
  );
  // Each by `import()`, after it looked at the setting.
  expect(importers).toEqual(
    ['open-blobs.ts', 'open-database.ts', 'open-segment-index.ts'].map(
      (name) => `gateway/node/storage/data/${name}`,
    ),
  );
});
