import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SHELL = '/bin/sh';
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** All that it may open: our own code and the libraries. What is read comes over a pipe. */
const READABLE = ['gateway/*', 'node_modules/*', 'package.json'].map(
  (path) => `--allow-fs-read=${ROOT}${path}`,
);

/**
 * Starts one of our files without environment, without leave to write files, start processes or workers, and with a heap
 * that ends before the memory limit does. Where there is a shell, the kernel also bounds its CPU time, so that it ends by
 * itself when it outlives its parent. It answers on descriptors from 3 on; standard output is left to libraries.
 */
export function spawnSealed(
  entry: string,
  limits: { megabytes: number; cpuSeconds: number },
  descriptors = 1,
): ChildProcess {
  const heap = `--max-old-space-size=${Math.floor(limits.megabytes * 0.75)}`;
  const node = [process.execPath, heap, '--permission', ...READABLE, '--no-warnings', entry];
  const bounds = `ulimit -c 0; ulimit -f 0; ulimit -t ${limits.cpuSeconds}; exec "$@"`;
  const [command = '', ...rest] = !existsSync(SHELL) ? node : [SHELL, '-c', bounds, 'sh', ...node];
  return spawn(command, rest, {
    cwd: ROOT,
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', ...Array.from({ length: descriptors }, () => 'pipe' as const)],
    windowsHide: true,
  });
}
