import { describe, expect, test } from 'vitest';
import type { ReadableFormat } from '#gateway/engine/document.ts';
import { readLongCsv } from '#gateway/engine/reading/read-csv.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { readInBatches } from '#gateway/engine/reading/read-in-batches.ts';
import { joinBatches } from '#tests/support/join-batches.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));
const windows1256 = Uint8Array.from(
  '\xed\xe5\xcf\xdd \xe5\xd0\xc7 \xc7\xe1\xcf\xe1\xed\xe1 \xc5\xe1\xec \xca\xe6\xd6\xed\xcd \xc7\xe1\xc5\xcc\xd1\xc7\xc1\xc7\xca \xc7\xe1\xca\xed \xed\xcc\xc8 \xda\xe1\xec \xc7\xe1\xe3\xe6\xd9\xdd\xed\xe4 \xc7\xca\xc8\xc7\xda\xe5\xc7',
  (character) => character.charCodeAt(0),
);
const sentence = 'يهدف هذا الدليل إلى توضيح الإجراءات التي يجب على الموظفين اتباعها';
const read = (text: string, format: ReadableFormat) => readDocument(utf8(text), format);

describe('encodings', () => {
  test.each([
    ['UTF-8', utf8(sentence)],
    ['UTF-8 with a mark', utf8(`\ufeff${sentence}`)],
    ['UTF-16 with a mark', utf16(`\ufeff${sentence}`)],
    ['UTF-16 without a mark', utf16(sentence)],
  ])('%s', async (_, bytes) => {
    const document = await readDocument(bytes, 'txt');
    expect(document).toEqual({
      blocks: [{ kind: 'paragraph', text: sentence }],
      warnings: [],
      health: expect.any(Object),
    });
  });

  test('guesses windows-1256 and says so', async () => {
    const { blocks, warnings } = await readDocument(windows1256, 'txt');
    expect(blocks).toEqual([{ kind: 'paragraph', text: sentence }]);
    expect(warnings).toEqual([
      { code: 'encoding-guessed', parameters: { encoding: 'windows-1256', confidence: expect.any(Number) } },
    ]);
  });

  test('needs no guess when it is declared, by the transport or by the page', async () => {
    const declared = await readDocument(windows1256, 'txt', { charset: 'cp1256' });
    expect(declared.warnings).toEqual([]);
    const page = Buffer.concat([utf8('<meta charset=windows-1256><p>'), windows1256]);
    expect(await readDocument(page, 'html')).toMatchObject({ blocks: [{ text: sentence }], warnings: [] });
  });

  const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
  // 'سياسة الاسترجاع: يحق للعميل إرجاع المنتج', as DOS stores it.
  const dos =
    '\xab\xef\x9f\xab\xa1 \x9f\xe9\x9f\xab\xa2\xa9\xa4\x9f\xe3: \xef\xa5\xe7 \xe9\xe9\xe3\xea\xef\xe9 \x9d\xa9\xa4\x9f\xe3 \x9f\xe9\xea\xeb\xa2\xa4';
  test.each<[string, Uint8Array, ReadableFormat]>([
    ['DOS text', bytesOf(dos), 'txt'],
    ['DOS Markdown', bytesOf(`# ${dos}`), 'md'],
    ['a DOS table', bytesOf(`${dos},1\n`.repeat(3)), 'csv'],
    ['a DOS page', bytesOf(`<h1>${dos}</h1>`), 'html'],
    ['text without any order', bytesOf('\xa8\xed\x9f'.repeat(20)), 'txt'],
  ])('refuses what no known encoding gives words for: %s', async (_, bytes, format) => {
    await expect(readDocument(bytes, format)).rejects.toMatchObject({ code: 'encoding-unknown' });
  });

  test('refuses long text in an unknown encoding before it reads any of it', async () => {
    const bytes = bytesOf(`${dos}\n`.repeat(60_000));
    const batches = readInBatches(bytes, 'txt');
    await expect(batches.next()).rejects.toMatchObject({ code: 'encoding-unknown' });
  });

  test.each([
    [
      'signs that all code pages share',
      'The fee \x96 18 \x93riyals\x94 \x96 is due within five days. It\x92s final.',
    ],
    ['a stray byte in long text', `${'A line of a log file. '.repeat(50)}\x9d\x81`],
    ['accents inside words', 'Die Geb\xfchr betr\xe4gt 18 \x80.'],
  ])('takes %s', async (_, text) => {
    const { warnings } = await readDocument(bytesOf(text), 'txt');
    expect(warnings).toEqual([
      { code: 'encoding-guessed', parameters: { encoding: 'windows-1252', confidence: 50 } },
    ]);
  });

  test('does not believe UTF-8 that is not', async () => {
    const { blocks } = await readDocument(windows1256, 'txt', { charset: 'utf-8' });
    expect(blocks).toEqual([{ kind: 'paragraph', text: sentence }]);
  });
});

