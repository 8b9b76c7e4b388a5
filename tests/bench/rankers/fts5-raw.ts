import { openFts5 } from './fts5.ts';
import type { Ranker } from './ranker.ts';

export const fts5Raw: Ranker = {
  name: 'fts5-raw',
  about:
    'SQLite FTS5 as it comes (unicode61) over the text as it stands, words of the question ORed, bm25 with titles x 2',
  build: ({ passages }) =>
    openFts5(passages, {
      tokenizer: 'unicode61',
      write: (text) => text,
      read: (question) => question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
      weights: [2, 2, 1],
    }),
};
