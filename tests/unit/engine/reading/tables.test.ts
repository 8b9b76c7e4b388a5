import { describe, expect, test } from 'vitest';
import type { Block, ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import type { GridCell } from '#gateway/engine/reading/tables/grid.ts';
import { createTables, makeTables } from '#gateway/engine/reading/tables/make-tables.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';
import { createRandom } from '#tests/support/fleet/random.ts';
import { makeOdt } from '#tests/support/make-odt.ts';
import { makeDocx, makePptx, makeXlsx } from '#tests/support/make-office.ts';

const linesOf = (blocks: readonly Block[]): string[] =>
  splitDocument({ blocks: [...blocks] }).flatMap(({ text }) => text.split('\n'));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const cell = (text: string): string => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;

const odtCell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
const slideCell = (text: string, span = ''): string =>
  `<a:tc${span}><a:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc>`;
const pptx = (rows: readonly string[]): Uint8Array => {
  const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="t"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl>${rows.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  return makePptx([{ title: '', points: [], shapes: frame }]);
};
const rtfLetters = (text: string): string =>
  Array.from(text, (letter) => `\\u${letter.charCodeAt(0)}?`).join('');

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
  [
    'odt',
    (rows) =>
      makeOdt(
        `<table:table>${rows.map((row) => `<table:table-row>${row.map(odtCell).join('')}</table:table-row>`).join('')}</table:table>`,
      ),
  ],
  ['pptx', (rows) => pptx(rows.map((row) => `<a:tr>${row.map((text) => slideCell(text)).join('')}</a:tr>`))],
  [
    'rtf',
    (rows) =>
      utf8(
        `{\\rtf1\\ansi ${rows.map((row) => `\\trowd${row.map((_, column) => `\\cellx${column + 1}000`).join('')}${row.map((text) => `\\intbl ${rtfLetters(text)}\\cell`).join('')}\\row`).join('')}\\pard\\par}`,
      ),
  ],
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

describe('a table in Markdown', () => {
  const read = async (rows: string[][]) => {
    const [head = [], ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
    const rule = `|${(rows[0] ?? []).map(() => '---|').join('')}`;
    return linesOf((await readDocument(utf8([head, rule, ...body].join('\n')), 'md')).blocks);
  };

  test('keeps an empty corner, and always has a head', async () => {
    const rows = [
      ['', 'أفراد', 'شركات'],
      ['إصدار', '100', '300'],
    ];
    expect(await read(rows)).toEqual(['إصدار | أفراد: 100 | شركات: 300']);
    const pairs = [
      ['البند', 'المبلغ'],
      ['رسوم', '50'],
    ];
    expect(await read(pairs)).toEqual(['البند: رسوم | المبلغ: 50']);
  });
});

test('merged cells of a slide, by span and by mark', async () => {
  const row = (...cells: string[]): string => `<a:tr>${cells.join('')}</a:tr>`;
  const rows = [
    row(
      slideCell('الخدمة', ' rowSpan="2"'),
      slideCell('الرسوم', ' gridSpan="2"'),
      slideCell('نص قديم', ' hMerge="1"'),
    ),
    row(slideCell('', ' vMerge="1"'), slideCell('عادي'), slideCell('مستعجل')),
    row(slideCell('جواز', ' rowSpan="2"'), slideCell('300'), slideCell('600')),
    row(slideCell('', ' vMerge="true"'), slideCell('310'), slideCell('650')),
  ];
  expect(linesOf((await readDocument(pptx(rows), 'pptx')).blocks)).toEqual([
    'الخدمة: جواز | الرسوم › عادي: 300 | الرسوم › مستعجل: 600',
    'الخدمة: جواز | الرسوم › عادي: 310 | الرسوم › مستعجل: 650',
  ]);
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

/** A table whose cells may cover others: values name the columns that they cover, names the row of the head. */
function makeSpanned(random: ReturnType<typeof createRandom>): (string | GridCell)[][] {
  const width = 3 + random.below(4);
  const letters = Array.from('ابتثجح');
  const groups: number[] = [];
  for (let column = 1; column < width; ) {
    const size = Math.min(width - column, 1 + random.below(3));
    groups.push(size);
    column += size;
  }
  const head: GridCell[] = [{ text: 'رأس ا', rowSpan: 2, isHead: true }];
  const names: GridCell[] = [];
  let column = 1;
  for (const size of groups) {
    head.push({ text: `مجموعة ${letters[column]}`, columnSpan: size, isHead: true });
    for (let index = 0; index < size; index++)
      names.push({ text: `رأس ${letters[column + index]}`, isHead: true });
    column += size;
  }
  const rows: (string | GridCell)[][] = [head, names];
  /** Rows that a value of the column still covers. */
  const covered = Array.from({ length: width }, () => 0);
  const height = 2 + random.below(5);
  for (let row = 0; row < height; row++) {
    const cells: GridCell[] = [];
    for (let first = 0; first < width; first++) {
      if ((covered[first] ?? 0) > 0) {
        covered[first] = (covered[first] ?? 0) - 1;
        continue;
      }
      const rowSpan = Math.min(height - row, 1 + (random.below(4) === 0 ? random.below(3) : 0));
      const isWide = first > 0 && first + 1 < width && covered[first + 1] === 0 && random.below(5) === 0;
      const own = isWide ? [first, first + 1] : [first];
      const text = `${row + 1}00 ${own.map((index) => `رأس ${letters[index]}`).join(' و')}`;
      cells.push({ text, rowSpan, columnSpan: own.length });
      for (const index of own) covered[index] = rowSpan - 1;
      first += own.length - 1;
    }
    rows.push(cells);
  }
  return rows;
}

test('no value stands under a heading that is not its own where cells cover others', () => {
  let headed = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const rows = makeSpanned(createRandom(seed));
    const pieces = linesOf(makeTables(rows)).flatMap((line) => line.split(' | '));
    const wrong = pieces.filter((piece) => {
      const [head = '', value] = piece.split(': ');
      if (value === undefined) return false;
      headed++;
      return !value.includes(head.split(' › ').at(-1) ?? '');
    });
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  }
  expect(headed).toBeGreaterThan(1_000);
});
