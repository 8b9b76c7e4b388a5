import type { Block } from '#gateway/engine/document.ts';
import { countHeadRows, joinHead, shapeOf } from './find-head.ts';
import {
  createLayout,
  filledColumns,
  type GridCell,
  type GridRow,
  MAX_REPEATED_CHARACTERS,
  startOfCell,
} from './grid.ts';

type Table = Extract<Block, { kind: 'table' }>;
/** Rows of cells as a format gives them; bare texts stand in the next free column. */
export type RawRows = readonly (readonly (string | GridCell)[])[];

interface TableOptions {
  page?: number | undefined;
  /** Whether the cells are those of a sheet, on which tables also stand side by side. */
  isSheet?: boolean;
}

/** Columns of a grid that are one table, the last one excluded, and their names. */
interface Part {
  from: number;
  to: number;
  header: string[] | undefined;
  /** Kinds of the values below the head by column, of the first rows. */
  shapes: Set<string>[];
}

/**
 * Blocks of a grid of cells: tables parted by empty rows and, on sheets, by empty columns, each with a head of its own or
 * none. Titles above a head and texts across all columns are paragraphs.
 */
export function makeTables(rows: RawRows, options: TableOptions = {}): Block[] {
  return createTables(options)(rows);
}

/** `makeTables` for rows that come some at a time: the head that earlier rows gave goes on with later ones. */
export function createTables({ page, isSheet = false }: TableOptions = {}): (rows: RawRows) => Block[] {
  const layOut = createLayout();
  const location = page === undefined ? {} : { page };
  let parts: Part[] = [];
  /** Whether an empty row came last. */
  let isParted = true;
  /** Whether the last block was a table of the last of the parts. */
  let isOpen = false;

  const emit = (rows: readonly GridRow[], blocks: Block[], isNew: boolean): void => {
    let isFresh = isNew;
    for (const part of parts) {
      for (const piece of writeBody(rows, part, part === parts.at(-1))) {
        const previous = blocks.at(-1);
        if (typeof piece === 'string') {
          blocks.push({ kind: 'paragraph', text: piece, ...location });
          isOpen = false;
          continue;
        }
        if (!isFresh && parts.length === 1 && isOpen && previous?.kind === 'table') {
          for (const row of piece) previous.rows.push(row);
          continue;
        }
        const goesOn = !isFresh && parts.length === 1 && isOpen && previous === undefined;
        blocks.push(makeTable(piece, part, { ...location, ...(goesOn ? { continues: true as const } : {}) }));
        isOpen = true;
        isFresh = false;
      }
      if (parts.length > 1) isFresh = true;
    }
  };
  const begin = (region: readonly GridRow[], blocks: Block[]): void => {
    const { titles, rows } = takeTitles(region);
    for (const text of titles) blocks.push({ kind: 'paragraph', text, ...location });
    if (titles.length > 0) isOpen = false;
    if (rows.length === 0) return;
    const pieces = isSheet ? partColumns(rows) : [[0, widthOf(rows)] as const];
    const depths = pieces.map(([from, to]) => countHeadRows(cutRows(rows, from, to), to - from));
    parts = pieces.map(([from, to], index) => {
      const own = cutRows(rows, from, to);
      const head = own.slice(0, depths[index]);
      const body = own.slice(depths[index]);
      return {
        from,
        to,
        header: head.length > 0 ? joinHead(head, to - from) : undefined,
        shapes: shapesOf(body, to - from),
      };
    });
    const all = parts;
    all.forEach((part, index) => {
      parts = [part];
      const own = index === all.length - 1 ? rows : cutRows(rows, 0, part.to);
      emit(own.slice(depths[index]), blocks, true);
    });
    parts = all;
    if (all.length > 1) isOpen = false;
  };
  return (raw) => {
    const blocks: Block[] = [];
    for (const region of partRows(layOut(raw))) {
      if (region.length === 0) {
        isParted = true;
        continue;
      }
      if (parts.length > 0 && (!isParted || goesOn(region, parts))) {
        parts = coverColumns(region, parts);
        emit(region, blocks, false);
      } else begin(region, blocks);
      isParted = false;
    }
    return blocks;
  };
}

