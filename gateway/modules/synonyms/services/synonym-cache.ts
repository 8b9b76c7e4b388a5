import { LRUCache } from 'lru-cache';
import type { Synonyms } from '#gateway/engine/question/alternatives/alternative.ts';
import type { SynonymStore } from '#gateway/modules/synonyms/ports/synonyms.ts';

/** The bots' synonyms as ranking takes them, read again only once they have changed. */
export interface SynonymCache {
  /** The same object for as long as the bot's groups stay as they are. */
  of(botId: number): Promise<Synonyms>;
}

/** Bots whose synonyms are kept; the ones unused for longest leave first. A full bot takes about half a megabyte. */
const MAX_CACHED_BOTS = 50;

export function createSynonymCache(store: SynonymStore): SynonymCache {
  const cache = new LRUCache<number, { version: number; synonyms: Synonyms }>({ max: MAX_CACHED_BOTS });
  return {
    async of(botId) {
      const version = await store.version(botId);
      const known = cache.get(botId);
      if (known?.version === version) return known.synonyms;
      const read = version === 0 ? { version, groups: [] } : await store.all(botId);
      const synonyms = read.groups.map(({ expressions }) => expressions);
      cache.set(botId, { version: read.version, synonyms });
      return synonyms;
    },
  };
}
