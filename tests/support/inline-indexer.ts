import { createPageFetching } from '#gateway/modules/units/services/indexing/fetch-pages.ts';
import {
  createIndexer,
  type Indexer,
  type IndexerSettings,
} from '#gateway/modules/units/services/indexing/index-unit.ts';

/** An indexer that runs the waiting fetch jobs in sequence, then reads one unit. */
export function createInlineIndexer(
  ports: Parameters<typeof createPageFetching>[0] & Parameters<typeof createIndexer>[0],
  settings: Partial<IndexerSettings> = {},
): Indexer {
  const { only: _only, ...shared } = settings;
  const fetching = createPageFetching(ports, shared);
  const indexer = createIndexer(ports, settings);
  return {
    async runOnce(signal) {
      const hasFetched = await fetching.runOnce(signal);
      await fetching.settled();
      return (await indexer.runOnce(signal)) || hasFetched;
    },
  };
}