/** Runs of rows that hold text; an empty run stands for the empty rows between two. */
function partRows(rows: readonly GridRow[]): GridRow[][] {
  const regions: GridRow[][] = [];
  for (const row of rows) {
    const isEmpty = row.texts.every((text) => text === '');
    const last = regions.at(-1);
    if (isEmpty) {
      if (last?.length !== 0) regions.push([]);
    } else if (last === undefined || last.length === 0) regions.push([row]);
    else last.push(row);
  }
  return regions;
}

const widthOf = (rows: readonly GridRow[]): number =>
  rows.reduce((widest, { texts, cells }) => {
    const last = texts.findLastIndex((text) => text !== '');
    const cell = cells?.[last];
    const end = cell && cells ? cells.findLastIndex((other) => other === cell) : last;
    return Math.max(widest, end + 1);
  }, 0);

function cutRows(rows: readonly GridRow[], from: number, to: number): GridRow[] {
  if (from === 0 && to === Number.POSITIVE_INFINITY) return [...rows];
  return rows.map(({ texts, cells }) => ({
    texts: texts.slice(from, to),
    ...(cells ? { cells: cells.slice(from, to) } : {}),
  }));
}

/** Rows of one text above a row of several are titles of the table. */
function takeTitles(rows: readonly GridRow[]): { titles: string[]; rows: readonly GridRow[] } {
  const first = rows.findIndex((row) => {
    const [column, ...more] = filledColumns(row);
    return column === undefined || column > 0 || more.length > 0;
  });
  const width = widthOf(rows);
  if (width < 2 && rows.length > 1) return { titles: [], rows };
  if (first < 0) return { titles: rows.map(firstText), rows: [] };
  // Columns of rows below may begin further right than the title; a title over part of them is a label.
  return { titles: rows.slice(0, first).map(firstText), rows: rows.slice(first) };
}

const firstText = ({ texts }: GridRow): string => texts.find((text) => text !== '') ?? '';

/**
 * Columns of the tables that stand side by side: parted by empty columns where each side has at least two columns and a
 * head of its own, and begins with names.
 */
function partColumns(rows: readonly GridRow[]): (readonly [from: number, to: number])[] {
  const width = widthOf(rows);
  const isFilled = Array.from({ length: width }, () => false);
  for (const row of rows)
    for (let column = 0; column < row.texts.length; column++)
      if (row.texts[column] !== '' || row.cells?.[column]?.columnSpan) isFilled[column] = true;
  const runs: [number, number][] = [];
  for (let column = 0; column < width; column++) {
    if (!isFilled[column]) continue;
    const last = runs.at(-1);
    if (last?.[1] === column) last[1]++;
    else runs.push([column, column + 1]);
  }
  const whole = [[runs[0]?.[0] ?? 0, width] as const];
  if (runs.length < 2) return whole;
  const areTables = runs.every(([from, to]) => {
    const own = cutRows(rows, from, to).filter(({ texts }) => texts.some((text) => text !== ''));
    const depth = to - from < 2 ? 0 : countHeadRows(own, to - from);
    return depth > 0 && own.slice(depth).every((row) => shapeOf(row.texts[0] ?? '') === 'text');
  });
  return areTables ? runs : whole;
}

function shapesOf(body: readonly GridRow[], width: number): Set<string>[] {
  return Array.from(
    { length: width },
    (_, column) => new Set(body.slice(0, 200).map((row) => shapeOf(row.texts[column] ?? ''))),
  );
}

