import { type Block, type ReadDocument, ReadFailure } from '#gateway/engine/document.ts';
import { mergeItems } from '#gateway/engine/health/health-items.ts';
import { decodeText } from '#gateway/engine/reading/decode-text.ts';
import { recordHidden } from '#gateway/engine/reading/hidden-text.ts';
import type { GridCell } from '#gateway/engine/reading/tables/grid.ts';
import { makeTables } from '#gateway/engine/reading/tables/make-tables.ts';
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

function showSheet(
  sheet: SpreadsheetSheet,
  page: number,
  { hidden, struck, filtered }: SheetFindings,
): Block[] {
  const { name, rows, hiddenColumns, filters } = sheet;
  const isFiltered = (row: number): boolean => {
    const { isHidden: isRowHidden = false, index = -1 } = rows[row] ?? {};
    return isRowHidden && filters.some(([first, last]) => index >= first && index <= last);
  };
  const isHidden = (row: number, column: number): boolean =>
    sheet.isHidden || (rows[row]?.isHidden === true && !isFiltered(row)) || hiddenColumns.has(column);
  rows.forEach(({ cells }, row) => {
    for (const [column, { text, isStruck }] of cells)
      if (isHidden(row, column)) recordHidden(hidden, text);
      else if (isStruck) recordHidden(struck, text);
    if (isFiltered(row) && !sheet.isHidden)
      addToTally(filtered, Array.from(cells.values(), ({ text }) => text).join(' | '), page);
  });
  const shown = rows.slice(0, countRows(sheet)).map(({ cells }, row): GridCell[] =>
    [...cells]
      .filter(([column, { isStruck }]) => !isStruck && !isHidden(row, column))
      .map(([column, { text, across, down }]) => {
        const columns = Array.from({ length: across + 1 }, (_, index) => column + index);
        const below = Array.from({ length: down + 1 }, (_, index) => row + index);
        return {
          text,
          column: column - [...hiddenColumns].filter((other) => other < column).length,
          columnSpan: columns.filter((other) => !hiddenColumns.has(other)).length,
          rowSpan: below.filter((other) => !isHidden(other, -1)).length,
        };
      }),
  );
  const tables = makeTables(
    shown.filter((_, row) => !isHidden(row, -1)),
    { page, isSheet: true },
  );
  return tables.length > 0 ? [...headSheet(name, { page }), ...tables] : [];
}
