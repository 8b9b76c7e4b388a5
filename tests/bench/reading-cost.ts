/** CPU of reading by format, before something came and after it, in alternating processes. `--before DIR` is another checkout. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { makePptx, makeXlsx } from '#tests/support/make-office.ts';
import type { KnownBlock } from '#tests/support/score-reading.ts';
import { median, round, say } from './figures.ts';
import { dataFolder } from './question-sets.ts';
import { findDocuments } from './reading.ts';
import { BenchFailure, type QualityOptions, type Report, type Row } from './report.ts';

/** Pairs of processes. */
const PAIRS = 5;
const READER = join(import.meta.dirname, 'reading-cost-reader.ts');

type Costs = Record<string, number>;

export async function measureReadingCost({ data, sets, before }: QualityOptions): Promise<Report> {
  if (before === undefined) throw new BenchFailure('--before names the checkout to compare with.');
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-reading-'));
  try {
    gatherDocuments(dataFolder('documents', data), sets, folder);
    const runs: { before: Costs; after: Costs }[] = [];
    for (let pair = 1; pair <= PAIRS; pair++) {
      say(`pair ${pair} of ${PAIRS}`);
      runs.push({ before: readAll(before, folder), after: readAll(resolve('.'), folder) });
    }
    return describe(runs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Documents of known text as they are, and the same text as a workbook, slides, CSV and Markdown. */
function gatherDocuments(from: string, sets: readonly string[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  const documents = findDocuments(from, sets);
  for (const { name } of documents) cpSync(join(from, name), join(folder, name));
  for (const text of new Set(documents.map((document) => document.text))) {
    const blocks = JSON.parse(readFileSync(join(from, `${text}.blocks.json`), 'utf8')) as KnownBlock[];
    const rows = blocks.flatMap(([kind, content]) =>
      Array.isArray(content) ? content.map((cells) => [kind, ...cells]) : [[kind, content]],
    );
    const write = (extension: string, bytes: string | Uint8Array) =>
      writeFileSync(join(folder, `${text}.made.${extension}`), bytes);
    const lines = rows.map(([kind = '', ...cells]) => ({ kind, text: cells.join(' | ') }));
    write('csv', rows.map((cells) => cells.map(quoteCell).join(',')).join('\r\n'));
    write('md', lines.map(({ kind, text }) => markUp(kind, text)).join('\n\n'));
    write('xlsx', makeXlsx([{ name: text, rows: rows.map((cells) => cells.map(escapeXml)) }]));
    write('pptx', makePptx(makeSlides(lines)));
  }
}

const quoteCell = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function markUp(kind: string, text: string): string {
  const [, level] = /^h(\d)$/u.exec(kind) ?? [];
  return level ? `${'#'.repeat(Number(level))} ${text}` : kind === 'li' ? `- ${text}` : text;
}

/** A slide a heading, with what follows it as its points. */
function makeSlides(lines: readonly { kind: string; text: string }[]) {
  const slides: { title: string; points: string[] }[] = [];
  for (const { kind, text } of lines)
    if (/^h\d$/u.test(kind) || slides.length === 0) slides.push({ title: escapeXml(text), points: [] });
    else slides.at(-1)?.points.push(escapeXml(text));
  return slides;
}

function readAll(checkout: string, folder: string): Costs {
  const printed = execFileSync(process.execPath, [READER, checkout, folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(printed) as Costs;
}

function describe(runs: readonly { before: Costs; after: Costs }[]): Report {
  const names = Object.keys(runs[0]?.after ?? {});
  const measure = (formatNames: readonly string[]) => {
    const sum = (costs: Costs) => formatNames.reduce((all, name) => all + (costs[name] ?? NaN), 0);
    return {
      documents: formatNames.length,
      before: median(runs.map((run) => sum(run.before))),
      after: median(runs.map((run) => sum(run.after))),
      ratio: median(runs.map((run) => sum(run.after) / sum(run.before))),
    };
  };
  const byFormat = Object.entries(Object.groupBy(names, (name) => extname(name).slice(1))).map(
    ([format, formatNames = []]) => ({ format, ...measure(formatNames) }),
  );
  const rows: Row[] = byFormat.map((row) => ({ bench: 'reading-cost', ...row }));
  return {
    tables: [
      {
        title: 'CPU of reading',
        rows: byFormat.map(({ format, documents, before, after, ratio }) => ({
          Format: format,
          Documents: documents,
          'Before, ms': round(before, 1),
          'After, ms': round(after, 1),
          Ratio: round(ratio, 2),
        })),
      },
    ],
    rows,
    notes: [
      `Milliseconds of CPU to read all documents of a format once, libraries loaded; medians of ${PAIRS} pairs of processes, the ratio that of the pairs.`,
    ],
  };
}
