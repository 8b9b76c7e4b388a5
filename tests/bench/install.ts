/** `npm ci` in a copy of the package files, npm's own cache as it is. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, round } from './figures.ts';

const FILES = ['package.json', 'package-lock.json', '.npmrc'];

export function measureInstall(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-install-'));
  try {
    for (const file of FILES.filter((name) => existsSync(name))) cpSync(file, join(folder, file));
    const begun = performance.now();
    const done = spawnSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const seconds = (performance.now() - begun) / 1000;
    if (done.status !== 0) throw new Error('npm ci failed');
    const [kilobytes = ''] = execFileSync('du', ['-sk', join(folder, 'node_modules')], {
      encoding: 'utf8',
    }).split('\t');
    return Promise.resolve([
      { figure: 'npm ci', measured: round(seconds, 1), unit: 's, cache as it was' },
      { figure: 'node_modules', measured: round(Number(kilobytes) / 1024), unit: 'MB on disk' },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
