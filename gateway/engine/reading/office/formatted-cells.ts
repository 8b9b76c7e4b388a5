import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';

/** How a workbook shows a bare number. */
export type NumberShape = 'date' | 'time' | 'date-time' | 'percent';

const BUILT_IN: readonly (readonly [from: number, to: number, shape: NumberShape])[] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date-time'],
  [27, 31, 'date'],
  [32, 33, 'time'],
  [34, 36, 'date'],
  [45, 47, 'time'],
  [50, 58, 'date'],
];

/** Shapes by cell style (the `s` of a cell), from `xl/styles.xml`; styles that show numbers as numbers are absent. */
export function readNumberShapes(stylesXml: string): Map<number, NumberShape> {
  const codes = new Map<number, string>();
  const shapes = new Map<number, NumberShape>();
  let inCellStyles = false;
  let style = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
        else if (name === 'cellXfs') inCellStyles = true;
        else if (name === 'xf' && inCellStyles) {
          const id = Number(attributes['numFmtId'] ?? 0);
          const shape =
            shapeOfCode(codes.get(id) ?? '') ?? BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2];
          if (shape) shapes.set(style, shape);
          style++;
        }
      },
      onclosetag(name) {
        if (name === 'cellXfs') inCellStyles = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(stylesXml);
  return shapes;
}

function shapeOfCode(code: string): NumberShape | undefined {
  // Literal text, colours, locales and conditions are not the format.
  const bare = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').toLowerCase();
  if (bare.includes('%')) return 'percent';
  const hasTime = /[hs]/.test(bare) && !bare.includes('general');
  const hasDate = /[yd]/.test(bare) || (/m/.test(bare) && !hasTime);
  if (hasDate) return hasTime ? 'date-time' : 'date';
  return hasTime ? 'time' : undefined;
}

const DAY_MS = 86_400_000;

/** The number as people read it: `2024-01-31`, `13:30`, `2024-01-31 13:30`, `15%`. Undefined when it has no such form. */
export function showNumber(value: number, shape: NumberShape, from1904: boolean): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (shape === 'percent') return `${Number((value * 100).toPrecision(12))}%`;
  // Day 60 is 29 February 1900, which never was; days before it are off by one.
  const days = from1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const date = new Date(Math.round((days - 25_569) * DAY_MS));
  if (value < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined;
  const [day = '', clock = ''] = date.toISOString().split('T');
  const time = clock.slice(0, clock.slice(6, 8) === '00' ? 5 : 8);
  if (shape === 'time') return time;
  return shape === 'date' || time === '00:00' ? day : `${day} ${time}`;
}

/** What cells show, by sheet name and then by `row:column`, both from 0; only where it is not the number itself. */
export type FormattedCells = ReadonlyMap<string, ReadonlyMap<string, string>>;

const MAX_PART_BYTES = 60_000_000;
const MAX_CELLS = 500_000;

/**
 * Dates, times and percentages of a workbook as they are shown. The file holds bare numbers (45322, 0.15) and the
 * office library gives them as they are. Empty when nothing is shown otherwise or the workbook is not as expected.
 */
export function readFormattedCells(xlsx: Uint8Array): FormattedCells {
  const shown = new Map<string, Map<string, string>>();
  try {
    const parts = unpack(xlsx, /^xl\/(?:styles|workbook|_rels\/workbook)\.xml(?:\.rels)?$/);
    const shapes = readNumberShapes(parts['xl/styles.xml'] ?? '');
    if (shapes.size === 0) return shown;
    const { sheets, from1904 } = readSheets(
      parts['xl/workbook.xml'] ?? '',
      parts['xl/_rels/workbook.xml.rels'] ?? '',
    );
    for (const [name, path] of sheets) {
      const xml = unpack(xlsx, (part) => part === path)[path] ?? '';
      const cells = new Map<string, string>();
      readCells(xml, (cell, style, value) => {
        const shape = shapes.get(style);
        const text = shape && cells.size < MAX_CELLS ? showNumber(value, shape, from1904) : undefined;
        if (text !== undefined) cells.set(cell, text);
      });
      shown.set(name, cells);
    }
  } catch {
    // An archive that is not as expected is the office library's to judge.
  }
  return shown;
}

function unpack(xlsx: Uint8Array, wanted: RegExp | ((part: string) => boolean)): Record<string, string> {
  const isWanted = typeof wanted === 'function' ? wanted : (part: string) => wanted.test(part);
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean =>
    originalSize <= MAX_PART_BYTES && isWanted(name);
  const files = Object.entries(unzipSync(xlsx, { filter }));
  return Object.fromEntries(files.map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

/** Paths of the sheets of a workbook by their names, and whether its dates count from 1904. */
export function readSheets(
  workbook: string,
  relations: string,
): { sheets: Map<string, string>; from1904: boolean } {
  const targets = new Map<string, string>();
  eachTag(relations, ({ Id = '', Target = '' }, name) => {
    if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
  });
  const sheets = new Map<string, string>();
  let from1904 = false;
  eachTag(workbook, (attributes, name) => {
    if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    const path = name === 'sheet' ? targets.get(attributes['r:id'] ?? '') : undefined;
    if (path) sheets.set(attributes['name'] ?? '', path);
  });
  return { sheets, from1904 };
}

function eachTag(xml: string, visit: (attributes: Record<string, string>, name: string) => void): void {
  new Parser({ onopentag: (name, attributes) => visit(attributes, name) }, { xmlMode: true }).end(xml);
}

/** Numeric cells that have a style, without building anything. */
function readCells(xml: string, visit: (place: string, style: number, value: number) => void): void {
  let cell: Record<string, string> | undefined;
  let value: string | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'c') cell = attributes;
        else if (name === 'v') value = '';
      },
      ontext(text) {
        if (value !== undefined) value += text;
      },
      onclosetag(name) {
        if (name !== 'v') return;
        const isNumber = cell?.['t'] === undefined || cell['t'] === 'n';
        const place = placeOf(cell?.['r'] ?? '');
        if (isNumber && place && cell?.['s'] && value) visit(place, Number(cell['s']), Number(value));
        value = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

function placeOf(reference: string): string | undefined {
  const column = columnOf(reference);
  return column === undefined ? undefined : `${Number(/\d+$/.exec(reference)?.[0]) - 1}:${column}`;
}

/** The column of a cell from 0, by its reference (`C7`); undefined where it is none. */
export function columnOf(reference: string): number | undefined {
  const [, letters = ''] = /^([A-Z]{1,3})\d{1,7}$/.exec(reference) ?? [];
  let column = 0;
  for (let index = 0; index < letters.length; index++) column = column * 26 + letters.charCodeAt(index) - 64;
  return letters === '' ? undefined : column - 1;
}
