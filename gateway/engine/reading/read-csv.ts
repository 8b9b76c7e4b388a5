import {
  type DocumentStream,
  type ReadDocument,
  ReadFailure,
  type ReadHint,
  type ReadWarning,
} from '#gateway/engine/document.ts';
import { createRowReader, FORGIVING, showText } from './csv-rows.ts';
import { decodeSlices, decodeText } from './decode-text.ts';
import { createTables, makeTables } from './tables/make-tables.ts';

const DELIMITERS = [',', ';', '\t', '|', '،', '؛'];

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

const MAX_CELLS = 500_000;
/** Node's own buffers take a third of the time and memory of the ones that the library brings for a tab. */
const loadParser = async () =>
  'Buffer' in globalThis ? await import('csv-parse/sync') : await import('csv-parse/browser/esm/sync');

const CELL_LIMIT_REACHED = Symbol('enough cells');

/** Delimited text as one table: `,` `;` tab `|` and the Arabic `،` `؛`, whichever parts the first lines evenly. */
export async function readCsv(bytes: Uint8Array, hint: ReadHint = {}): Promise<ReadDocument> {
  const { text, warnings, health } = decodeText(bytes, { transport: hint.charset });
  const stated = STATED_DELIMITER.exec(text);
  const body = stated ? text.slice(stated[0].length) : text;
  const delimiter = stated?.[1] ?? chooseDelimiter(body);
  const { rows, isCut } = await parseRows(body, delimiter);
  const cut: ReadWarning[] = isCut ? [{ code: 'truncated', parameters: { rows: rows.length } }] : [];
  return { blocks: makeTables(rows, SHEET), warnings: [...warnings, ...cut], health };
}

/** Cells of a row that are kept. */
const MAX_COLUMNS = 10_000;
/**
 * `readCsv` of any length, as one table block for each slice of rows. Rows that are too long are left out, and `truncated`
 * says so; fails with `damaged` where nothing else is in it.
 */
export async function* readLongCsv(bytes: Uint8Array, hint: ReadHint = {}): DocumentStream {
  const { slices, facts } = decodeSlices(bytes, { transport: hint.charset });
  const addRows = createTables(SHEET);
  let rows: string[][] = [];
  let isCut = false;
  let isEmpty = true;
  const onRow = (cells: string[]): void => {
    isCut ||= cells.length > MAX_COLUMNS;
    isEmpty = false;
    rows.push(cells.length > MAX_COLUMNS ? cells.slice(0, MAX_COLUMNS) : cells);
  };
  const onSkip = (): void => void (isCut = true);
  let reader: Awaited<ReturnType<typeof createRowReader>> | undefined;
  for (const { text, share } of slices) {
    const stated = reader ? null : STATED_DELIMITER.exec(text);
    const body = stated ? text.slice(stated[0].length) : text;
    reader ??= await createRowReader(stated?.[1] ?? chooseDelimiter(body), { onRow, onSkip });
    await reader.write(body);
    const blocks = addRows(rows);
    rows = [];
    yield { blocks, share };
  }
  await reader?.end();
  if (isEmpty && isCut) throw new ReadFailure('damaged');
  const last = addRows(rows);
  if (last.length > 0) yield { blocks: last, share: 1 };
  const { warnings, health } = facts();
  return { warnings: isCut ? [...warnings, { code: 'truncated' }] : warnings, health };
}

const SHEET = { isSheet: true };
const STATED_DELIMITER = /^sep=(.)\r?\n/i;

/** After a quotation mark that is never closed, quotation marks are ordinary characters, so that no row is lost. */
async function parseRows(text: string, delimiter: string): Promise<{ rows: string[][]; isCut: boolean }> {
  const { parse } = await loadParser();
  const rows: string[][] = [];
  let cells = 0;
  let readBytes = 0;
  let isUnclosed = false;
  let isCut = false;
  const parsePart = (part: string, quotes: { quote?: false }): unknown =>
    parse(part, {
      ...FORGIVING,
      ...quotes,
      delimiter,
      on_record: (record: string[], { bytes }) => {
        readBytes = bytes;
        rows.push(record.slice(0, MAX_CELLS - cells).map(showText));
        cells += record.length;
        if (cells > MAX_CELLS) throw CELL_LIMIT_REACHED;
        return null;
      },
      on_skip: (error) => {
        if (error?.code === 'CSV_QUOTE_NOT_CLOSED') isUnclosed = true;
        else isCut = true;
        return undefined;
      },
    });
  try {
    parsePart(text, {});
    if (isUnclosed) {
      const rest = new TextEncoder().encode(text).subarray(readBytes);
      parsePart(new TextDecoder().decode(rest), { quote: false });
    }
    return { rows, isCut };
  } catch (error) {
    if (error !== CELL_LIMIT_REACHED) throw error;
    return { rows, isCut: true };
  }
}
