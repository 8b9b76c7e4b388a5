import { parse } from 'csv-parse/browser/esm/sync';
import type { ReadDocument, ReadWarning } from '#gateway/text/document.ts';
import { chooseDelimiter } from './choose-delimiter.ts';
import { decodeText } from './decode-text.ts';
import type { ReadHint } from './hint.ts';
import { makeTable } from './make-table.ts';

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
