import { expect } from 'vitest';
import type { PlainClient } from './plain-client.ts';

/** Waits until all these units are ready, or have the other status. */
export async function waitForStatus(client: PlainClient, ids: number[], status = 'ready'): Promise<void> {
  const statuses = async () => (await client.states(ids)).map((unit) => unit.status);
  await expect.poll(statuses).toEqual(ids.map(() => status));
}
