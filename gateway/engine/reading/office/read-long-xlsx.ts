import { Parser } from 'htmlparser2';
import { type DocumentStream, ReadFailure } from '#gateway/engine/document.ts';
import { createLongTable } from '#gateway/engine/reading/make-table.ts';
import { headSheet, MAX_SHEET_COLUMNS } from './collect-blocks.ts';
import { columnOf, type NumberShape, readNumberShapes, readSheets, showNumber } from './formatted-cells.ts';
import { findZipParts, unpackText } from './zip-parts.ts';

/** Sheets that unpack to more than this are read row by row. */
const LONG_SHEET_BYTES = 8_000_000;
const MAX_SHEET_BYTES = 1_000_000_000;
/** Styles, relations and the list of sheets. */
const MAX_FRAME_BYTES = 20_000_000;
/** The texts of all cells, each once: they stand in a part of their own, which any row may refer to. */
const MAX_SHARED_CHARACTERS = 50_000_000;
const MAX_SHARED_BYTES = 200_000_000;
const ROWS_PER_BATCH = 2_000;

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;

/** Whether the sheets of a workbook are too large to be read at once. */
export function isLongXlsx(bytes: Uint8Array): boolean {
  let total = 0;
  for (const [name, { size }] of findZipParts(bytes)) if (SHEET.test(name)) total += size;
  return total > LONG_SHEET_BYTES;
}

/** A workbook row by row, each sheet as tables of some thousand rows under its name; comments and charts left out. */
export function* readLongXlsx(bytes: Uint8Array): DocumentStream {
  const parts = findZipParts(bytes);
  const textOf = (path: string): string => {
    const part = parts.get(path);
    return part ? [...unpackText(bytes, part, MAX_FRAME_BYTES)].join('') : '';
  };
  const { sheets, from1904 } = readSheets(textOf('xl/workbook.xml'), textOf('xl/_rels/workbook.xml.rels'));
  const shapes = readNumberShapes(textOf('xl/styles.xml'));
  const shared = parts.get('xl/sharedStrings.xml');
  const strings = shared ? readStrings(unpackText(bytes, shared, MAX_SHARED_BYTES)) : [];
  const sheetParts = [...sheets].flatMap(([name, path]) => {
    const part = parts.get(path);
    return part && SHEET.test(path) ? [{ name, part }] : [];
  });
  if (sheetParts.length === 0) throw new ReadFailure('damaged');
  const total = sheetParts.reduce((sum, { part }) => sum + part.size, 0) || 1;
  let before = 0;
  for (const [number, { name, part }] of sheetParts.entries()) {
    const page = number + 1;
    const table = createLongTable(false, page);
    let characters = 0;
    let rows: string[][] = [];
    const show = { strings, shapes, from1904 };
    const sheet = createRowReader(show, (row) => void rows.push(row));
    yield { blocks: headSheet(name, { page }), share: before / total };
    for (const text of unpackText(bytes, part, MAX_SHEET_BYTES)) {
      sheet.write(text);
      characters += text.length;
      if (rows.length < ROWS_PER_BATCH) continue;
      const block = table(rows);
      rows = [];
      if (block) yield { blocks: [block], share: Math.min(1, (before + characters) / total) };
    }
    sheet.end();
    const block = table(rows);
    before += part.size;
    if (block) yield { blocks: [block], share: before / total };
  }
  return { pages: sheetParts.length, warnings: [] };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The shared texts in order, without the readings that stand over them (`rPh`). */
function readStrings(chunks: Iterable<string>): string[] {
  const strings: string[] = [];
  let text: string | undefined;
  let inText = false;
  let readings = 0;
  let characters = 0;
  const parser = new Parser(
    {
      onopentag(tag) {
        const name = localName(tag);
        if (name === 'si') text = '';
        else if (name === 'rPh') readings++;
        else if (name === 't') inText = true;
      },
      ontext(more) {
        if (inText && readings === 0 && text !== undefined) text += more;
      },
      onclosetag(tag) {
        const name = localName(tag);
        if (name === 't') inText = false;
        else if (name === 'rPh') readings--;
        else if (name === 'si' && text !== undefined) {
          characters += text.length;
          if (characters > MAX_SHARED_CHARACTERS) throw new ReadFailure('too-large-inside');
          strings.push(text);
          text = undefined;
        }
      },
    },
    { xmlMode: true },
  );
  for (const chunk of chunks) parser.write(chunk);
  parser.end();
  return strings;
}

/** How cells are shown. */
interface CellFormats {
  strings: readonly string[];
  shapes: ReadonlyMap<number, NumberShape>;
  from1904: boolean;
}

function createRowReader(formats: CellFormats, take: (row: string[]) => void): Parser {
  let row: string[] = [];
  let cell: Record<string, string> = {};
  let value = '';
  let isValue = false;
  let readings = 0;
  return new Parser(
    {
      onopentag(tag, attributes) {
        const name = localName(tag);
        if (name === 'row') row = [];
        else if (name === 'c') [cell, value] = [attributes, ''];
        else if (name === 'rPh') readings++;
        else if (name === 'v' || (name === 't' && cell['t'] === 'inlineStr')) isValue = readings === 0;
      },
      ontext(more) {
        if (isValue) value += more;
      },
      onclosetag(tag) {
        const name = localName(tag);
        if (name === 'v' || name === 't') isValue = false;
        else if (name === 'rPh') readings--;
        else if (name === 'row') take(row);
        else if (name === 'c') {
          const text = showCell(cell, value.trim(), formats);
          if (text === '') return;
          const column = columnOf(cell['r'] ?? '') ?? row.length;
          while (row.length < Math.min(column, MAX_SHEET_COLUMNS)) row.push('');
          row.push(text);
        }
      },
    },
    { xmlMode: true },
  );
}

function showCell(
  { t: type = 'n', s: style }: Record<string, string>,
  value: string,
  formats: CellFormats,
): string {
  if (value === '') return '';
  if (type === 's') return formats.strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
  const shape = type === 'n' && style !== undefined ? formats.shapes.get(Number(style)) : undefined;
  return (shape && showNumber(Number(value), shape, formats.from1904)) ?? value;
}
