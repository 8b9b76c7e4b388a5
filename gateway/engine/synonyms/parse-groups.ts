import { chooseDelimiter } from '#gateway/engine/reading/read-csv.ts';

/** A group as it stands in a text: `line` from 1, `text` the line itself. */
export interface WrittenGroup {
  line: number;
  text: string;
  expressions: string[];
  note: string;
}

interface WrittenGroups {
  format: 'csv' | 'lines';
  groups: WrittenGroup[];
}

/** A head whose first cell names the column of notes: what `printGroups` makes, and people do. */
const NOTE_HEAD = /^\s*"?(?:notes?|ملاحظة|ملاحظات)"?\s*[,;\t|،؛]/i;
/** The header written by `printGroups`: such a file has commas between cells, even with other separators in the text. */
const OWN_HEAD = /^note,expression 1,/;
/** Node's own buffers take a third of the time and memory of the ones that the library brings for a tab. */
const loadParser = async () =>
  'Buffer' in globalThis ? await import('csv-parse/sync') : await import('csv-parse/browser/esm/sync');

/**
 * Groups out of a text: lines of `دوام = ساعات العمل # note`, where a line that begins with # is a remark; or, where no
 * line has an equals sign, rows of delimited text, whose first column holds notes when its head says so.
 */
export async function parseGroups(text: string): Promise<WrittenGroups> {
  const body = text.replace(/^\ufeff/, '');
  const lines = body.split(/\r\n?|\n/);
  const said = lines.filter((line) => !/^\s*(?:#|$)|^\s*sep=/i.test(line));
  const parted = said.filter((line) => line.includes('='));
  // A group may have an expression that reads like a head; rows of which some hold an equals sign may have a head.
  if (parted.length > 0 && (parted.length === said.length || !NOTE_HEAD.test(body)))
    return { format: 'lines', groups: lines.flatMap(parseLine) };
  return { format: 'csv', groups: await parseRows(body) };
}

function parseLine(text: string, index: number): WrittenGroup[] {
  if (text.trim() === '' || text.trim().startsWith('#')) return [];
  const [equal = '', ...notes] = text.split(/\s#\s/);
  const expressions = trimAll(equal.split('='));
  return [{ line: index + 1, text, expressions, note: notes.join(' # ').trim() }];
}

async function parseRows(text: string): Promise<WrittenGroup[]> {
  const stated = /^sep=(.)\r?\n/i.exec(text);
  const { parse } = await loadParser();
  const rows: { cells: string[]; line: number; text?: string }[] = [];
  parse(closeQuotes(stated ? text.slice(stated[0].length) : text), {
    delimiter: stated?.[1] ?? (OWN_HEAD.test(text) ? ',' : chooseDelimiter(text)),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    // Told of with the line that it stands in: no group is made of nothing.
    on_skip: (error, raw) => {
      const line = Number(error?.['lines'] ?? 1) + (stated ? 1 : 0);
      rows.push({ cells: [], line, text: raw?.trim() ?? '' });
      return undefined;
    },
    on_record: (cells: string[], { lines }) => {
      rows.push({ cells, line: lines + (stated ? 1 : 0) });
      return null;
    },
  });
  const hasNotes = NOTE_HEAD.test(text.replace(/^sep=.\r?\n/i, ''));
  return rows.slice(hasNotes ? 1 : 0).flatMap(({ cells, line, text: skipped }) => {
    if (skipped !== undefined) return [{ line, text: skipped, expressions: [], note: '' }];
    const [note = '', ...rest] = hasNotes ? cells : ['', ...cells];
    const expressions = trimAll(rest);
    if (expressions.length === 0 && note.trim() === '') return [];
    return [{ line, text: cells.join(' , '), expressions, note: note.trim() }];
  });
}

/** Lines that a quoted cell may have; nobody writes more into a note. */
const MAX_CELL_LINES = 6;
const CLOSING = /^[^"]*"\s*(?:[,;\t|،؛]|$)/;

/** Takes off quotation marks that no later line closes soon: such a cell would take in all the lines there are. */
function closeQuotes(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const isOdd = (line: string) => line.split('"').length % 2 === 0;
  for (let index = 0; index < lines.length; index++) {
    if (!isOdd(lines[index] ?? '')) continue;
    const next = lines.slice(index + 1, index + MAX_CELL_LINES).findIndex((line) => line.includes('"'));
    const end = next < 0 ? undefined : lines[index + 1 + next];
    if (end !== undefined && isOdd(end) && CLOSING.test(end)) index += 1 + next;
    else lines[index] = (lines[index] ?? '').replaceAll('"', '');
  }
  return lines.join('\n');
}

function trimAll(expressions: readonly string[]): string[] {
  return expressions.map((expression) => expression.trim()).filter((expression) => expression !== '');
}
