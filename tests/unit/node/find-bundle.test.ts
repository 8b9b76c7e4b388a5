import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUNDLE_MANIFEST, findBundle } from '#gateway/node/processes/bundles/find-bundle.ts';

const SOURCE = "export const greeting = 'أهلًا';\n";
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-bundles-'));
  mkdirSync(join(folder, 'made'));
  writeFileSync(join(folder, 'made/reader-process.mjs'), '');
  writeFileSync(join(folder, 'source.ts'), SOURCE);
  const inputs = { 'source.ts': hash('sha256', SOURCE) };
  writeFileSync(join(folder, BUNDLE_MANIFEST), JSON.stringify({ folder: 'made', inputs }));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a bundle is used while its sources are as they were, byte by byte', () => {
  expect(findBundle('reader', folder, folder)).toBe(join(folder, 'made/reader-process.mjs'));
  writeFileSync(join(folder, 'source.ts'), SOURCE.replace('أهلًا', 'مرحبًا'));
  expect(findBundle('reader', folder, folder)).toBeUndefined();
  writeFileSync(join(folder, 'source.ts'), SOURCE);
  expect(findBundle('reader', folder, folder)).toBe(join(folder, 'made/reader-process.mjs'));
});

test('finds no bundle without its file, a source or the manifest', () => {
  expect(findBundle('decoder', folder, folder)).toBeUndefined();
  rmSync(join(folder, 'source.ts'));
  expect(findBundle('reader', folder, folder)).toBeUndefined();
  writeFileSync(join(folder, BUNDLE_MANIFEST), '{"folder":');
  expect(findBundle('reader', folder, folder)).toBeUndefined();
});
