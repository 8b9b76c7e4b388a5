import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { readNumberShapes, showNumber } from './number-formats.ts';

/** What cells show, by sheet name and then by `row:column`, both from 0; only where it is not the number itself. */
export type ShownCells = ReadonlyMap<string, ReadonlyMap<string, string>>;

const LARGEST_PART = 60_000_000;
const MOST_CELLS = 500_000;

/**
 * Dates, times and percentages of a workbook as they are shown. The file holds bare numbers (45322, 0.15) and the
 * office library gives them as they are. Empty when nothing is shown otherwise or the workbook is not as expected.
 */
export function readShownCells(xlsx: Uint8Array): ShownCells {
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
      readCells(xml, (at, style, value) => {
        const shape = shapes.get(style);
        const text = shape && cells.size < MOST_CELLS ? showNumber(value, shape, from1904) : undefined;
        if (text !== undefined) cells.set(at, text);
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
    originalSize <= LARGEST_PART && isWanted(name);
  const files = Object.entries(unzipSync(xlsx, { filter }));
  return Object.fromEntries(files.map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

function readSheets(workbook: string, relations: string): { sheets: Map<string, string>; from1904: boolean } {
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
function readCells(xml: string, visit: (at: string, style: number, value: number) => void): void {
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
        const at = placeOf(cell?.['r'] ?? '');
        if (isNumber && at && cell?.['s'] && value) visit(at, Number(cell['s']), Number(value));
        value = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

function placeOf(reference: string): string | undefined {
  const [, letters = '', row = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  let column = 0;
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64;
  return row === '' ? undefined : `${Number(row) - 1}:${column - 1}`;
}
