import { LRUCache } from 'lru-cache';
import type { Synonyms } from '#gateway/engine/question/alternatives/alternative.ts';
import type { SynonymStore } from '#gateway/modules/synonyms/ports/synonyms.ts';

/** Synonyms of bots as the ranking takes them, cached by version. */
export interface SynonymCache {
  /** Returns the same object until the bot's groups change. */
  of(botId: number): Promise<Synonyms>;
}

/** Bots with cached synonyms, least recently used first to go. A full bot takes about half a megabyte. */
const MAX_CACHED_BOTS = 50;

export function createSynonymCache(store: SynonymStore): SynonymCache {
  const cache = new LRUCache<number, { version: number; synonyms: Synonyms }>({ max: MAX_CACHED_BOTS });
  return {
    async of(botId) {
      const version = await store.version(botId);
      const cached = cache.get(botId);
      if (cached?.version === version) return cached.synonyms;
      const stored = version === 0 ? { version, groups: [] } : await store.all(botId);
      const synonyms = stored.groups.map(({ expressions }) => expressions);
      cache.set(botId, { version: stored.version, synonyms });
      return synonyms;
    },
  };
}
