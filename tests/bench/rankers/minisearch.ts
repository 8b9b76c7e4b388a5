import MiniSearch, { type SearchOptions } from 'minisearch';
import type { Passage } from '#tests/bench/question-sets.ts';
import type { Ranker } from './ranker.ts';

function createRanker(name: string, about: string, options: SearchOptions): Ranker {
  return {
    name,
    about,
    build({ passages }) {
      const index = new MiniSearch<Passage & { number: number }>({
        fields: ['title', 'section', 'text'],
        idField: 'number',
      });
      // Ids of foreign sets need not be unique.
      index.addAll(passages.map((passage, number) => ({ ...passage, number })));
      return {
        search: (question, limit) =>
          index
            .search(question, options)
            .slice(0, limit)
            .map(({ id, score }) => ({ id: passages[Number(id)]?.id ?? '', score })),
      };
    },
  };
}

export const minisearch = createRanker('minisearch', 'MiniSearch as it comes: words ORed, BM25+', {});
/** The best of what was tried on the sets here: prefixes and weights of titles only cost. */
export const minisearchTuned = createRanker(
  'minisearch-tuned',
  'MiniSearch with fuzzy 0.2 for words of more than three letters, at a weight of 0.2',
  {
    fuzzy: (word) => (word.length > 3 ? 0.2 : false),
    weights: { fuzzy: 0.2, prefix: 0.2 },
  },
);
