import { type Block, type ReadDocument, ReadFailure } from '#gateway/engine/document.ts';
import { makeItem, mergeItems } from '#gateway/engine/health/health-items.ts';
import { decodeText } from '#gateway/engine/reading/decode-text.ts';
import {
  type HiddenText,
  recordHidden,
  reportHidden,
  warnAbout,
} from '#gateway/engine/reading/hidden-text.ts';
import type { GridCell } from '#gateway/engine/reading/tables/grid.ts';
import { makeTables } from '#gateway/engine/reading/tables/make-tables.ts';
import { headSheet } from './collect-blocks.ts';
import { parseSpreadsheetXml, type SpreadsheetSheet } from './parse-spreadsheet-xml.ts';

const XML_ENCODING = /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{2,40})["']/i;

/**
 * A workbook of Excel 2003 written as XML (SpreadsheetML): each sheet as a table under its name. Hidden sheets, rows and
 * columns are left out and counted; a merged cell stands in each of its places.
 */
export async function readSpreadsheetXml(bytes: Uint8Array): Promise<ReadDocument> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const { text, warnings, health } = decodeText(bytes, { declaration: XML_ENCODING.exec(start)?.[1] });
  const { sheets, uncomputed, isCut } = parseSpreadsheetXml(text);
  if (sheets.length === 0) throw new ReadFailure('damaged');
  const hidden: HiddenText = { characters: 0, samples: [] };
  const blocks = sheets.flatMap((sheet, index) => showSheet(sheet, index + 1, hidden));
  if (uncomputed > 0) warnings.push({ code: 'formulas-without-value' });
  const formulas = makeItem('formulas-without-value', uncomputed, 0);
  return {
    blocks,
    pages: sheets.length,
    warnings: [...warnings, ...warnAbout({ hidden, truncated: isCut })],
    health: { ...health, items: mergeItems([...health.items, reportHidden({ hidden }), formulas]) },
  };
}

function showSheet(sheet: SpreadsheetSheet, page: number, hidden: HiddenText): Block[] {
  const { name, rows, hiddenColumns } = sheet;
  const isHidden = (row: number, column: number): boolean =>
    sheet.isHidden || rows[row]?.isHidden === true || hiddenColumns.has(column);
  rows.forEach(({ cells }, row) => {
    for (const [column, { text }] of cells) if (isHidden(row, column)) recordHidden(hidden, text);
  });
  const shown = rows.map(({ cells }, row): GridCell[] =>
    [...cells]
      .filter(([column]) => !isHidden(row, column))
      .map(([column, { text, across, down }]) => {
        const columns = Array.from({ length: across + 1 }, (_, index) => column + index);
        const hiddenRows = rows.slice(row, row + down + 1).filter((other) => other.isHidden).length;
        return {
          text,
          column: column - [...hiddenColumns].filter((other) => other < column).length,
          columnSpan: columns.filter((other) => !hiddenColumns.has(other)).length,
          rowSpan: down + 1 - hiddenRows,
        };
      }),
  );
  const tables = makeTables(
    shown.filter((_, row) => !isHidden(row, -1)),
    { page, isSheet: true },
  );
  return tables.length > 0 ? [...headSheet(name, { page }), ...tables] : [];
}
