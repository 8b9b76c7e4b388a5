/** Disk of one unit of many pages that is changed again and again, and how long each change takes until it answers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { BENCH_KEY, callBot, countPassages, registerUrl, waitSettled } from '#tests/bench/call-gateway.ts';
import { median, round, say } from '#tests/bench/figures.ts';
import type { Table } from '#tests/bench/report.ts';
import type { LibraryUnit } from '#tests/bench/search-corpus.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { editPassage, waitLive } from './changes.ts';

/** Passages under a heading of a page: some 350 words. */
export const PASSAGES_A_PAGE = 4;
/** Replaced indexes are swept ten minutes later. */
const AFTER_SWEEP_MS = 3_600_000;
const TABLES = {
  passages: ['passage'],
  indexes: ['segment', 'segment_part', 'generation'],
  readings: ['reading', 'reading_part'],
  versions: ['unit_version', 'version_source', 'version_edit', 'unit_edit'],
};
type Bytes = Record<keyof typeof TABLES, number>;

export interface Growth {
  language: string;
  /** One address with all pages, or an address for each page. */
  shape: 'one source' | 'a source a page';
  change: 'edits' | 'refreshes';
  unit: LibraryUnit;
}

type Row = Table['rows'][number];

/** The rows of the tables of disk and of times. */
export async function measureGrowth(growth: Growth, changes: number): Promise<{ disk: Row; time: Row }> {
  const { language, shape, change, unit } = growth;
  const site = await startSite(growth);
  const settings = {
    FIHRIST_API_KEY: BENCH_KEY,
    FIHRIST_LOG: 'error',
    FIHRIST_ALLOW_PRIVATE_URLS: site.host,
  };
  const server = await startServer(settings);
  try {
    const { origin, dataFolder } = server;
    const id = await registerUrl(origin, unit.title, ...site.addresses);
    await waitSettled(origin, id);
    const passages = await countPassages(origin, id);
    const first = await countBytes(server);
    const before = countReadings(dataFolder);
    const times: number[] = [];
    for (let number = 1; number <= changes; number++) {
      const share = (number - 0.5) / changes;
      if (change === 'refreshes') site.change(Math.floor(share * unit.passages.length), number);
      const begun = performance.now();
      if (change === 'edits') await editPassage(origin, id, Math.floor(share * passages), number);
      else await callBot(origin, `/api/AIKnowledge/1/${id}/reindex`, {});
      await waitLive(origin, id, number + 1);
      times.push(performance.now() - begun);
    }
    const all = await countBytes(server);
    const swept = await countBytes(server, true);
    const shown = await callBot<{ bytes: number }>(origin, `/api/AIKnowledge/1/${id}/versions?limit=1`);
    const name = { unit: `${language}, ${shape}`, changes: `${changes} ${change}` };
    say(`${name.unit}: ${name.changes}`);
    return {
      disk: {
        ...name,
        'one version, kB': kilobytes(sum(first)),
        'after, kB': kilobytes(sum(swept)),
        times: round(sum(swept) / sum(first), 2),
        'of it passages / indexes / readings / versions': Object.values(swept).map(kilobytes).join(' / '),
        'before the sweep, times': round(sum(all) / sum(first), 1),
        'shown, kB': kilobytes(shown.bytes),
      },
      time: {
        ...name,
        'median, s': round(median(times) / 1000, 2),
        'longest, s': round(Math.max(...times) / 1000, 2),
        'readers started a change': round((countReadings(dataFolder) - before) / changes, 1),
      },
    };
  } finally {
    await server.stop();
    site.close();
  }
}

const kilobytes = (bytes: number): number => round(bytes / 1000);
const sum = (bytes: Bytes): number => Object.values(bytes).reduce((all, part) => all + part, 0);

/** Bytes in use of the pages of the tables and of their indexes, in a compacted copy. */
async function countBytes({ dataFolder }: RunningServer, isSwept = false): Promise<Bytes> {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-versions-'));
  const copy = join(folder, 'copy.sqlite');
  try {
    const live = new DatabaseSync(dataPaths(dataFolder).database);
    live.prepare('vacuum into ?').run(copy);
    live.close();
    if (isSwept) {
      const db = await openSqlite(copy);
      const { jobs } = createSqlStores(db, { now: () => new Date(Date.now() + AFTER_SWEEP_MS) });
      while ((await jobs.sweepGenerations(1_000)) > 0);
      await db.close();
    }
    const database = new DatabaseSync(copy);
    const used = database.prepare(`select coalesce(sum(pgsize - unused), 0) as bytes from dbstat
      join sqlite_schema on sqlite_schema.name = dbstat.name
      where sqlite_schema.tbl_name in (select value from json_each(?))`);
    const bytesOf = (tables: readonly string[]) => Number(used.get(JSON.stringify(tables))?.['bytes']);
    const bytes = Object.fromEntries(Object.entries(TABLES).map(([name, tables]) => [name, bytesOf(tables)]));
    database.close();
    return bytes as Bytes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countReadings(dataFolder: string): number {
  const database = new DatabaseSync(dataPaths(dataFolder).database, { readOnly: true });
  const { readings } = database.prepare('select count(*) as readings from reading').get() as {
    readings: number;
  };
  database.close();
  return readings;
}

/** Serves the passages of a unit as web pages, whose paragraphs can be changed. */
async function startSite({ unit, shape }: Growth) {
  const texts = unit.passages.map(({ text }) => text);
  const sources = shape === 'one source' ? 1 : Math.ceil(texts.length / PASSAGES_A_PAGE);
  const perSource = Math.ceil(texts.length / sources);
  const server = createServer((request, response) => {
    const first = Number(request.url?.slice(1)) * perSource;
    const body = texts.slice(first, first + perSource).map((text, index) => {
      const { sectionTitle } = unit.passages[first + index] ?? {};
      return `${index % PASSAGES_A_PAGE === 0 ? `<h2>${sectionTitle} ${first + index}</h2>` : ''}<p>${text}</p>`;
    });
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><title>${unit.title}</title><main><h1>${unit.title}</h1>${body.join('\n')}</main>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    addresses: Array.from({ length: sources }, (_, source) => `http://${host}/${source}`),
    change: (passage: number, number: number) => void (texts[passage] += ` (${number})`),
    close: () => void server.close(),
  };
}
