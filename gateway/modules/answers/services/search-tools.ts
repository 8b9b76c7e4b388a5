import type { SemanticIndex } from '#gateway/modules/embeddings/services/semantic-index.ts';
import type { SynonymCache } from '#gateway/modules/synonyms/services/synonym-cache.ts';
import type { SearchQueue } from './search-queue.ts';
import type { SegmentCache } from './segment-cache.ts';

/** What passages are found with: all of it shared by all questions. */
export interface SearchTools {
  segments: SegmentCache;
  /** Of drafts, apart: a unit has one generation in each, and drafts drive out nothing that is live. */
  draftSegments: SegmentCache;
  synonyms: SynonymCache;
  embeddings: Pick<SemanticIndex, 'search'>;
  searches: SearchQueue;
}
