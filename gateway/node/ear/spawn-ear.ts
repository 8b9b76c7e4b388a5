import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EarStart } from './ear-protocol.ts';

const ENTRY = fileURLToPath(new URL('./ear-process.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Starts the process of a model: no environment, no files but our code, the libraries and the model, no network, no
 * children. Its library is native, so it is a guard against mistakes rather than against the library itself.
 */
export function spawnEar(folder: string, start: EarStart): ChildProcess {
  const readable = ['gateway/*', 'node_modules/*', 'package.json'].map((path) => `${ROOT}${path}`);
  readable.push(`${folder}/*`, ...(isAbsolute(start.module) ? [`${dirname(start.module)}/*`] : []));
  const rights = ['--permission', '--allow-addons', ...readable.map((path) => `--allow-fs-read=${path}`)];
  return spawn(process.execPath, [...rights, '--no-warnings', ENTRY, JSON.stringify(start)], {
    cwd: ROOT,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
}
