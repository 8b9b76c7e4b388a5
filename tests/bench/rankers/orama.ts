import { create, insertMultiple, search } from '@orama/orama';
import { detectOramaLanguage } from './orama-language.ts';
import type { Ranker } from './ranker.ts';

interface Setting {
  withStopWords: boolean;
  boost: Record<string, number>;
}

function createRanker(name: string, about: string, { withStopWords, boost }: Setting): Ranker {
  return {
    name,
    about,
    async build({ passages }) {
      const { language, stemmer, stopWords } = await detectOramaLanguage(passages.map(({ text }) => text));
      const database = create({
        schema: { title: 'string', section: 'string', text: 'string' } as const,
        components: {
          tokenizer: { language, stemming: true, stemmer, ...(withStopWords && { stopWords }) },
        },
      });
      // Its own ids must be unique; those of foreign sets need not be.
      await insertMultiple(
        database,
        passages.map(({ title, section, text }, number) => ({ id: String(number), title, section, text })),
      );
      return {
        async search(term, limit) {
          const { hits } = await search(database, { term, limit, boost });
          return hits.map(({ id, score }) => ({ id: passages[Number(id)]?.id ?? '', score }));
        },
      };
    },
  };
}

export const orama = createRanker('orama', "Orama with its own stemmer for the set's language", {
  withStopWords: false,
  boost: {},
});
/** The best of what was tried on the sets here: tolerance and heavier titles only cost. */
export const oramaTuned = createRanker('orama-tuned', 'Orama with its stemmer and stop words, title x 0.5', {
  withStopWords: true,
  boost: { title: 0.5 },
});