describe('plain text', () => {
  test('parts paragraphs at blank lines and knows list marks', async () => {
    const { blocks } = await read(
      'عنوان\n\nفقرة أولى.\nفقرة ثانية.\n\n- بند أول\n- بند ثانٍ\n٣. بند ثالث\n4- بند رابع\n(5) بند خامس\n',
      'txt',
    );
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'عنوان' },
      { kind: 'paragraph', text: 'فقرة أولى.' },
      { kind: 'paragraph', text: 'فقرة ثانية.' },
      { kind: 'list-item', text: 'بند أول' },
      { kind: 'list-item', text: 'بند ثانٍ' },
      { kind: 'list-item', ordinal: '٣.', text: 'بند ثالث' },
      { kind: 'list-item', ordinal: '4-', text: 'بند رابع' },
      { kind: 'list-item', ordinal: '(5)', text: 'بند خامس' },
    ]);
  });

  test('joins lines that a typewriter wrapped', async () => {
    const lines = [`${sentence} دائماً`, `${sentence} حتماً`, 'إلى آخره.'];
    const { blocks } = await read(lines.join('\n'), 'txt');
    expect(blocks).toEqual([{ kind: 'paragraph', text: lines.join(' ') }]);
  });

  test('drops control characters, composes letters, keeps joiners', async () => {
    const { blocks } = await read('مرحبا\u0000\u0007 می\u200cخواهم cafe\u0301', 'txt');
    expect(blocks).toEqual([{ kind: 'paragraph', text: 'مرحبا می\u200cخواهم café' }]);
  });

  test.each(['', ' \n\t\n ', '\u0000\u0001', '***\n---'])('%j holds no text', async (text) => {
    await expect(read(text, 'txt')).rejects.toMatchObject({ code: text === '' ? 'empty-file' : 'no-text' });
  });
});

describe('markdown', () => {
  test('reads headings, lists, tables, code and front matter', async () => {
    const source = [
      '---\ntitle: "دليل سريع"\n---',
      '# الفصل **الأول**\n\nنص [رابط](https://example.com) و`رمز` &amp; <b>بارز</b>.',
      'عنوان فرعي\n---\n\n1. أول\n   - داخلي\n2. ثانٍ',
      '| البند | السعر |\n|---|---|\n| قلم | ٥ |',
      '```sh\nnpm ci\nnpm start\n```\n<script>alert(1)</script>',
    ].join('\n\n');
    expect(await read(source, 'md')).toEqual({
      title: 'دليل سريع',
      blocks: [
        { kind: 'heading', level: 1, text: 'الفصل الأول' },
        { kind: 'paragraph', text: 'نص رابط ورمز & بارز.' },
        { kind: 'heading', level: 2, text: 'عنوان فرعي' },
        { kind: 'list-item', ordinal: '1.', text: 'أول' },
        { kind: 'list-item', text: 'داخلي' },
        { kind: 'list-item', ordinal: '2.', text: 'ثانٍ' },
        { kind: 'table', header: ['البند', 'السعر'], rows: [['قلم', '٥']] },
        { kind: 'paragraph', text: 'npm ci\nnpm start' },
      ],
      warnings: [],
      health: expect.any(Object),
    });
  });

  test.each([
    ['3. Open the app.\n4. Sign in.\n   1. Use your card.\n5. Wait.', ['3.', '4.', '1.', '5.']],
    ['الخطوات:\n١. افتح التطبيق.\n٢. سجّل الدخول.', [undefined, '1.', '2.']],
    ['1- افتح التطبيق.\n2- سجّل الدخول.', ['1.', '2.']],
    ['10- 20 ريالًا\n20- 30 ريالًا', [undefined]],
    ['```\n1- x\n2- y\n```', [undefined]],
  ])('keeps the numbers of steps: %j', async (source, ordinals) => {
    const { blocks } = await read(source, 'md');
    expect(blocks.map((block) => ('ordinal' in block ? block.ordinal : undefined))).toEqual(ordinals);
  });

  test.each([
    ['اطلب *123*0# للرصيد، و*155*رقم البطاقة# للشحن.'],
    ['*166*المبلغ*الرقم# لتحويل الرصيد'],
    ['Dial *100*5# or **21*0555#, then 5*6*7 and *١٢٣*٠#.'],
    ['**مهم: *100*5#** و*5 نجوم*، **2** و*3*', 'مهم: *100*5# و5 نجوم، 2 و3'],
  ])('keeps the stars of codes and products: %s', async (source, text = source) => {
    expect((await read(`# رموز\n\n${source}`, 'md')).blocks[1]).toMatchObject({ text });
    const { blocks } = await read(`| رمز | نص |\n|---|---|\n| x | ${source} |`, 'md');
    expect(blocks).toMatchObject([{ rows: [['x', text]] }]);
  });

  test.each(['_ا', '**ا ', '~~ا', '*1*1', '*1 1'])('keeps %j that never ends as text', async (mark) => {
    const { blocks } = await read(`# عنوان\n\n${mark.repeat(200_000)}`, 'md');
    expect(blocks).toMatchObject([{ kind: 'heading' }, { text: expect.stringContaining(mark.trim()) }]);
  });

  test.each(['> ', '- ', '1. '])('reads %j nested 20,000 deep', async (mark) => {
    const { blocks } = await read(`${mark.repeat(20_000)}عميق`, 'md');
    expect(blocks).toMatchObject([{ text: expect.stringContaining('عميق') }]);
  });
});

