import type { Chore } from '#gateway/core/chore.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

const DRAFTS_PER_BATCH = 100;

/** Queues drafts without an index of this engine: after an upgrade, and where a copy that waited was not read yet. */
export function createDraftIndexing({ drafts }: Pick<Ports, 'drafts'>): Chore {
  return async () => {
    const count = await drafts.queueOutdated(INDEX_VERSION, DRAFTS_PER_BATCH);
    return { count, isMore: count >= DRAFTS_PER_BATCH };
  };
}
