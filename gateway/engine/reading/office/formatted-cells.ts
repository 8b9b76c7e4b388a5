import type { OfficeContentNode } from 'officeparser';
import { recordHidden } from '#gateway/engine/reading/hidden-text.ts';
import { findMerges, openWorkbook, type Sheet, type Span, type Workbook } from './open-workbook.ts';
import { mayStrike, readSharedTexts } from './shared-texts.ts';
import { addToTally, recordUnshown, type SheetFindings } from './sheet-findings.ts';
import { type CellFormats, createSheetParser } from './sheet-rows.ts';

const MAX_PART_BYTES = 60_000_000;
const SHARED_TEXTS = 'xl/sharedStrings.xml';
const MAX_CELLS = 500_000;

/** How a program shows a sheet, where that is not what the sheet holds. Rows and columns count from 0. */
interface SheetView {
  isHidden: boolean;
  /** Texts of cells by `row:column`; empty where the format shows nothing. */
  texts: ReadonlyMap<string, string>;
  hiddenColumns: ReadonlySet<number>;
  hiddenRows: ReadonlySet<number>;
  filteredRows: ReadonlySet<number>;
  /** Cells by `row:column` that are struck out. */
  struck: ReadonlySet<string>;
  /** Struck-out parts of cells whose other text is read, by cell. */
  struckRuns: ReadonlyMap<string, string>;
  /** Formulas without a stored result. */
  formulas: readonly string[];
  /** Merged cells by `row:column` of their first cell. */
  merges: ReadonlyMap<string, Span>;
}

/** Views by the name of the sheet; sheets that are shown as they are stored may be absent. */
export type SheetViews = ReadonlyMap<string, SheetView>;

/**
 * How the sheets of a workbook are shown: the file holds bare numbers (45322, 0.15), and the office library gives them,
 * and what is hidden, as they are. Empty when the workbook is not as expected.
 */
export function readSheetViews(xlsx: Uint8Array): SheetViews {
  const views = new Map<string, SheetView>();
  try {
    const workbook = openWorkbook(xlsx);
    const partlyStruck = findPartlyStruck(workbook);
    if (partlyStruck) workbook.formats.partlyStruck = partlyStruck;
    for (const sheet of workbook.sheets) {
      const view = readView(workbook, sheet);
      if (view) views.set(sheet.name, view);
    }
  } catch {
    // An archive that is not as expected is the office library's to judge.
  }
  return views;
}

/** None where the texts are too many or not as expected: what sheets hide does not depend on them. */
function findPartlyStruck(workbook: Workbook): CellFormats['partlyStruck'] {
  if ((workbook.sizeOf(SHARED_TEXTS) ?? 0) > MAX_PART_BYTES) return undefined;
  try {
    const shared = workbook.textOf(SHARED_TEXTS, MAX_PART_BYTES);
    return mayStrike(shared) ? readSharedTexts([shared]).partlyStruck : undefined;
  } catch {
    return undefined;
  }
}

const AS_STORED: SheetView = {
  isHidden: false,
  texts: new Map(),
  hiddenColumns: new Set(),
  hiddenRows: new Set(),
  filteredRows: new Set(),
  struck: new Set(),
  struckRuns: new Map(),
  formulas: [],
  merges: new Map(),
};

/** Hidden rows and columns, numbers with exponents or many decimals, formulas without a result. */
const HINT =
  /\shidden="(?:1|true)"|\s(?:ht|width)="0[".]|<v>[^<]{0,40}(?:[eE]|\.\d{14})|<\/f>\s*(?:<\/c>|<v\s*\/>|<v>\s*<\/v>)|<f\b[^>]*\/>\s*(?:<\/c>|<v\s*\/>|<v>\s*<\/v>)/;

