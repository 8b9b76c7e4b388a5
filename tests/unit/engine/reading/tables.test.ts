import { describe, expect, test } from 'vitest';
import type { Block, ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import type { GridCell } from '#gateway/engine/reading/tables/grid.ts';
import { createTables, makeTables } from '#gateway/engine/reading/tables/make-tables.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';
import { createRandom } from '#tests/support/fleet/random.ts';
import { makeDocx, makeXlsx } from '#tests/support/make-office.ts';

const linesOf = (blocks: readonly Block[]): string[] =>
  splitDocument({ blocks: [...blocks] }).flatMap(({ text }) => text.split('\n'));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const cell = (text: string): string => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;

/** A plain table as each format writes it. */
const WRITERS: [ReadableFormat, (rows: string[][]) => Uint8Array][] = [
  [
    'html',
    (rows) =>
      utf8(
        `<table>${rows.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}`).join('')}</table>`,
      ),
  ],
  [
    'docx',
    (rows) =>
      makeDocx(`<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`),
  ],
  ['xlsx', (rows) => makeXlsx([{ name: 'Sheet1', rows }])],
  ['csv', (rows) => utf8(rows.map((row) => row.join(';')).join('\n'))],
];

describe.each(WRITERS)('a table in %s', (format, write) => {
  const read = async (rows: string[][]) => linesOf((await readDocument(write(rows), format)).blocks);

  test('keeps an empty corner and the heads beside it', async () => {
    const rows = [
      ['', 'أفراد', 'شركات'],
      ['إصدار', '100', '300'],
      ['تجديد', '80', '250'],
    ];
    expect(await read(rows)).toEqual(['إصدار | أفراد: 100 | شركات: 300', 'تجديد | أفراد: 80 | شركات: 250']);
  });

  test('of names and values has no head', async () => {
    const rows = [
      ['اسم المنشأة', 'شركة النور'],
      ['رقم السجل', '1010123456'],
      ['رأس المال', '500'],
    ];
    expect(await read(rows)).toEqual(rows.map((row) => row.join(' | ')));
  });

  test('of two columns has a head where its first row names both', async () => {
    const rows = [
      ['البند', 'المبلغ'],
      ['رسوم', '50'],
      ['الإجمالي', '100'],
    ];
    expect(await read(rows)).toEqual(['البند: رسوم | المبلغ: 50', 'البند: الإجمالي | المبلغ: 100']);
  });

  test('below a title and above another table has its own head', async () => {
    const rows = [
      ['قائمة الفروع', '', ''],
      ['الفرع', 'المدينة', 'الهاتف'],
      ['العليا', 'الرياض', '0112223344'],
      ['', '', ''],
      ['الموظف', 'القسم', 'التحويلة'],
      ['سالم', 'الصيانة', '310'],
    ];
    expect(await read(rows)).toEqual([
      'قائمة الفروع',
      'الفرع: العليا | المدينة: الرياض | الهاتف: 0112223344',
      'الموظف: سالم | القسم: الصيانة | التحويلة: 310',
    ]);
  });
});

const SPANS: (string | GridCell)[][] = [
  [
    { text: 'الخدمة', rowSpan: 2 },
    { text: 'الرسوم', columnSpan: 2 },
  ],
  ['عادي', 'مستعجل'],
  [{ text: 'جواز', rowSpan: 2 }, '300', '600'],
  ['310', '650'],
  ['شهادة', { text: '50', columnSpan: 2 }],
];

test('fills spans in both directions and joins the names above a column', () => {
  const { rows, header } = makeTables(SPANS)[0] as Extract<Block, { kind: 'table' }>;
  expect(header).toEqual(['الخدمة', 'الرسوم › عادي', 'الرسوم › مستعجل']);
  expect(rows).toEqual([
    ['جواز', '300', '600'],
    ['جواز', '310', '650'],
    ['شهادة', '50', '50'],
  ]);
});

test('no value stands under a heading of another column or table', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    const letters = 'ابتثجحخد';
    const tables = Array.from({ length: 1 + random.below(3) }, (_, table) => {
      const width = 3 + random.below(4);
      const names = Array.from(
        { length: width },
        (_column, column) => `رأس ${letters[table]}${letters[column]}`,
      );
      const rows = Array.from({ length: 1 + random.below(5) }, (_row, row) =>
        names.map((name, column) => (column === 0 ? `صف ${name} ${letters[row]}` : `${row + 1}00 ${name}`)),
      );
      return [names, ...rows, []];
    });
    const addRows = createTables({ isSheet: true });
    // No value of the tests holds a colon: what stands before one is the heading.
    const pieces = linesOf(tables.flatMap((rows) => addRows(rows))).flatMap((line) => line.split(' | '));
    const wrong = pieces.filter((piece) => {
      const [head = '', value] = piece.split(': ');
      return value !== undefined && !value.includes(head);
    });
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  }
});
