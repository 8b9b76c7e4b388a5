import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { HEARD_WITHIN_MS } from '#gateway/core/fleet.ts';
import type { ProcessStore } from '#gateway/modules/fleet/ports/processes.ts';

/** Where people reach a running server, and the id of its entry among the processes of its database. */
const schema = z.object({ processId: z.string(), origin: z.string() });
type ServerAddress = z.output<typeof schema>;

const fileIn = (folder: string): string => join(folder, 'server.json');

/** Leaves the address of a server in its data folder; the returned function removes it. */
export function publishServerAddress(folder: string, address: ServerAddress): () => void {
  const file = fileIn(folder);
  try {
    writeFileSync(file, JSON.stringify(address));
  } catch {
    // A full disk is no reason not to serve: commands then go by their own settings.
  }
  return () => {
    try {
      rmSync(file, { force: true });
    } catch {
      // Readers of the file find out that the process has ended.
    }
  };
}

/** The origin of the server that runs on a data folder; undefined where no server runs. A crash leaves its file behind. */
export async function findServerOrigin(
  folder: string,
  processes: Pick<ProcessStore, 'list'>,
): Promise<string | undefined> {
  const address = readServerAddress(folder);
  if (!address) return undefined;
  const live = (await processes.list()).filter(({ silentMs }) => silentMs <= HEARD_WITHIN_MS);
  return live.some(({ id }) => id === address.processId) ? address.origin : undefined;
}

function readServerAddress(folder: string): ServerAddress | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')));
  } catch {
    return undefined;
  }
}
