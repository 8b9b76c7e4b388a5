import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const DASHBOARD = join(ROOT, 'dist');
const FINGERPRINT_FILE = join(DASHBOARD, '.built-from');
const SOURCES = ['src', 'mocks', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.md', '.svg', '.txt', '.webmanifest']);

/** Builds the dashboard when it is missing or was built from other sources. True when it was built. */
export async function buildDashboard(log: (line: string) => void): Promise<boolean> {
  const wanted = await fingerprint();
  const built = await readFile(FINGERPRINT_FILE, 'utf8').catch(() => '');
  if (built === wanted) return false;
  log('Building the dashboard, once for this version ...');
  await runVite();
  await compressAssets();
  await writeFile(FINGERPRINT_FILE, wanted);
  return true;
}

async function runVite(): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error('The dashboard could not be built. What is wrong stands above.');
}

/** Of the contents: a fresh checkout has fresh times. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const file of await filesOf(join(ROOT, source))) {
      hash.update(file.slice(ROOT.length));
      hash.update(await readFile(file));
    }
  return hash.digest('hex');
}

async function filesOf(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}

/** Brotli and gzip beside each asset, done once so that no request waits for it. The page itself changes each time. */
async function compressAssets(): Promise<void> {
  const files = (await filesOf(DASHBOARD)).filter(
    (file) => COMPRESSIBLE.has(extname(file)) && file !== join(DASHBOARD, 'index.html'),
  );
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.byteLength < 1024) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
