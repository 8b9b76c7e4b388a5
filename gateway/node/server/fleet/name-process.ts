import { hostname } from 'node:os';
import type { Settings } from '#gateway/node/server/settings/settings.ts';

const ID_LENGTH = 6;

/** How a process is called in logs, metrics and `fihrist processes`. */
interface ProcessName {
  name: string;
  /** Whether logs and metrics carry it: not where there is only one process to speak of. */
  isShown: boolean;
}

/** `FIHRIST_PROCESS_NAME`, else the host's name and the beginning of the process's id: of two on one host each its own. */
export function nameProcess(
  settings: Pick<Settings, 'FIHRIST_PROCESS_NAME' | 'FIHRIST_DATABASE' | 'FIHRIST_DATABASE_FILE'>,
  processId: string,
): ProcessName {
  const given = settings.FIHRIST_PROCESS_NAME;
  const name = given ?? `${hostname().replace(/[^\w.-]/gu, '-')}-${processId.slice(0, ID_LENGTH)}`;
  return {
    name,
    isShown: (given ?? settings.FIHRIST_DATABASE ?? settings.FIHRIST_DATABASE_FILE) !== undefined,
  };
}
