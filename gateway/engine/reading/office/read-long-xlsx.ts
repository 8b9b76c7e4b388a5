import { type DocumentStream, ReadFailure } from '#gateway/engine/document.ts';
import { recordHidden } from '#gateway/engine/reading/hidden-text.ts';
import type { GridCell } from '#gateway/engine/reading/tables/grid.ts';
import { createTables } from '#gateway/engine/reading/tables/make-tables.ts';
import { headSheet, MAX_EMPTY_ROWS, MAX_SHEET_COLUMNS } from './collect-blocks.ts';
import { addColumns } from './formatted-cells.ts';
import { openWorkbook, type Sheet, type Span, type Workbook } from './open-workbook.ts';
import { readSharedTexts } from './shared-texts.ts';
import {
  addToTally,
  createFindings,
  recordUnshown,
  reportFindings,
  type SheetFindings,
} from './sheet-findings.ts';
import { createSheetParser, type SheetRow } from './sheet-rows.ts';
import { findZipParts } from './zip-parts.ts';

/** Sheets that unpack to more than this are read row by row. */
const LONG_SHEET_BYTES = 8_000_000;
/** The texts of all cells, each once: they stand in a part of their own, which any row may refer to. */
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
  const workbook = openWorkbook(bytes);
  const shared = readSharedTexts(workbook.chunksOf('xl/sharedStrings.xml', MAX_SHARED_BYTES));
  const formats = { ...workbook.formats, ...shared };
  const sheets = workbook.sheets.filter(
    ({ path }) => SHEET.test(path) && workbook.sizeOf(path) !== undefined,
  );
  if (sheets.length === 0) throw new ReadFailure('damaged');
  const total = sheets.reduce((sum, { path }) => sum + (workbook.sizeOf(path) ?? 0), 0) || 1;
  const findings = createFindings();
  let before = 0;
  let page = 0;
  for (const sheet of sheets) {
    if (!sheet.isHidden) page++;
    const addRows = createTables({ page, isSheet: true });
    let characters = 0;
    let rows: (string | GridCell)[][] = [];
    let last = -1;
    const view = createRowView(workbook, sheet, { findings, page });
    const parser = createSheetParser(formats, {
      ...view,
      onRow: (row) => {
        const shown = view.show(row);
        const gap = Math.min(row.index - last - 1, MAX_EMPTY_ROWS);
        if (shown && gap > 0) for (let row = 0; row < gap; row++) rows.push([]);
        last = row.index;
        if (shown) rows.push(shown);
      },
    });
    if (!sheet.isHidden) yield { blocks: headSheet(sheet.name, { page }), share: before / total };
    for (const text of workbook.chunksOf(sheet.path)) {
      parser.write(text);
      characters += text.length;
      if (rows.length < ROWS_PER_BATCH) continue;
      const blocks = addRows(rows);
      rows = [];
      if (blocks.length > 0) yield { blocks, share: Math.min(1, (before + characters) / total) };
    }
    parser.end();
    const blocks = addRows(rows);
    before += workbook.sizeOf(sheet.path) ?? 0;
    if (blocks.length > 0) yield { blocks, share: before / total };
  }
  const { warnings, items } = reportFindings(findings);
  return { pages: page, warnings, ...(items.length > 0 ? { health: { items } } : {}) };
}

/** Rows of a sheet as the program shows them, without what is hidden; that goes into the findings. */
function createRowView(
  workbook: Workbook,
  sheet: Sheet,
  { findings, page }: { findings: SheetFindings; page: number },
) {
  const { hidden } = findings;
  const hiddenColumns = new Set<number>();
  const merges = sheet.isHidden ? new Map<string, Span>() : workbook.mergesOf(sheet);
  let filters: ReturnType<Workbook['filtersOf']> | undefined;
  const isFiltered = (index: number): boolean => {
    filters ??= workbook.filtersOf(sheet);
    return filters.some(([first, last]) => index >= first && index <= last);
  };
  return {
    onHiddenColumns: (from: number, to: number): void => addColumns(hiddenColumns, from, to),
    onMissingValue: (formula: string): void => {
      if (!sheet.isHidden) addToTally(findings.formulas, formula, page);
    },
    /** The texts of a row by column; undefined where the row is hidden, by no filter. */
    show({ index, isHidden, cells }: SheetRow): (string | GridCell)[] | undefined {
      const filtered = isHidden && !sheet.isHidden && isFiltered(index);
      const isLeftOut = sheet.isHidden || (isHidden && !filtered);
      const texts: string[] = [];
      for (const { column, stored = '', shown = '', isStruck, struck } of cells) {
        if (struck !== undefined && !isLeftOut) recordHidden(findings.struck, struck);
        if (isStruck && !isLeftOut) recordHidden(findings.struck, shown);
        else if (isLeftOut || hiddenColumns.has(column)) recordHidden(hidden, shown);
        else if (shown === '') recordUnshown(hidden, stored);
        else {
          while (texts.length < Math.min(column, MAX_SHEET_COLUMNS)) texts.push('');
          texts.push(shown);
        }
      }
      if (isLeftOut) return undefined;
      const visible =
        hiddenColumns.size === 0 ? texts : texts.filter((_, column) => !hiddenColumns.has(column));
      if (filtered && visible.length > 0)
        addToTally(findings.filtered, visible.filter(Boolean).join(' | '), page);
      return merges.size === 0 ? visible : spanCells(texts, index, { merges, hiddenColumns });
    },
  };
}

/** The visible cells of a row with the columns and rows that merged ones cover. */
function spanCells(
  texts: readonly string[],
  row: number,
  { merges, hiddenColumns }: { merges: ReadonlyMap<string, Span>; hiddenColumns: ReadonlySet<number> },
): (string | GridCell)[] {
  return texts.flatMap((text, column): (string | GridCell)[] => {
    if (hiddenColumns.has(column)) return [];
    const span = merges.get(`${row}:${column}`);
    return [span ? { text, rowSpan: span.rows, columnSpan: span.columns } : text];
  });
}
