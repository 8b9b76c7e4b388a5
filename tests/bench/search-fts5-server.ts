/** FTS5 behind as little HTTP as there can be: `node search-fts5-server.ts FILE` prints its port. */
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { text as readText } from 'node:stream/consumers';
import { analyseQuestion } from '#gateway/engine/question/question.ts';

const database = new DatabaseSync(process.argv[2] ?? '', { readOnly: true });
// As much memory as the gateway may keep segments in.
database.exec('pragma cache_size = -65536');
const find = database.prepare(
  'select rowid, bm25(stems, 0, 1) as score from stems where stems match ? order by score limit ?',
);
const fetchRow = database.prepare('select unit, section_title, text from passage where id = ?');

const server = createServer((request, response) => {
  const answer = (body: string) => {
    const { question, units, limit } = JSON.parse(body) as {
      question: string;
      units: number[];
      limit: number;
    };
    const quote = (word: string) => `"${word.replaceAll('"', '""')}"`;
    const words = analyseQuestion(question).stems.map(quote).join(' OR ');
    const scope = units.map((unit) => quote(`u${unit}`)).join(' OR ');
    const rows = words === '' ? [] : find.all(`unit : (${scope}) AND text : (${words})`, limit);
    const retrieved = rows.map(({ rowid, score }) => ({ score, ...fetchRow.get(rowid ?? 0) }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ retrieved }));
  };
  void readText(request).then(answer, () => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
