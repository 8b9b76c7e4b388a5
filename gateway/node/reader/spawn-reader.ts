import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MOST_PICTURES } from '#gateway/text/reading/ocr/most-pictures.ts';
import type { ReadLimits } from './run-reader.ts';

const SHELL = '/bin/sh';
const ENTRY = fileURLToPath(new URL('./reader-process.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** All that the reader may open: its own code and the libraries. Documents come over a pipe. */
const READABLE = ['gateway/*', 'node_modules/*', 'package.json'].map(
  (path) => `--allow-fs-read=${ROOT}${path}`,
);

/**
 * Starts a reader without environment, without leave to write files, start processes or workers, and with a heap
 * that ends before the memory limit does. Where there is a shell, the kernel also bounds its CPU time, so that a
 * reader that outlives its parent ends by itself.
 */
export function spawnReader({ seconds, megabytes, pictureSeconds }: ReadLimits, ocr = false): ChildProcess {
  const heap = `--max-old-space-size=${Math.floor(megabytes * 0.75)}`;
  const node = [process.execPath, heap, '--permission', ...READABLE, '--no-warnings', ENTRY];
  const cpu = Math.ceil(seconds * 3 + 10 + (ocr ? pictureSeconds * MOST_PICTURES : 0));
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -t ${cpu}; exec "$@"`;
  const [command = '', ...rest] = !existsSync(SHELL) ? node : [SHELL, '-c', limits, 'sh', ...node];
  return spawn(command, rest, {
    cwd: ROOT,
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
}
