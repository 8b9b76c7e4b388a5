/** Puts a made library into a data folder through the gateway's own stores, as the indexer would, and the same into FTS5. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { titleKey } from '#common/title-key.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import type { StoredPassage } from '#gateway/modules/units/model.ts';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { say } from './figures.ts';
import type { Library } from './search-corpus.ts';

export interface Indexing {
  /** Seconds of processor time: words, stems and segments; the same with all writes. */
  building: number;
  withWrites: number;
  /** Bytes of all segments. */
  bytes: number;
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** As `indexLibrary`, by a checkout's own stores: another version may have a schema that this one cannot read, or the reverse. */
export async function indexLibraryOf(checkout: string, folder: string, library: Library): Promise<Indexing> {
  const own = (await import(join(checkout, 'tests/bench/search-library.ts'))) as {
    indexLibrary: typeof indexLibrary;
  };
  mkdirSync(folder, { recursive: true });
  return own.indexLibrary(folder, library);
}

/** Registers, writes and publishes every unit. The bench's bot is 1. */
export async function indexLibrary(folder: string, { units }: Library): Promise<Indexing> {
  const db = await openSqlite(dataPaths(folder).database);
  const stores = createSqlStores(db, { now: () => new Date() });
  const begun = cpuSeconds();
  let building = 0;
  let bytes = 0;
  for (const [index, { title, passages }] of units.entries()) {
    await stores.units.register({
      botId: 1,
      title,
      titleKey: titleKey(title),
      description: '',
      sources: [{ fileId: null, url: `https://example.com/${index}` }],
    });
    const job = await stores.jobs.leaseFetch('bench', 3_600_000, { busyHosts: [], onlyFirstTries: false });
    const sourceId = job && (await stores.units.get(1, job.unitId))?.sources[0]?.id;
    if (!job || sourceId === undefined) throw new Error('no job');
    const { unitId, generation } = job;
    const stored = passages.map((passage, ordinal): StoredPassage => ({ ...passage, ordinal, sourceId }));
    await stores.index.writePassages(1, unitId, generation, stored);
    const before = cpuSeconds();
    const parts = buildSegment(passages, title);
    building += cpuSeconds() - before;
    bytes += parts.reduce((sum, part) => sum + part.byteLength, 0);
    await stores.index.writeSegment(1, unitId, generation, INDEX_VERSION, parts);
    const indexed = { status: 'ready', reason: null, passages: passages.length } as const;
    await stores.jobs.settle(job, {
      ...indexed,
      readOn: new Date(),
      sources: [{ ...indexed, sourceId, warnings: [], pages: null }],
    });
  }
  const withWrites = cpuSeconds() - begun;
  await db.close();
  return { building, withWrites, bytes };
}

/** One table over the same stems; units are a word of a column of its own, so that a filter is a part of the match. */
export function indexInFts5(file: string, { units }: Library): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal');
  database.exec('create table passage (id integer primary key, unit integer, section_title text, text text)');
  database.exec(
    `create virtual table stems using fts5(unit, text, content = '', detail = full, tokenize = "ascii tokenchars '.'")`,
  );
  const keep = database.prepare('insert into passage (id, unit, section_title, text) values (?, ?, ?, ?)');
  const index = database.prepare('insert into stems (rowid, unit, text) values (?, ?, ?)');
  let id = 0;
  database.exec('begin');
  for (const [unit, { passages }] of units.entries())
    for (const { text, sectionTitle } of passages) {
      id++;
      keep.run(id, unit, sectionTitle, text);
      index.run(id, `u${unit}`, stemText(text));
    }
  database.exec('commit');
  database.exec(`insert into stems (stems) values ('optimize')`);
  database.close();
  say('FTS5 has the same passages');
}

const spelled = new Map<string, string>();

function stemText(text: string): string {
  return tokenise(text)
    .map(({ word }) => {
      let stem = spelled.get(word);
      if (stem === undefined) spelled.set(word, (stem = isStopWord(word) ? '' : stemWord(word)));
      return stem;
    })
    .filter((stem) => stem !== '')
    .join(' ');
}
