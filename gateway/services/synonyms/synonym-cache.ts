import type { SynonymStore } from '#gateway/ports.ts';
import type { Synonyms } from '#gateway/search/question/alternatives.ts';

/** The bots' synonyms as ranking takes them, read again only once they have changed. */
export interface SynonymCache {
  /** The same object for as long as the bot's groups stay as they are. */
  of(botId: number): Promise<Synonyms>;
}

/** Bots whose synonyms are kept; the ones unused for longest leave first. A full bot takes about half a megabyte. */
const MOST_BOTS = 50;

export function createSynonymCache(store: SynonymStore): SynonymCache {
  const kept = new Map<number, { version: number; synonyms: Synonyms }>();
  return {
    async of(botId) {
      const version = await store.version(botId);
      const known = kept.get(botId);
      kept.delete(botId);
      if (known?.version === version) {
        kept.set(botId, known);
        return known.synonyms;
      }
      const read = version === 0 ? { version, groups: [] } : await store.all(botId);
      const synonyms = read.groups.map(({ expressions }) => expressions);
      kept.set(botId, { version: read.version, synonyms });
      for (const [oldest] of kept) {
        if (kept.size <= MOST_BOTS) break;
        kept.delete(oldest);
      }
      return synonyms;
    },
  };
}
