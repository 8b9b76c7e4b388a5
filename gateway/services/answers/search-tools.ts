import type { Embeddings } from '#gateway/services/embeddings/embeddings.ts';
import type { SynonymCache } from '#gateway/services/synonyms/synonym-cache.ts';
import type { SegmentCache } from './segment-cache.ts';

/** What passages are found with: all of it kept in memory from question to question. */
export interface SearchTools {
  segments: SegmentCache;
  synonyms: SynonymCache;
  embeddings: Embeddings;
}
