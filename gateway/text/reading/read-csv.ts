import { parse } from 'csv-parse/browser/esm/sync';
import type { ReadDocument, ReadWarning } from '#gateway/text/document.ts';
import { decodeText } from './decode-text.ts';
import type { ReadHint } from './hint.ts';
import { makeTable } from './split-header.ts';

const DELIMITERS = [',', ';', '\t', '|', '،', '؛'];
const MOST_CELLS = 1_000_000;

/** Delimited text as one table: `,` `;` tab `|` and the Arabic `،` `؛`, whichever parts the first lines evenly. */
export async function readCsv(bytes: Uint8Array, hint: ReadHint = {}): Promise<ReadDocument> {
  const { text, warnings } = decodeText(bytes, [hint.charset]);
  const stated = /^sep=(.)\r?\n/i.exec(text);
  const body = stated ? text.slice(stated[0].length) : text;
  const delimiter = stated?.[1] ?? chooseDelimiter(body);
  const rows: string[][] = [];
  let cells = 0;
  parse(body, {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record: (record: string[]) => {
      cells += record.length;
      if (cells <= MOST_CELLS) rows.push(record);
      return null;
    },
  });
  const table = makeTable(rows);
  const cut: ReadWarning[] =
    cells > MOST_CELLS ? [{ code: 'truncated', parameters: { rows: rows.length } }] : [];
  return { blocks: table ? [table] : [], warnings: [...warnings, ...cut] };
}

/** The delimiter that parts most of the first lines into the same number of cells, and into most cells. */
export function chooseDelimiter(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  const scored = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length);
    const usual = counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 1;
    const even = counts.filter((count) => count === usual).length / Math.max(counts.length, 1);
    return { delimiter, score: usual > 1 ? even * (1 + Math.min(usual, 20) / 100) : 0 };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.delimiter : ',';
}
