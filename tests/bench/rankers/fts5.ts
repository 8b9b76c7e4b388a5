/** SQLite's full text search, over whatever words are put into it. */
import { DatabaseSync } from 'node:sqlite';
import type { Passage } from '#tests/bench/question-sets.ts';
import type { RankerIndex } from './ranker.ts';

interface Fts5Setting {
  /** FTS5's `tokenize` option. */
  tokenizer: string;
  /** What stands in a column for a text. */
  write: (text: string) => string;
  /** Words of a question, ORed. */
  read: (question: string) => readonly string[];
  /** Weights of title, section and text in bm25(). */
  weights: readonly [number, number, number];
}

export function openFts5(
  passages: readonly Passage[],
  { tokenizer, write, read, weights }: Fts5Setting,
): RankerIndex {
  const database = new DatabaseSync(':memory:');
  database.exec(
    `create virtual table passage using fts5(id unindexed, title, section, text, tokenize = "${tokenizer}")`,
  );
  const insert = database.prepare('insert into passage (id, title, section, text) values (?, ?, ?, ?)');
  database.exec('begin');
  for (const { id, title, section, text } of passages)
    insert.run(id, write(title), write(section), write(text));
  database.exec('commit');
  database.exec(`insert into passage (passage) values ('optimize')`);
  const select = database.prepare(
    `select id, bm25(passage, 0, ${weights.join(', ')}) as cost from passage where passage match ? order by cost limit ?`,
  );
  return {
    search(question, limit) {
      const words = [...new Set(read(question))].map((word) => `"${word.replaceAll('"', '""')}"`);
      if (words.length === 0) return [];
      return select
        .all(words.join(' OR '), limit)
        .map(({ id, cost }) => ({ id: String(id), score: -Number(cost) }));
    },
    close: () => database.close(),
  };
}
