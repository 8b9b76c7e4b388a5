import { Parser } from 'htmlparser2';
import { ReadFailure } from '#gateway/engine/document.ts';
import { MAX_SHEET_COLUMNS } from './collect-blocks.ts';
import { showNumber } from './number-text.ts';

const MAX_CELLS = 500_000;
const MAX_ROWS = 1_048_576;
const MAX_DEPTH = 500;

interface SpreadsheetCell {
  /** As the program shows it. */
  text: string;
  /** Whether the style of the cell strikes out. */
  isStruck: boolean;
  /** Columns and rows beyond its own that a merged cell takes. */
  across: number;
  down: number;
}

interface SpreadsheetRow {
  /** The row of the sheet, from 0: empty rows are not all here. */
  index: number;
  /** By column, from 0; empty cells are absent. */
  cells: Map<number, SpreadsheetCell>;
  isHidden: boolean;
}

/** A sheet of a SpreadsheetML workbook. */
export interface SpreadsheetSheet {
  name: string;
  isHidden: boolean;
  rows: SpreadsheetRow[];
  hiddenColumns: Set<number>;
  /** Rows that a filter picks from: the first and the last of each range. */
  filters: [first: number, last: number][];
}

interface Workbook {
  sheets: SpreadsheetSheet[];
  /** Formulas without a stored result. */
  uncomputed: number;
  /** Whether there were more cells than are read. */
  isCut: boolean;
}

type Attributes = Record<string, string>;

/** What is open while a workbook is parsed. */
interface ParserState extends Workbook {
  formats: Map<string, string>;
  /** Styles that strike out. */
  struck: Set<string>;
  style: string;
  depth: number;
  column: number;
  definedColumn: number;
  cells: number;
  cell: { attributes: Attributes; type: string; text: string } | undefined;
  isData: boolean;
  isVisibility: boolean;
}

/** The sheets of a workbook that Excel 2003 wrote as XML. At most 500,000 cells; sheets come in their order. */
export function parseSpreadsheetXml(xml: string): Workbook {
  const state: ParserState = {
    sheets: [],
    uncomputed: 0,
    isCut: false,
    formats: new Map(),
    struck: new Set(),
    style: '',
    depth: 0,
    column: 0,
    definedColumn: 0,
    cells: 0,
    cell: undefined,
    isData: false,
    isVisibility: false,
  };
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (++state.depth > MAX_DEPTH) throw new ReadFailure('too-deep');
        OPEN[localName(tag)]?.(state, withLocalNames(attributes));
      },
      ontext: (text) => takeText(state, text),
      onclosetag(tag) {
        state.depth--;
        CLOSE[localName(tag)]?.(state);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return state;
}

const OPEN: Partial<Record<string, (state: ParserState, attributes: Attributes) => void>> = {
  Style: (state, { ID = '' }) => void (state.style = ID),
  Font({ struck, style }, { StrikeThrough }) {
    if (StrikeThrough === '1') struck.add(style);
  },
  NumberFormat: ({ formats, style }, { Format = '' }) => void formats.set(style, Format),
  Worksheet(state, { Name = '' }) {
    state.definedColumn = 0;
    state.sheets.push({ name: Name, isHidden: false, rows: [], hiddenColumns: new Set(), filters: [] });
  },
  Column(state, { Index, Span, Hidden }) {
    const first = readIndex(Index, state.definedColumn, MAX_SHEET_COLUMNS);
    state.definedColumn = first + 1 + readCount(Span, MAX_SHEET_COLUMNS);
    const hiddenColumns = state.sheets.at(-1)?.hiddenColumns;
    if (Hidden === '1')
      for (let column = first; column < Math.min(state.definedColumn, MAX_SHEET_COLUMNS); column++)
        hiddenColumns?.add(column);
  },
  Row(state, { Index, Hidden }) {
    const rows = state.sheets.at(-1)?.rows ?? [];
    state.column = 0;
    // The file leaves empty rows out: a single row keeps the tables around them apart.
    const next = (rows.at(-1)?.index ?? -1) + 1;
    const index = readIndex(Index, next, MAX_ROWS);
    if (index > next) rows.push({ index: next, cells: new Map(), isHidden: false });
    rows.push({ index, cells: new Map(), isHidden: Hidden === '1' });
  },
  Cell(state, attributes) {
    state.column = readIndex(attributes['Index'], state.column, MAX_SHEET_COLUMNS);
    state.cell = { attributes, type: 'String', text: '' };
  },
  // A comment has data of its own, and comes behind the data of its cell.
  Comment: (state) => closeCell(state),
  Data(state, { Type = 'String' }) {
    state.isData = true;
    if (state.cell) state.cell.type = Type;
  },
  AutoFilter(state, { Range = '' }) {
    const [, first, last] = /^R(\d+)C\d+:R(\d+)C\d+$/.exec(Range) ?? [];
    if (first && last) state.sheets.at(-1)?.filters.push([Number(first) - 1, Number(last) - 1]);
  },
  Visible: (state) => void (state.isVisibility = true),
};

