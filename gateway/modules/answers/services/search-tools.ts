import type { SemanticIndex } from '#gateway/modules/embeddings/services/semantic-index.ts';
import type { SynonymCache } from '#gateway/modules/synonyms/services/synonym-cache.ts';
import type { SegmentCache } from './segment-cache.ts';

/** What passages are found with: all of it kept in memory from question to question. */
export interface SearchTools {
  segments: SegmentCache;
  synonyms: SynonymCache;
  embeddings: SemanticIndex;
}
