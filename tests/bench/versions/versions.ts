/** `npm run bench -- versions`: what versions cost on disk and in time, the way back, and readers side by side. */
import { dataFolder } from '#tests/bench/question-sets.ts';
import type { QualityOptions, Report } from '#tests/bench/report.ts';
import { makeUnit, readCorpus } from '#tests/bench/search-corpus.ts';
import { createRandom } from '#tests/bench/statistics.ts';
import { type Growth, measureGrowth, PASSAGES_A_PAGE } from './growth.ts';
import { measureReaders } from './readers.ts';
import { measureRollback } from './rollback.ts';

const FULL = { pages: 50, changes: 30, passages: 10_000, questions: 50, lines: 1_000_000 };
const QUICK = { pages: 5, changes: 3, passages: 200, questions: 5, lines: 20_000 };
const SETS = { Arabic: ['arcd', 'xquad-ar'], English: ['xquad-en'] };

export async function measureVersions({ data, quick = false }: QualityOptions): Promise<Report> {
  const scale = quick ? QUICK : FULL;
  const folder = dataFolder('retrieval', data);
  const series: Growth[] = [];
  for (const [language, sets] of Object.entries(SETS)) {
    const unit = makeUnit(readCorpus(folder, sets), createRandom(29), scale.pages * PASSAGES_A_PAGE, 1);
    for (const shape of ['one source', 'a source a page'] as const)
      for (const change of ['edits', 'refreshes'] as const) series.push({ language, shape, change, unit });
  }
  const rows = [];
  for (const growth of series) rows.push(await measureGrowth(growth, scale.changes));
  const corpus = readCorpus(folder, SETS.Arabic);
  const rollbacks = await measureRollback(corpus, scale);
  const readers = await measureReaders(scale.lines);
  const tables = [
    {
      title: `Disk of a unit of ${scale.pages} pages; aims: edits 3 times, refreshes 7`,
      rows: rows.map(({ disk }) => disk),
    },
    { title: 'A change of it until it answers; aim 3 s', rows: rows.map(({ time }) => time) },
    { title: `Going back, ${scale.passages} passages; aims: kept index 1 s, others 6 s`, rows: rollbacks },
    { title: 'Two units and two dry readings side by side', rows: readers },
  ];
  return {
    tables,
    rows: tables.flatMap(({ rows: measured }) => measured.map((row) => ({ bench: 'versions', ...row }))),
    notes: [
      'Disk: bytes in use (dbstat) of the tables of passages, indexes, readings and versions with their indexes, in a copy made by VACUUM INTO, replaced generations swept; originals, copies of pages and the audit log apart. A replaced generation is swept ten minutes later: before the sweep all of them are there. Shown: `bytes` of listVersions.',
      'A refresh fetches all addresses of the unit; one paragraph of one page is another.',
      'Going back: answers compared are `Response` of endpoint 6 as text, with band and certainty, before the change and after the rollback. Other index: from the call until it is live; the questions asked meanwhile got status 200 from the live one.',
    ],
  };
}
