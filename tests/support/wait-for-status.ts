import { setTimeout as wait } from 'node:timers/promises';
import type { PlainClient } from './plain-client.ts';

const LIMIT_MS = 100_000;
const INTERVAL_MS = 200;

/** Waits until all these units are ready, or have the other status; in hooks too, where `expect.poll` refuses to work. */
export async function waitForStatus(client: PlainClient, ids: number[], status = 'ready'): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const statuses = (await client.states(ids)).map((unit) => unit.status);
    if (statuses.length === ids.length && statuses.every((current) => current === status)) return;
    if (performance.now() > end) throw new Error(`Units ${ids.join(', ')} are ${statuses.join(', ')}`);
    await wait(INTERVAL_MS);
  }
}
