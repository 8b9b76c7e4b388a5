/** Documents at the length that is promised, each in a reader process within its limits. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSplitter } from '#gateway/engine/splitting/split-document.ts';
import { createReaderPool } from '#gateway/node/processes/reader/reader-pool.ts';
import { countOf } from '#tests/support/full-counts.ts';
import { LONG_DOCUMENTS } from '#tests/support/long-documents.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'fihrist-long-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const DOCUMENTS: [name: string, rows: number][] = [
  ['CSV rows', 1_000_000],
  ['XLSX rows', 300_000],
  ['TXT items', 1_000_000],
  ['TXT lines', 1_000_000],
  ['HTML rows', 300_000],
  ['Markdown rows', 300_000],
];

test.each(DOCUMENTS.slice(0, countOf(2, DOCUMENTS.length)))(
  '%s: %i are read',
  { timeout: 900_000 },
  async (name, rows) => {
    const { format, make } = LONG_DOCUMENTS[name]!;
    const path = join(folder, `قائمة.${format}`);
    await writeFile(path, make(rows));
    let last = '';
    const splitter = createSplitter(({ text }) => (last = text));
    const pool = createReaderPool();
    let megabytes = 0;
    await pool.read({
      path,
      format,
      observe: (spent) => (megabytes = spent.megabytes),
      onBatch({ blocks }) {
        for (const block of blocks) splitter.add(block);
      },
    });
    pool.close();
    splitter.end();
    expect(last).toContain(String(rows - 1));
    // A reader may take 490: what is held of each batch shows long before.
    expect(megabytes).toBeLessThanOrEqual(400);
  },
);
