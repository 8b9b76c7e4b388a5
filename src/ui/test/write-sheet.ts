import { strToU8, zipSync } from 'fflate';
import type { CsvCell } from '#common/csv.ts';

/** Characters that a cell can hold in Excel. */
const MAX_CELL_CHARACTERS = 32_767;
const NAMESPACE = 'http://schemas.openxmlformats.org';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Control characters that XML cannot hold; `_x0041_` is how Excel writes some, so it is escaped itself. */
const escape = (text: string): string =>
  text
    .slice(0, MAX_CELL_CHARACTERS)
    .replace(/[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu, '')
    .replace(/_(?=x[\dA-F]{4}_)/giu, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');

/** A cell as text or number: text stays text, whatever it begins with. */
const cellXml = (cell: CsvCell, address: string): string => {
  if (typeof cell === 'string')
    return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`;
  return cell !== null && Number.isFinite(cell) ? `<c r="${address}"><v>${cell}</v></c>` : '';
};

/** Cells of a row by their addresses: A1, B1 and so on up to Z1. */
const rowXml = (row: readonly CsvCell[], index: number): string =>
  row.map((cell, column) => cellXml(cell, `${String.fromCodePoint(65 + column)}${index + 1}`)).join('');

/** An XLSX file of one sheet with up to 26 columns. The first row stays in view; `rightToLeft` begins it on the right. */
export function writeSheet(
  rows: readonly (readonly CsvCell[])[],
  { name, rightToLeft }: { name: string; rightToLeft: boolean },
): Blob {
  const view = `<sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>`;
  const data = rows.map((row, index) => `<row r="${index + 1}">${rowXml(row, index)}</row>`).join('');
  const main = `${NAMESPACE}/spreadsheetml/2006/main`;
  const relation = (type: string, target: string) =>
    `<Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="r1" Type="${NAMESPACE}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><sheets><sheet name="${escape(name).replaceAll('"', '')}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><sheetData>${data}</sheetData></worksheet>`,
  };
  const files = Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(HEAD + xml)]));
  return new Blob([zipSync(files)], { type: `${TYPE}.sheet` });
}
