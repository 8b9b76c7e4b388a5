import { Parser } from 'htmlparser2';
import { getFormatFromId } from 'numfmt';
import { type CellFormats, columnNumber } from './sheet-rows.ts';
import { findZipParts, unpackText, unpackWhole } from './zip-parts.ts';

/** Styles, relations and the list of sheets. */
const MAX_FRAME_BYTES = 20_000_000;
const MAX_SHEET_BYTES = 1_000_000_000;

/** A worksheet of a workbook, in the order of its tabs. */
export interface Sheet {
  name: string;
  /** The part that holds it. */
  path: string;
  /** Whether its tab is hidden, also where only a macro can show it again. */
  isHidden: boolean;
}

/** Sheets, cell formats and parts of a workbook. */
export interface Workbook {
  sheets: Sheet[];
  formats: CellFormats;
  /** Sizes in bytes that parts are said to unpack to; undefined where there is no such part. */
  sizeOf: (path: string) => number | undefined;
  /** The XML of a part, some of it at a time. Throws `ReadFailure` `damaged` and `too-large-inside`. */
  chunksOf: (path: string, limit?: number) => Generator<string>;
  /** The same at once; empty where there is no such part. */
  textOf: (path: string, limit?: number) => string;
  /** Ranges of rows from 0, both ends included, that a filter of a sheet picks from. Reads the sheet again. */
  filtersOf: (sheet: Sheet) => RowRange[];
  /** Merged cells by `row:column` of their first cell. Reads the sheet again. */
  mergesOf: (sheet: Sheet) => Map<string, Span>;
}

/** Rows and columns that a merged cell covers. */
export interface Span {
  rows: number;
  columns: number;
}

type RowRange = readonly [first: number, last: number];

/** Parts of a workbook; without sheets where the archive is not as expected. */
export function openWorkbook(bytes: Uint8Array): Workbook {
  const parts = findZipParts(bytes);
  const chunksOf = function* (path: string, limit = MAX_SHEET_BYTES): Generator<string> {
    const part = parts.get(path);
    if (part) yield* unpackText(bytes, part, limit);
  };
  const textOf = (path: string, limit = MAX_FRAME_BYTES): string => {
    const part = parts.get(path);
    return part ? unpackWhole(bytes, part, limit) : '';
  };
  const { sheets, from1904, filters } = readSheets(
    textOf('xl/workbook.xml'),
    textOf('xl/_rels/workbook.xml.rels'),
  );
  return {
    sheets,
    formats: { ...readCellStyles(textOf('xl/styles.xml')), from1904 },
    sizeOf: (path) => parts.get(path)?.size,
    chunksOf,
    textOf,
    mergesOf: (sheet) => findMerges(chunksOf(sheet.path)),
    filtersOf: (sheet) => {
      const stated = filters.get(sheets.indexOf(sheet)) ?? [];
      const ranges = [
        ...stated,
        ...findFilters(chunksOf(sheet.path)),
        ...findTableFilters(sheet.path, textOf),
      ];
      return ranges.flatMap((range) => rowsOf(range));
    },
  };
}

/**
 * Codes of number formats by cell style (the `s` of a cell), without styles that show numbers as numbers, and styles
 * that strike out.
 */
function readCellStyles(stylesXml: string): Pick<CellFormats, 'codes' | 'struck'> {
  const codes = new Map<number, string>();
  const styles = new Map<number, string>();
  const struck = new Set<number>();
  /** By number of the font, from 0. */
  const struckFonts: boolean[] = [];
  let inFonts = false;
  let inCellStyles = false;
  let style = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
        else if (name === 'fonts') inFonts = true;
        else if (name === 'font' && inFonts) struckFonts.push(false);
        else if (name === 'strike' && inFonts)
          struckFonts[struckFonts.length - 1] = !/^(?:0|false)$/.test(attributes['val'] ?? '');
        else if (name === 'cellXfs') inCellStyles = true;
        else if (name === 'xf' && inCellStyles) {
          const id = Number(attributes['numFmtId'] ?? 0);
          const code = codes.get(id) ?? getFormatFromId(id) ?? 'General';
          if (!/^(?:general|@)?$/i.test(code)) styles.set(style, code);
          if (struckFonts[Number(attributes['fontId'] ?? 0)]) struck.add(style);
          style++;
        }
      },
      onclosetag(name) {
        if (name === 'cellXfs') inCellStyles = false;
        else if (name === 'fonts') inFonts = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(stylesXml);
  return { codes: styles, struck };
}