/** Undefined where the sheet is shown as it is stored. */
function readView(workbook: Workbook, sheet: Sheet): SheetView | undefined {
  if (sheet.isHidden) return { ...AS_STORED, isHidden: true };
  if ((workbook.sizeOf(sheet.path) ?? 0) > MAX_PART_BYTES) return undefined;
  const xml = workbook.textOf(sheet.path, MAX_PART_BYTES);
  const merges = findMerges([xml]);
  const { partlyStruck } = workbook.formats;
  const isShownOtherwise =
    HINT.test(xml) ||
    (hasStyles(workbook.formats) && /<c\b[^>]*\ss="/.test(xml)) ||
    (partlyStruck !== undefined && partlyStruck.size > 0) ||
    mayStrike(xml);
  if (!isShownOtherwise) return merges.size > 0 ? { ...AS_STORED, merges } : undefined;
  const view = { ...parseView(xml, workbook.formats), merges };
  if (view.hiddenRows.size === 0) return view;
  const filters = workbook.filtersOf(sheet);
  const isFiltered = (row: number): boolean => filters.some(([first, last]) => row >= first && row <= last);
  const rows = [...view.hiddenRows];
  return {
    ...view,
    hiddenRows: new Set(rows.filter((row) => !isFiltered(row))),
    filteredRows: new Set(rows.filter(isFiltered)),
  };
}

const hasStyles = ({ codes, struck }: CellFormats): boolean => codes.size > 0 || struck.size > 0;

function parseView(xml: string, formats: CellFormats): SheetView {
  const texts = new Map<string, string>();
  const hiddenColumns = new Set<number>();
  const hiddenRows = new Set<number>();
  const struck = new Set<string>();
  const struckRuns = new Map<string, string>();
  const formulas: string[] = [];
  createSheetParser(formats, {
    onHiddenColumns: (from, to) => addColumns(hiddenColumns, from, to),
    onMissingValue: (formula) => void formulas.push(formula),
    onRow: ({ index, isHidden, cells }) => {
      if (isHidden) hiddenRows.add(index);
      for (const { column, stored, shown, isStruck, struck: run } of cells) {
        if (run !== undefined && struckRuns.size < MAX_CELLS) struckRuns.set(`${index}:${column}`, run);
        if (isStruck && struck.size < MAX_CELLS) struck.add(`${index}:${column}`);
        else if (shown !== undefined && shown !== stored && texts.size < MAX_CELLS)
          texts.set(`${index}:${column}`, shown);
      }
    },
  }).end(xml);
  return {
    isHidden: false,
    texts,
    hiddenColumns,
    hiddenRows,
    filteredRows: new Set(),
    struck,
    struckRuns,
    formulas,
    merges: AS_STORED.merges,
  };
}

/** The last column of a sheet is the 16,384th. */
const MAX_COLUMNS = 16_384;

/** Adds a range of columns, both ends included. */
export function addColumns(columns: Set<number>, from: number, to: number): void {
  for (let column = Math.max(0, from); column <= Math.min(to, MAX_COLUMNS); column++) columns.add(column);
}

/**
 * Gives the cells of a sheet the texts that the program shows and takes hidden rows and columns out; the columns after
 * them move up. What was taken out, and what is to be said, goes into the findings. Undefined for a hidden sheet.
 */
export function showSheet(
  sheet: OfficeContentNode,
  view: SheetView | undefined,
  { findings, page }: { findings: SheetFindings; page: number },
): OfficeContentNode | undefined {
  if (!view) return sheet;
  const { hidden } = findings;
  if (view.isHidden) {
    for (const row of sheet.children ?? [])
      for (const cell of row.children ?? []) recordHidden(hidden, cell.text ?? '');
    return undefined;
  }
  for (const formula of view.formulas) addToTally(findings.formulas, formula, page);
  const hiddenColumns = [...view.hiddenColumns].toSorted((a, b) => a - b);
  const hiddenRows = [...view.hiddenRows].toSorted((a, b) => a - b);
  let hiddenAbove = 0;
  const rows = (sheet.children ?? []).flatMap((row): OfficeContentNode[] => {
    const cells = (row.children ?? []).filter((cell) => cell.type === 'cell');
    const index = cells[0]?.metadata?.row ?? -1;
    if (row.type !== 'row') return [row];
    if (view.hiddenRows.has(index)) {
      for (const { text } of cells) recordHidden(hidden, text ?? '');
      return [];
    }
    while ((hiddenRows[hiddenAbove] ?? index) < index) hiddenAbove++;
    const shown = cells.flatMap((cell): OfficeContentNode[] => {
      const column = cell.metadata?.col ?? 0;
      if (view.hiddenColumns.has(column)) {
        recordHidden(hidden, cell.text ?? '');
        return [];
      }
      if (view.struck.has(`${index}:${column}`)) {
        recordHidden(findings.struck, cell.text ?? '');
        return [];
      }
      const text = view.texts.get(`${index}:${column}`);
      const run = view.struckRuns.get(`${index}:${column}`);
      if (run !== undefined) recordHidden(findings.struck, run);
      else if (text === '') recordUnshown(hidden, cell.text ?? '');
      const before = hiddenColumns.filter((other) => other < column).length;
      const span = view.merges.get(`${index}:${column}`);
      const metadata = {
        ...cell.metadata,
        row: index - hiddenAbove,
        col: column - before,
        ...(span ? visibleSpan(span, { row: index, column, view }) : {}),
      };
      return [{ ...cell, ...(text === undefined ? {} : { text, children: [] }), metadata }];
    });
    if (view.filteredRows.has(index) && shown.length > 0)
      addToTally(findings.filtered, shown.map(({ text }) => text ?? '').join(' | '), page);
    return [{ ...row, children: shown }];
  });
  return { ...sheet, children: rows };
}

/** What is left of a merged cell without the rows and columns that are hidden. */
function visibleSpan(
  { rows, columns }: Span,
  { row, column, view }: { row: number; column: number; view: SheetView },
): { rowSpan: number; colSpan: number } {
  const within = (hidden: ReadonlySet<number>, start: number, length: number): number =>
    [...hidden].filter((index) => index >= start && index < start + length).length;
  return {
    rowSpan: rows - within(view.hiddenRows, row, rows),
    colSpan: columns - within(view.hiddenColumns, column, columns),
  };
}
