import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findBundle } from './find-bundle.ts';

const MAKE = fileURLToPath(new URL('make-bundles.ts', import.meta.url));

/** Makes the bundles when they are missing or were made from other sources. True when they were made; without them programs start from their sources, later. */
export async function updateBundles(log: (line: string) => void): Promise<boolean> {
  if (findBundle('reader') !== undefined && findBundle('decoder') !== undefined) return false;
  const child = spawn(process.execPath, [MAKE], { stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (code !== 0) log('Readers of documents could not be bundled, so each takes longer to start.');
  return code === 0;
}
