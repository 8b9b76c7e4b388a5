import { strToU8, zipSync } from 'fflate';
import type { ReadableFormat } from '#gateway/engine/document.ts';

const GOODS = ['سكر', 'أرز بسمتي', 'زيت زيتون', 'شاي أخضر', 'قهوة عربية', 'تمر سكري', 'عسل سدر', 'هيل'];
const CITIES = ['الرياض', 'جدة', 'مكة', 'الدمام', 'أبها', 'تبوك', 'حائل'];
const HEADER = ['الرقم', 'الصنف', 'السعر', 'المدينة'];

const rowOf = (index: number): string[] => [
  String(index),
  `${GOODS[index % GOODS.length]} ${index % 977}`,
  `${index % 500}.${String(index % 100).padStart(2, '0')}`,
  CITIES[index % CITIES.length] ?? '',
];
const lineOf = (index: number): string => {
  const [number, goods, price] = rowOf(index);
  return `سطر ${number} من سجل المخزن: ${goods} بسعر ${price} ريال`;
};
const joinRows = (count: number, print: (index: number) => string): Uint8Array<ArrayBuffer> => {
  const pieces: string[] = [];
  for (let index = 0; index < count; index += 10_000)
    pieces.push(
      Array.from({ length: Math.min(10_000, count - index) }, (_, more) => `${print(index + more)}\n`).join(
        '',
      ),
    );
  return new Uint8Array(Buffer.from(pieces.join('')));
};

/**
 * One list of goods in each format, as long as asked for. What the row of a number holds is the same in all tables.
 * `padding` of HTML, Markdown and XLSX: spaces in each row that say nothing, so that fewer rows are as many bytes.
 */
export const LONG_DOCUMENTS: Record<
  string,
  { format: ReadableFormat; make: (rows: number, padding?: number) => Uint8Array<ArrayBuffer> }
> = {
  'CSV rows': {
    format: 'csv',
    make: (rows) => joinRows(rows + 1, (index) => (index === 0 ? HEADER : rowOf(index - 1)).join(',')),
  },
  'TXT lines': { format: 'txt', make: (rows) => joinRows(rows, lineOf) },
  'TXT items': { format: 'txt', make: (rows) => joinRows(rows, (index) => `- ${lineOf(index)}`) },
  'HTML rows': {
    format: 'html',
    make: (rows, padding = 0) =>
      joinRows(rows + 1, (index) => {
        if (index === 0)
          return `<!doctype html><title>الأسعار</title><table><tr><th>${HEADER.join('<th>')}</tr>`;
        return `<tr${' '.repeat(padding)}><td>${rowOf(index - 1).join('</td><td>')}</td></tr>`;
      }),
  },
  'Markdown rows': {
    format: 'md',
    make: (rows, padding = 0) =>
      joinRows(rows + 1, (index) => {
        if (index === 0) return `# الأسعار\n\n| ${HEADER.join(' | ')} |\n|---|---|---|---|`;
        return `| ${rowOf(index - 1).join(' | ')}${' '.repeat(padding)} |`;
      }),
  },
  'XLSX rows': { format: 'xlsx', make: makeXlsx },
};

/** As a passage says the row of a number. */
export const printedRow = (index: number): string =>
  rowOf(index)
    .map((cell, column) => `${HEADER[column]}: ${cell}`)
    .join(' | ');

function makeXlsx(rows: number, padding = 0): Uint8Array<ArrayBuffer> {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const cells = (row: readonly string[], index: number): string =>
    row
      .map((text, column) => {
        const place = `${'ABCD'[column]}${index + 1}`;
        if (index > 0 && column === 2) return `<c r="${place}"><v>${Number(text)}</v></c>`;
        return `<c r="${place}" t="s"><v>${numberOf(text)}</v></c>`;
      })
      .join('');
  const row = (index: number): string =>
    `<row r="${index + 1}"${' '.repeat(padding)}>${cells(index === 0 ? HEADER : rowOf(index - 1), index)}</row>`;
  const sheet = joinRows(rows + 1, row);
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const linked = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return zipSync(
    {
      '[Content_Types].xml': strToU8(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      ),
      '_rels/.rels': strToU8(
        `<Relationships xmlns="${linked}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="الأسعار" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="${linked}"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': Buffer.concat([
        strToU8(`<worksheet xmlns="${main}"><sheetData>`),
        sheet,
        strToU8('</sheetData></worksheet>'),
      ]),
      'xl/sharedStrings.xml': strToU8(
        `<sst xmlns="${main}">${[...numbers.keys()].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
      ),
    },
    { level: 1 },
  );
}