test.each(['ــــ', 'ـ ـ\n\nــ', '\u3164\u2800 \u115f\n\n\u200b\ufeff'])(
  'takes %j for no text',
  async (text) => {
    await expect(read(text, 'txt')).rejects.toMatchObject({ code: 'no-text' });
  },
);

describe('csv', () => {
  test.each([',', ';', '\t', '|', '،', '؛'])('parted by %j', async (delimiter) => {
    const rows = [
      ['الاسم', 'المدينة', 'العمر'],
      ['سارة', 'جدة', '31'],
      ['خالد', `مكة${delimiter} حي العزيزية`, '٢٨'],
    ];
    const text = rows.map((row) =>
      row.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter),
    );
    expect(await read(`${text.join('\r\n')}\r\n`, 'csv')).toEqual({
      blocks: [
        {
          kind: 'table',
          header: rows[0],
          rows: rows.slice(1).map((row) => row.map((cell) => cell.replace('\t', ''))),
        },
      ],
      warnings: [],
      health: expect.any(Object),
    });
  });

  test('keeps the beginning of a row that is wider than a table may be', async () => {
    const { blocks, warnings } = await read(`اسم,${'خ,'.repeat(500_001)}\nقيمة,1\n`, 'csv');
    expect(blocks).toMatchObject([{ kind: 'table', rows: [expect.arrayContaining(['اسم', 'خ'])] }]);
    expect(warnings).toEqual([{ code: 'truncated', parameters: { rows: 1 } }]);
  });

  test('shows text that is written as a formula', async () => {
    const text = 'الاسم,الهاتف\n"=""00501""",12\nأ,="0501234567"\nب,"=""قال """"نعم"""""""\nج,=A1\n';
    const rows = [
      ['00501', '12'],
      ['أ', '0501234567'],
      ['ب', 'قال "نعم"'],
      ['ج', '=A1'],
    ];
    expect((await read(text, 'csv')).blocks).toMatchObject([{ rows }]);
    async function* stream() {
      return yield* readLongCsv(utf8(text));
    }
    const { blocks } = await joinBatches(stream());
    expect(blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))).toEqual(rows);
  });

  test('has no header when the first row is data, and forgives broken rows', async () => {
    const { blocks } = await read('1,سارة\n2,"خالد\n3,منى,زائد', 'csv');
    const rows = [
      ['1', 'سارة', ''],
      ['2', '"خالد', ''],
      ['3', 'منى', 'زائد'],
    ];
    expect(blocks).toEqual([{ kind: 'table', rows }]);
  });

  test('keeps every row of a long file behind a quotation mark that nothing closes', async () => {
    async function* rowsOf(text: string) {
      return yield* readLongCsv(utf8(text));
    }
    const readLong = (text: string) => joinBatches(rowsOf(text));
    const { blocks, warnings } = await readLong('اسم,سعر\nقلم,3\n"دفتر,5\nكتاب,7\n');
    const rows = [
      ['قلم', '3'],
      ['"دفتر', '5'],
      ['كتاب', '7'],
    ];
    expect(blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))).toEqual(rows);
    expect(warnings).toEqual([]);
    await expect(readLong(`${'خ'.repeat(2_100_000)}\n`)).rejects.toMatchObject({ code: 'damaged' });
  });
});