/** Whether rows behind an empty one go on with the tables above: no head, and values of the same kinds in all columns. */
function goesOn(region: readonly GridRow[], parts: readonly Part[]): boolean {
  const end = parts.at(-1)?.to ?? 0;
  if (widthOf(region) > end) return false;
  return parts.every(({ from, to, header, shapes }) => {
    const own = cutRows(region, from, to);
    if (header && countHeadRows(own, to - from) > 0) return false;
    return own.every(
      (row) =>
        filledColumns(row).length * 2 > to - from &&
        shapes.every((usual, column) => {
          const shape = shapeOf(row.texts[column] ?? '');
          return shape === 'empty' || usual.has(shape);
        }),
    );
  });
}

/** The parts, or all of them as one where rows hold text in columns that are no part's. */
function coverColumns(rows: readonly GridRow[], parts: readonly Part[]): Part[] {
  const end = parts.at(-1)?.to ?? 0;
  const isOutside = (column: number): boolean =>
    column < end && !parts.some(({ from, to }) => column >= from && column < to);
  if (!rows.some((row) => filledColumns(row).some(isOutside))) return [...parts];
  const header = Array.from({ length: end }, (_, column) => {
    const part = parts.find(({ from, to }) => column >= from && column < to);
    return part?.header?.[column - part.from] ?? '';
  });
  const shapes = header.map(() => new Set<string>());
  return [{ from: 0, to: end, header: header.some((name) => name !== '') ? header : undefined, shapes }];
}

/** Notes below a table. */
const NOTE = /^(?:[*•※†‡]|\(?(?:ملاحظ|ملحوظ|تنبيه|تنويه|note\b))/iu;

/** The rows of a part, and texts that belong to no column of it, in order. */
function writeBody(rows: readonly GridRow[], part: Part, isLast: boolean): (string | string[][])[] {
  const own = cutRows(rows, part.from, isLast ? Number.POSITIVE_INFINITY : part.to);
  const width = Math.max(part.to - part.from, widthOf(own));
  const isAlone = own.map((row) => standsAlone(row, width));
  // Where many rows have but one text, the others are missing.
  const loose = isAlone.filter((reason) => reason === 'unspanned').length * 3 <= own.length;
  const pieces: (string | string[][])[] = [];
  own.forEach((row, index) => {
    if (row.texts.every((text) => text === '')) return;
    if (part.header && (isAlone[index] === 'spanned' || (loose && isAlone[index] === 'unspanned')))
      pieces.push(firstText(row));
    else {
      const last = pieces.at(-1);
      const line = writeRow(row, width, part.header !== undefined);
      if (Array.isArray(last)) last.push(line);
      else pieces.push([line]);
    }
  });
  return pieces;
}

/** Whether the only text of a row covers all columns, or stands before columns that are all empty. */
function standsAlone(row: GridRow, width: number): 'spanned' | 'unspanned' | undefined {
  if (width < 2 || row.texts[0] === '' || row.texts[0] === undefined) return undefined;
  if (row.texts.findLastIndex((text) => text !== '') > 0) return undefined;
  if (row.cells?.[0] !== undefined && row.cells[width - 1] === row.cells[0]) return 'spanned';
  if (NOTE.test(row.texts[0])) return 'spanned';
  return width > 2 ? 'unspanned' : undefined;
}

/** Texts by column; below a head a cell over several columns stands under each of their names. */
function writeRow(row: GridRow, width: number, hasHead: boolean): string[] {
  const { texts } = row;
  if (!row.cells) return Array.from({ length: width }, (_, column) => texts[column] ?? '');
  return Array.from({ length: width }, (_, column) => {
    const start = startOfCell(row, column);
    const text = texts[start] ?? '';
    return start === column || (hasHead && text.length <= MAX_REPEATED_CHARACTERS) ? text : '';
  });
}

function makeTable(rows: string[][], { header }: Part, more: { page?: number; continues?: true }): Table {
  const width = rows[0]?.length ?? 0;
  const padded = header && [...header, ...Array<string>(Math.max(0, width - header.length)).fill('')];
  return { kind: 'table', ...(padded ? { header: padded } : {}), rows, ...more };
}
