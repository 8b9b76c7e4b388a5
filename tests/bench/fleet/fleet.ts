/** One server with SQLite beside several with PostgreSQL and a bucket, on the same knowledge, by turns. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureLedgerDatabases } from '#tests/bench/ledger-databases.ts';
import type { QualityOptions, Report } from '#tests/bench/report.ts';
import { chooseQuestions, makeUnit } from '#tests/bench/search-corpus.ts';
import { createRandom } from '#tests/bench/statistics.ts';
import { FULL, loadBoth, QUICK, startBoth, startIndexer } from './both.ts';
import { readArabicCorpus } from './knowledge.ts';
import { CLIENTS, type Question } from './load.ts';
import { measureCalls, measureColdness, measureMemory, measureTakeover } from './measures.ts';
import { describeFleet, type FleetRow } from './report.ts';

const MAX_UNITS = 10;

export async function measureFleet(options: QualityOptions): Promise<Report> {
  const scale = options.quick ? QUICK : FULL;
  const corpus = readArabicCorpus(options);
  const random = createRandom(20_261_125);
  const units = Array.from({ length: scale.units }, (_, index) =>
    makeUnit(corpus, random, scale.passages, index + 1),
  );
  const large = Array.from({ length: 2 * scale.kills }, (_, index) =>
    makeUnit(corpus, random, scale.large, 1001 + index),
  );
  const questions = chooseQuestions(corpus.questions, units.length, {
    count: scale.questions,
    most: MAX_UNITS,
  }).map(
    ({ question, units: chosen }): Question => ({
      question,
      names: chosen.map((unit) => units[unit]?.title ?? ''),
    }),
  );
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-fleet-'));
  const closing: (() => Promise<void>)[] = [];
  try {
    const running = await startBoth(scale, folder, closing);
    const rows: FleetRow[] = [];
    const knowledge = await loadBoth(running, units, rows);
    await measureCalls(running, questions, rows);
    rows.push(...(await measureColdness(running, questions)));
    // Until here one indexer on either side has the cores to share.
    running.indexers.push(await startIndexer(running.postgres, 'indexer-2'));
    rows.push(...measureMemory(running));
    rows.push(...(await measureTakeover(running, large)));
    for (const close of closing.splice(0).reverse()) await close();
    const ledger = await measureLedgerDatabases(folder);
    return describeFleet(rows, { ...scale, ...knowledge, clients: CLIENTS }, ledger);
  } finally {
    for (const close of closing.reverse()) await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
