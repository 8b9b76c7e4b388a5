import type { Ports } from '#gateway/ports.ts';
import { createIndexer } from '#gateway/services/index-unit.ts';

/** Indexes whatever is queued, in this process and at once. */
export async function indexAll(ports: Ports): Promise<void> {
  const indexer = createIndexer(ports, { retryMs: 0 });
  while (await indexer.runOnce());
}
