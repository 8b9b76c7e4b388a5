import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** The chunks that an entry cannot run without, by their names. */
function chunksOf(manifest: Manifest, keys: readonly string[]): string[] {
  const reached = new Set(keys);
  for (const key of reached) for (const next of manifest[key]?.imports ?? []) reached.add(next);
  return [...reached].map((key) => manifest[key]?.file.replace(/^assets\/|-[\w-]{8}\.js$/gu, '') ?? key);
}

test('Connect needs none of the chunk that the pages behind the sign-in share', () => {
  const manifest: Manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));
  const connect = chunksOf(manifest, ['index.html', 'src/app/routes/connect.tsx']);
  const knowledge = chunksOf(manifest, ['index.html', 'src/features/knowledge/knowledge-page.tsx']);
  expect(connect).toContain('start');
  expect(connect).not.toContain('frame');
  expect(knowledge).toContain('frame');
});