const CLOSE: Partial<Record<string, (state: ParserState) => void>> = {
  Data: (state) => void (state.isData = false),
  Visible: (state) => void (state.isVisibility = false),
  Cell: (state) => closeCell(state),
};

function takeText({ isData, isVisibility, cell, sheets }: ParserState, text: string): void {
  if (isData && cell) cell.text += text;
  const sheet = sheets.at(-1);
  if (isVisibility && sheet) sheet.isHidden ||= text.includes('Hidden');
}

function closeCell(state: ParserState): void {
  const { cell, column } = state;
  if (!cell) return;
  const { attributes, type, text } = cell;
  const isStruck = state.struck.has(attributes['StyleID'] ?? '');
  const across = readCount(attributes['MergeAcross'], MAX_SHEET_COLUMNS);
  const down = readCount(attributes['MergeDown'], MAX_ROWS);
  const shown = showValue(text.trim(), type, state.formats.get(attributes['StyleID'] ?? '') ?? '');
  if (shown === '' && attributes['Formula'] !== undefined) state.uncomputed++;
  state.cells += shown === '' ? 0 : (1 + across) * (1 + down);
  if (state.cells > MAX_CELLS || column + across >= MAX_SHEET_COLUMNS) state.isCut = true;
  else if (shown !== '')
    state.sheets.at(-1)?.rows.at(-1)?.cells.set(column, { text: shown, isStruck, across, down });
  state.column = column + 1 + across;
  state.cell = undefined;
}

/** Formats that the file calls by a name. */
const NAMED_FORMATS: Readonly<Record<string, string>> = {
  Percent: '0.00%',
  Fixed: '0.00',
  Standard: '#,##0.00',
  Currency: '#,##0.00',
  Scientific: '0.00E+00',
  'General Number': 'General',
};

/** A value as the program shows it. */
function showValue(text: string, type: string, format: string): string {
  if (type === 'Boolean') return text === '1' ? 'TRUE' : text === '0' ? 'FALSE' : text;
  if (type === 'DateTime') return showDate(text, format);
  return type === 'Number' ? showNumber(text, NAMED_FORMATS[format] ?? format) : text;
}

const DAY_MS = 86_400_000;
/** Formats that show a length of time, or a date of another calendar. */
const COUNTED = /\[(?:h+|m+|s+)\]|\[\$-|b2/i;

/** The number that a workbook of today stores for a date: days from the last one of 1899. */
function countDays(text: string): number {
  const days = (Date.parse(`${text.slice(0, 19)}Z`) - Date.UTC(1899, 11, 31)) / DAY_MS;
  // Excel has a 29 February 1900.
  return days < 60 ? days : days + 1;
}

/** `2026-03-01`, `2026-03-01 13:30` or `13:30`, from `2026-03-01T13:30:00.000`. */
function showDate(text: string, format: string): string {
  const [, date = '', minutes = '', seconds = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?/.exec(text) ?? [];
  if (date === '') return text;
  if (COUNTED.test(format)) return showNumber(String(countDays(text)), format);
  const time = `${minutes}${seconds === ':00' ? '' : seconds}`;
  // A bare time stands on the last day before the first of the calendar.
  if (date === '1899-12-31' || format.endsWith('Time')) return time;
  return time === '00:00' ? date : `${date} ${time}`;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function withLocalNames(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
}

/** An index of the file, which counts from 1, as one from 0; `next` where the file leaves it out. */
function readIndex(value: string | undefined, next: number, limit: number): number {
  const index = Number(value) - 1;
  return Number.isInteger(index) && index >= next && index < limit ? index : next;
}

function readCount(value: string | undefined, limit: number): number {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 ? Math.min(count, limit) : 0;
}
