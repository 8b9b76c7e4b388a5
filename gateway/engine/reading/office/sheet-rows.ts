import { Parser } from 'htmlparser2';
import { showNumber } from './number-text.ts';
import { type PartlyStruck, RunLook } from './shared-texts.ts';

/** A cell that holds something; `column` from 0. */
export interface SheetCell {
  column: number;
  /** The text or number in the file; a shared text is not stored here, and is undefined where none are given. */
  stored: string | undefined;
  /** As the program shows it; empty where the format shows nothing. */
  shown: string | undefined;
  /** Whether the style of the cell strikes out. */
  isStruck?: boolean;
  /** What is struck out of its text, and no part of `shown`. */
  struck?: string;
}

/** A row of a worksheet; `index` from 0. */
export interface SheetRow {
  index: number;
  isHidden: boolean;
  cells: SheetCell[];
}

/** What cells of a workbook refer to. */
export interface CellFormats {
  /** Texts that cells share; absent where only numbers are of interest. */
  strings?: readonly string[];
  /** Shared texts of which some runs are struck out, by number. */
  partlyStruck?: ReadonlyMap<number, PartlyStruck>;
  /** Number formats by cell style; absent styles show numbers as they are. */
  codes: ReadonlyMap<number, string>;
  /** Cell styles that strike their text out. */
  struck: ReadonlySet<number>;
  from1904: boolean;
}

/** Receivers of a worksheet's content, in the order of its XML: columns before rows. */
export interface SheetHandlers {
  /** A range of hidden columns from 0, both ends included. */
  onHiddenColumns: (from: number, to: number) => void;
  onRow: (row: SheetRow) => void;
  /** A formula without a stored result, as it stands in the cell (`=SUM(B2:B3)`). */
  onMissingValue: (formula: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const isHidden = ({ hidden, width, ht }: Record<string, string>): boolean =>
  hidden === '1' || hidden === 'true' || Number(width ?? ht ?? 1) === 0;

/** The cell that the parser is in. */
interface OpenCell {
  attributes: Record<string, string>;
  value?: string;
  formula?: string;
  struck?: string;
}

/** A parser of a worksheet part, to which its XML is written in pieces of any size. */
export function createSheetParser(formats: CellFormats, handlers: SheetHandlers): Parser {
  let row: SheetRow = { index: -1, isHidden: false, cells: [] };
  let cell: OpenCell = { attributes: {} };
  let target: 'value' | 'formula' | undefined;
  let readings = 0;
  const look = new RunLook();
  return new Parser(
    {
      onopentag(tag, attributes) {
        const name = localName(tag);
        look.open(name, attributes);
        if (name === 'row') {
          const index = Number(attributes['r'] ?? row.index + 2) - 1;
          row = { index, isHidden: isHidden(attributes), cells: [] };
        } else if (name === 'c') cell = { attributes };
        else if (name === 'rPh') readings++;
        else if (name === 'f') {
          target = 'formula';
          cell.formula ??= '';
        } else if (name === 'v' || (name === 't' && cell.attributes['t'] === 'inlineStr')) {
          target = readings === 0 ? 'value' : undefined;
          cell.value ??= '';
        } else if (name === 'col' && isHidden(attributes))
          handlers.onHiddenColumns(Number(attributes['min']) - 1, Number(attributes['max']) - 1);
      },
      ontext(more) {
        if (target === 'value' && look.isStruck) cell.struck = (cell.struck ?? '') + more;
        else if (target !== undefined) cell[target] += more;
      },
      onclosetag(tag) {
        const name = localName(tag);
        look.close(name);
        if (name === 'v' || name === 't' || name === 'f') target = undefined;
        else if (name === 'rPh') readings--;
        else if (name === 'row') handlers.onRow(row);
        else if (name === 'c') {
          if (isWithoutValue(cell)) handlers.onMissingValue(`=${cell.formula ?? ''}`);
          const shown = showCell(cell, row.cells.at(-1)?.column ?? -1, formats);
          const isStruck = formats.struck.has(Number(cell.attributes['s'] ?? 0));
          if (shown) row.cells.push(isStruck ? { ...shown, isStruck } : shown);
        }
      },
    },
    { xmlMode: true },
  );
}

/** A formula may well give an empty text, which programs store as such. */
function isWithoutValue({ attributes, value, formula }: OpenCell): boolean {
  if (formula === undefined) return false;
  return value === undefined || (value.trim() === '' && attributes['t'] !== 'str');
}

function showCell(
  { attributes, value = '', struck }: OpenCell,
  before: number,
  { strings, partlyStruck, codes, from1904 }: CellFormats,
): SheetCell | undefined {
  const { r: reference = '', t: type = 'n', s: style } = attributes;
  const text = value.trim();
  const column = columnOf(reference) ?? before + 1;
  if (struck !== undefined) return { column, stored: undefined, shown: text, struck };
  if (text === '') return undefined;
  if (type === 's') {
    const rich = partlyStruck?.get(Number(text));
    if (rich) return { column, stored: undefined, ...rich };
    const stored = strings?.[Number(text)];
    return strings && !stored ? undefined : { column, stored, shown: stored };
  }
  if (type === 'b')
    return { column, stored: text, shown: text === '1' ? 'TRUE' : text === '0' ? 'FALSE' : text };
  if (type !== 'n') return { column, stored: text, shown: text };
  return { column, stored: text, shown: showNumber(text, codes.get(Number(style ?? 0)), from1904) };
}

/** The column of a cell from 0, by its reference (`C7`); undefined where it is none. */
function columnOf(reference: string): number | undefined {
  const [, letters = ''] = /^([A-Z]{1,3})\d{1,7}$/.exec(reference) ?? [];
  return letters === '' ? undefined : columnNumber(letters);
}

/** The number of a column from 0, by its letters (`AB`). */
export function columnNumber(letters: string): number {
  let column = 0;
  for (let index = 0; index < letters.length; index++) column = column * 26 + letters.charCodeAt(index) - 64;
  return column - 1;
}