/** Sheets of a workbook, whether its dates count from 1904, and the ranges of filters by the number of their sheet. */
function readSheets(
  workbook: string,
  relations: string,
): { sheets: Sheet[]; from1904: boolean; filters: Map<number, string[]> } {
  const targets = readTargets(relations, 'xl/');
  const sheets: Sheet[] = [];
  const filters = new Map<number, string[]>();
  let from1904 = false;
  let filtered: string[] | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const path = name === 'sheet' ? targets.get(attributes['r:id'] ?? '') : undefined;
        if (path) {
          const isHidden = /hidden$/i.test(attributes['state'] ?? '');
          sheets.push({ name: attributes['name'] ?? '', path, isHidden });
        } else if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
        else if (name === 'definedName' && attributes['name'] === '_xlnm._FilterDatabase') {
          filtered = [''];
          const sheet = Number(attributes['localSheetId'] ?? 0);
          filters.set(sheet, filtered);
        }
      },
      ontext(text) {
        if (filtered) filtered[0] += text;
      },
      onclosetag(name) {
        if (name === 'definedName') filtered = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(workbook);
  return { sheets, from1904, filters };
}

/** Paths of parts by the ids of relationships; `folder` is that of the part that they belong to. */
function readTargets(relations: string, folder: string): Map<string, string> {
  const targets = new Map<string, string>();
  const onopentag = (name: string, { Id = '', Target = '' }: Record<string, string>): void => {
    if (name !== 'Relationship') return;
    const path = new URL(Target, `part:/${folder}`).pathname.slice(1);
    targets.set(Id, decodeURIComponent(path));
  };
  new Parser({ onopentag }, { xmlMode: true }).end(relations);
  return targets;
}

/** A tag may lie in two pieces; filters are no longer than this. */
const MAX_TAG_CHARACTERS = 200;

function findFilters(chunks: Iterable<string>): string[] {
  const ranges: string[] = [];
  let rest = '';
  for (const chunk of chunks) {
    const text = rest + chunk;
    for (const [, range = ''] of text.matchAll(/<autoFilter\b[^>]{0,150}?\sref="([^"]{1,40})"/g))
      ranges.push(range);
    rest = text.slice(-MAX_TAG_CHARACTERS);
  }
  return ranges;
}

const MERGE =
  /<(?:\w{1,20}:)?mergeCell\s[^>]{0,80}?ref="\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})"/g;
const MAX_MERGES = 200_000;

/** Merged cells of the XML of a sheet by `row:column` of their first cell, both from 0. */
export function findMerges(chunks: Iterable<string>): Map<string, Span> {
  const merges = new Map<string, Span>();
  let rest = '';
  for (const chunk of chunks) {
    const text = rest + chunk;
    rest = text.slice(-MAX_TAG_CHARACTERS);
    if (!text.includes('mergeCell')) continue;
    for (const [, left = '', top, right = '', bottom] of text.matchAll(MERGE)) {
      const [first, last] = [columnNumber(left), columnNumber(right)];
      if (merges.size < MAX_MERGES)
        merges.set(`${Number(top) - 1}:${first}`, {
          rows: Number(bottom) - Number(top) + 1,
          columns: last - first + 1,
        });
    }
  }
  return merges;
}

/** Tables inside of a sheet have filters of their own. */
function findTableFilters(sheet: string, textOf: (path: string) => string): string[] {
  const folder = sheet.slice(0, sheet.lastIndexOf('/') + 1);
  const relations = textOf(`${folder}_rels/${sheet.slice(folder.length)}.rels`);
  const paths = [...readTargets(relations, folder).values()].filter((path) => /\/tables\//.test(path));
  return paths.flatMap((path) => {
    const table = textOf(path);
    return table.includes('filterColumn') ? findFilters([table]) : [];
  });
}

/** Rows of `'Sheet 1'!$A$1:$C$90`. */
function rowsOf(range: string): RowRange[] {
  const [, first, last] = /\$?[A-Z]+\$?(\d+):\$?[A-Z]+\$?(\d+)$/.exec(range) ?? [];
  return first && last ? [[Number(first) - 1, Number(last) - 1]] : [];
}
