import { type Block, type ReadDocument, ReadFailure } from '#gateway/engine/document.ts';
import { mergeItems } from '#gateway/engine/health/health-items.ts';
import { decodeText } from '#gateway/engine/reading/decode-text.ts';
import { recordHidden } from '#gateway/engine/reading/hidden-text.ts';
import { makeTable } from '#gateway/engine/reading/make-table.ts';
import { headSheet } from './collect-blocks.ts';
import { parseSpreadsheetXml, type SpreadsheetSheet } from './parse-spreadsheet-xml.ts';
import { addToTally, createFindings, reportFindings, type SheetFindings } from './sheet-findings.ts';

const XML_ENCODING = /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{2,40})["']/i;

/**
 * A workbook of Excel 2003 written as XML (SpreadsheetML): each sheet as a table under its name. Hidden sheets, rows and
 * columns are left out and counted; a merged cell stands in each of its places.
 */
export async function readSpreadsheetXml(bytes: Uint8Array): Promise<ReadDocument> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const { text, warnings, health } = decodeText(bytes, { declaration: XML_ENCODING.exec(start)?.[1] });
  const { sheets, uncomputed, isCut } = parseSpreadsheetXml(text);
  const isLong = sheets.some((sheet) => sheet.rows.length > countRows(sheet));
  if (sheets.length === 0) throw new ReadFailure('damaged');
  const findings = createFindings();
  const blocks = sheets.flatMap((sheet, index) => showSheet(sheet, index + 1, findings));
  findings.formulas.count = uncomputed;
  const report = reportFindings(findings);
  return {
    blocks,
    pages: sheets.length,
    warnings: [...warnings, ...report.warnings, ...(isCut || isLong ? [{ code: 'truncated' as const }] : [])],
    health: { ...health, items: mergeItems([...health.items, ...report.items]) },
  };
}

/** Cells of a sheet, the empty ones too: a single wide row makes all rows as wide. */
const MAX_GRID_CELLS = 2_000_000;

/** Rows of a sheet that fit within its bounds. */
function countRows({ rows }: SpreadsheetSheet): number {
  let width = 1;
  for (const { cells } of rows)
    for (const [column, { across }] of cells) width = Math.max(width, column + across + 1);
  return Math.floor(MAX_GRID_CELLS / width);
}

function showSheet(sheet: SpreadsheetSheet, page: number, { hidden, filtered }: SheetFindings): Block[] {
  const { name, rows, hiddenColumns, filters } = sheet;
  const isFiltered = (row: number): boolean => {
    const { isHidden: isRowHidden = false, index = -1 } = rows[row] ?? {};
    return isRowHidden && filters.some(([first, last]) => index >= first && index <= last);
  };
  const isHidden = (row: number, column: number): boolean =>
    sheet.isHidden || (rows[row]?.isHidden === true && !isFiltered(row)) || hiddenColumns.has(column);
  rows.forEach(({ cells }, row) => {
    for (const [column, { text }] of cells) if (isHidden(row, column)) recordHidden(hidden, text);
    if (isFiltered(row) && !sheet.isHidden)
      addToTally(filtered, Array.from(cells.values(), ({ text }) => text).join(' | '), page);
  });
  const shown = spreadCells(sheet)
    .slice(0, countRows(sheet))
    .filter((_, row) => !isHidden(row, -1))
    .map((cells) => cells.filter((_, column) => !hiddenColumns.has(column)));
  const table = makeTable(shown, false, page);
  return table ? [...headSheet(name, { page }), table] : [];
}

/** Rows of text in which a merged cell fills all of its places. */
function spreadCells({ rows }: SpreadsheetSheet): string[][] {
  const grid = rows.map((): string[] => []);
  rows.forEach(({ cells }, top) => {
    for (const [start, { text, across, down }] of cells)
      for (const row of grid.slice(top, top + down + 1)) {
        while (row.length < start) row.push('');
        row.fill(text, start, start + across + 1);
        while (row.length < start + across + 1) row.push(text);
      }
  });
  return grid;
}
