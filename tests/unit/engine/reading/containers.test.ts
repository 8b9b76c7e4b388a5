import { describe, expect, test } from 'vitest';
import type { ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { encode1256 } from '#tests/support/mangle-arabic.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const quotedPrintable = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
const read = (lines: string[], format: ReadableFormat) => readDocument(utf8(lines.join('\r\n')), format);
const textOf = (blocks: Awaited<ReturnType<typeof readDocument>>['blocks']): string[] =>
  blocks.map((block) => (block.kind === 'table' ? block.rows.flat().join(' | ') : block.text));

const HEAD = [
  `From: =?utf-8?B?${base64('مركز الخدمة')}?= <care@example.com>`,
  'To: all@example.com, "Mona" <mona@example.com>',
  `Subject: =?utf-8?B?${base64('إشعار صيانة')}?=`,
  'Date: Sun, 01 Mar 2026 10:00:00 +0300',
  'MIME-Version: 1.0',
];
const SENTENCE = 'تبدأ الصيانة يوم الأحد 8 مارس من الساعة 1 إلى 4 صباحًا.';

describe('mails', () => {
  test.each([
    ['base64', base64(`${SENTENCE}\n`)],
    ['quoted-printable', quotedPrintable(utf8(SENTENCE))],
    ['8bit', SENTENCE],
  ])('are read with their subject, people and date: %s', async (encoding, body) => {
    const type = ['Content-Type: text/plain; charset=utf-8', `Content-Transfer-Encoding: ${encoding}`];
    const { title, blocks, warnings } = await read([...HEAD, ...type, '', body], 'eml');
    expect(title).toBe('إشعار صيانة');
    expect(textOf(blocks)).toEqual([
      'إشعار صيانة',
      'From: مركز الخدمة <care@example.com>',
      'To: all@example.com, Mona <mona@example.com>',
      'Date: Sun, 01 Mar 2026 10:00:00 +0300',
      SENTENCE,
    ]);
    expect(warnings).toEqual([]);
  });

  test('name their attachments and say that they are not read; pictures of the text are none', async () => {
    const { blocks, warnings } = await read(
      [
        ...HEAD,
        'Content-Type: multipart/mixed; boundary="m"',
        '',
        '--m',
        'Content-Type: multipart/related; boundary="r"',
        '',
        '--r',
        'Content-Type: text/html; charset=utf-8',
        '',
        `<h2>المواعيد</h2><p>${SENTENCE}</p><img src="cid:logo"><p style="display:none">مخفي</p>`,
        '--r',
        'Content-Type: image/png',
        'Content-ID: <logo>',
        'Content-Transfer-Encoding: base64',
        '',
        base64('png'),
        '--r--',
        '--m',
        `Content-Type: application/pdf; name="=?utf-8?B?${base64('جدول.pdf')}?="`,
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        '',
        base64('%PDF-1.7'),
        '--m--',
      ],
      'eml',
    );
    expect(textOf(blocks).slice(-3)).toEqual(['Attachments: جدول.pdf', 'المواعيد', SENTENCE]);
    expect(warnings).toContainEqual({ code: 'attachments-skipped', parameters: { files: 1 } });
    expect(warnings.map(({ code }) => code)).toContain('hidden-text-dropped');
  });

  test('of old programs are read without a declared character set', async () => {
    const body = Buffer.from(encode1256('تبدأ الصيانة يوم الأحد من الساعة الأولى إلى الرابعة صباحا'));
    const head = Buffer.from('From: a@example.com\nSubject: Notice\nMIME-Version: 1.0\n\n');
    const { blocks } = await readDocument(Buffer.concat([head, body]), 'eml');
    expect(textOf(blocks).at(-1)).toBe('تبدأ الصيانة يوم الأحد من الساعة الأولى إلى الرابعة صباحا');
  });

  test('that nest without end are refused', async () => {
    const parts = Array.from({ length: 500 }, (_, index) => [
      `Content-Type: multipart/mixed; boundary="b${index}"`,
      '',
      `--b${index}`,
    ]);
    await expect(read([...HEAD, ...parts.flat(), '', 'نص'], 'eml')).rejects.toMatchObject({
      code: 'damaged',
    });
  });
});

describe('web archives', () => {
  const page = (head: string): string =>
    `<html dir="rtl"><head>${head}<title>تعميم</title></head><body><h1>تعميم</h1><p>يبدأ الدوام الثامنة صباحا في كل الفروع.</p></body></html>`;
  const archive = (type: string, encoding: string, body: string): string[] => [
    'From: <Saved by Blink>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="----B"',
    '',
    '------B',
    `Content-Type: ${type}`,
    `Content-Transfer-Encoding: ${encoding}`,
    'Content-Location: http://example.com/',
    '',
    body,
    '------B',
    'Content-Type: text/css',
    '',
    'p { color: red }',
    '------B--',
  ];
  test.each([
    ['UTF-8', archive('text/html; charset="utf-8"', 'quoted-printable', quotedPrintable(utf8(page(''))))],
    ['UTF-8 without a type', archive('text/html', 'base64', base64(page('')))],
    [
      'windows-1256 that the page declares',
      archive(
        'text/html',
        'quoted-printable',
        quotedPrintable(encode1256(page('<meta charset="windows-1256">'))),
      ),
    ],
    [
      'windows-1256 that the archive declares',
      archive('text/html; charset=windows-1256', 'base64', base64(encode1256(page('')))),
    ],
  ])('are read as their page: %s', async (_, lines) => {
    const { title, blocks, warnings } = await read(lines, 'mht');
    expect(title).toBe('تعميم');
    expect(textOf(blocks)).toEqual(['تعميم', 'يبدأ الدوام الثامنة صباحا في كل الفروع.']);
    expect(warnings).toEqual([]);
  });
});

describe('workbooks of Excel 2003', () => {
  const cell = (text: string, type = 'String', attributes = ''): string =>
    `<Cell ${attributes}><Data ss:Type="${type}">${text}</Data></Cell>`;
  const sheet = (name: string, rows: string, options = ''): string =>
    `<Worksheet ss:Name="${name}"><Table>${rows}</Table>${options}</Worksheet>`;
  const book = (sheets: string, styles = ''): string =>
    `<?xml version="1.0" encoding="UTF-8"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles>${styles}</Styles>${sheets}</Workbook>`;
  const row = (...cells: string[]): string => `<Row>${cells.join('')}</Row>`;

  test('are tables under the names of their sheets', async () => {
    const rows = row(cell('الفرع'), cell('الهاتف')) + row(cell('العليا'), cell('0112223344'));
    const { blocks, pages, warnings } = await readDocument(utf8(book(sheet('الفروع', rows))), 'xml');
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: 'الفروع', page: 1 },
      { kind: 'table', header: ['الفرع', 'الهاتف'], rows: [['العليا', '0112223344']], page: 1 },
    ]);
    expect({ pages, warnings }).toEqual({ pages: 1, warnings: [] });
  });

  test('show values as the program does', async () => {
    const formats = ['0%', '0000000000', 'Short Date', 'Short Time', '[h]:mm', '0 &quot;يومًا&quot;'].map(
      (format, index) => `<Style ss:ID="s${index}"><NumberFormat ss:Format="${format}"/></Style>`,
    );
    const rows = [
      row(cell('0.15', 'Number', 'ss:StyleID="s0"'), cell('112223344', 'Number', 'ss:StyleID="s1"')),
      row(
        cell('2026-03-01T00:00:00.000', 'DateTime', 'ss:StyleID="s2"'),
        cell('1899-12-31T13:30:00.000', 'DateTime', 'ss:StyleID="s3"'),
      ),
      row(cell('19.989999999999998', 'Number'), cell('1.010123456E9', 'Number')),
      row(
        cell('1900-01-01T18:00:00.000', 'DateTime', 'ss:StyleID="s4"'),
        cell('90', 'Number', 'ss:StyleID="s5"'),
      ),
      row(cell('1', 'Boolean'), cell('<B>باقة</B> <Font>البيت</Font>')),
    ];
    const { blocks } = await readDocument(
      utf8(book(sheet('Sheet1', rows.join('')), formats.join(''))),
      'xml',
    );
    expect(blocks).toMatchObject([
      {
        rows: [
          ['15%', '0112223344'],
          ['2026-03-01', '13:30'],
          ['19.99', '1010123456'],
          ['42:00', '90 يومًا'],
          ['TRUE', 'باقة البيت'],
        ],
      },
    ]);
  });

  test('keep cells under their columns: indexes and merged cells', async () => {
    const rows = [
      row(cell('الخدمة'), cell('الطريقة'), cell('الرسم')),
      row(cell('تجديد', 'String', 'ss:MergeDown="1"'), cell('بالبريد'), cell('310')),
      row(cell('في الفرع', 'String', 'ss:Index="2"'), cell('250')),
      row(cell('إلغاء'), cell('مجانًا', 'String', 'ss:MergeAcross="1"')),
    ];
    const { blocks } = await readDocument(utf8(book(sheet('رسوم', rows.join('')))), 'xml');
    expect(blocks[1]).toMatchObject({
      header: ['الخدمة', 'الطريقة', 'الرسم'],
      rows: [
        ['تجديد', 'بالبريد', '310'],
        ['تجديد', 'في الفرع', '250'],
        ['إلغاء', 'مجانًا', 'مجانًا'],
      ],
    });
  });

  test('leave out what is hidden, and say so', async () => {
    const columns = '<Column/><Column ss:Hidden="1"/>';
    const rows = row(cell('الباقة'), cell('التكلفة')) + row(cell('البيت'), cell('سرية'));
    const hiddenRow = `<Row ss:Hidden="1">${cell('قديمة')}</Row>`;
    const options =
      '<WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel"><Visible>SheetHidden</Visible></WorksheetOptions>';
    const sheets =
      sheet('باقات', columns + rows + hiddenRow) + sheet('هامش', row(cell('هامش الربح')), options);
    const { blocks, warnings, health } = await readDocument(utf8(book(sheets)), 'xml');
    expect(textOf(blocks)).toEqual(['باقات', 'الباقة | البيت']);
    expect(warnings.map(({ code }) => code)).toEqual(['hidden-text-dropped']);
    expect(health.items[0]?.samples.map(({ before }) => before)).toEqual([
      'التكلفة',
      'سرية',
      'قديمة',
      'هامش الربح',
    ]);
  });

  test('keep rows that a filter hides, and say so', async () => {
    const rows = [
      row(cell('الصنف'), cell('الكمية')),
      `<Row ss:Index="3" ss:Hidden="1">${cell('قلم')}${cell('5')}</Row>`,
      `<Row ss:Hidden="1">${cell('سري')}</Row>`,
    ];
    const filter = '<AutoFilter xmlns="urn:schemas-microsoft-com:office:excel" Range="R1C1:R3C2"/>';
    const { blocks, warnings } = await readDocument(
      utf8(book(sheet('المخزون', rows.join(''), filter))),
      'xml',
    );
    expect(textOf(blocks)).toEqual(['المخزون', 'الصنف | الكمية', 'قلم | 5']);
    expect(warnings.map(({ code }) => code)).toEqual(['hidden-text-dropped', 'filtered-rows-read']);
  });

  test('say where a formula has no value, and leave comments out', async () => {
    const formula = '<Cell ss:Formula="=SUM(R1C1:R2C1)"/>';
    const comment = `<Cell><Data ss:Type="String">12</Data><Comment><ss:Data><B>ملاحظة</B></ss:Data></Comment></Cell>`;
    const { blocks, warnings } = await readDocument(
      utf8(book(sheet('أ', row(cell('المجموع'), formula) + row(cell('الرسم'), comment)))),
      'xml',
    );
    expect(JSON.stringify(blocks)).not.toContain('ملاحظة');
    expect(warnings).toEqual([{ code: 'formulas-without-value' }]);
  });

  test('are bounded: a cell that spans a million rows, XML that refers to itself', async () => {
    const wide = book(sheet('أ', row(cell('نص', 'String', 'ss:MergeDown="9999999" ss:MergeAcross="9999"'))));
    await expect(readDocument(utf8(wide), 'xml')).rejects.toMatchObject({ code: 'no-text' });
    const deep = book('<a>'.repeat(5_000));
    await expect(readDocument(utf8(deep), 'xml')).rejects.toMatchObject({ code: 'too-deep' });
    const long = row(cell('نص', 'String', 'ss:Index="200"')) + row(cell('رقم')).repeat(11_000);
    const { warnings } = await readDocument(utf8(book(sheet('أ', long))), 'xml');
    expect(warnings).toContainEqual({ code: 'truncated' });
    const bomb = book(sheet('أ', row(cell('&lol;نص')))).replace(
      '<Workbook',
      '<!DOCTYPE x [<!ENTITY lol "lol">]><Workbook',
    );
    expect(textOf((await readDocument(utf8(bomb), 'xml')).blocks).at(-1)).not.toContain('lollol');
  });
});

test('a mail without a text of its own is not read, whoever sent it', async () => {
  const mail = utf8('From: a@example.com\r\nTo: b@example.com\r\nSubject: Notice of closing\r\n\r\n');
  await expect(readDocument(mail, 'eml')).rejects.toMatchObject({ code: 'no-text' });
});
