/** Files of tests: what people write in spreadsheets and text editors, and what export wrote. */
import { describe, expect, test } from 'vitest';
import { toCsv } from '#common/csv.ts';
import { readTestFile } from '#common/read-test-file.ts';
import type { FileTest } from '#common/test-file.ts';
import { writeTestFile } from '#common/write-test-file.ts';
import { answerRequestSchema } from '#contract/answers.ts';
import { expectationSchema, newTestSchema, newTestSetSchema, testRequestSchema } from '#contract/tests.ts';

const NOTHING = { quotes: [], within: 3, contains: [], lacks: [], band: null, units: [] };
const asks = (
  question: string,
  more: Partial<Omit<FileTest, 'expectation'>> = {},
  expectation = {},
): FileTest => ({
  question,
  indexNames: null,
  set: null,
  tags: [],
  ...more,
  expectation: { ...NOTHING, ...expectation },
});

async function read(file: string | Uint8Array, options: Parameters<typeof readTestFile>[1] = {}) {
  const result = await readTestFile(file, options);
  if (!result) throw new Error('binary');
  return result;
}
const withoutLines = (tests: readonly FileTest[]): FileTest[] =>
  tests.map(({ question, indexNames, expectation, set, tags }) => ({
    question,
    indexNames,
    expectation,
    set,
    tags,
  }));
const testsOf = async (...args: Parameters<typeof read>) => withoutLines((await read(...args)).tests);
const csv = (...rows: string[][]) => toCsv(rows);

const FULL = asks(
  'كم رسوم «التجديد»، بالريال؟',
  { indexNames: ['دليل الرسوم، 2027', 'Fees; part 2'], set: 'أسئلة الرسوم', tags: ['رسوم', 'a, b'] },
  {
    quotes: ['الخدمة: تجديد | الرسوم: 50', 'سطر أول\nسطر ثانٍ', '["not a list"]'],
    within: 5,
    contains: ['٥٠', 'a;b'],
    lacks: ['مجانًا'],
    band: 'weak-or-better',
    units: [3, 17],
  },
);
const ODD = [
  FULL,
  asks('=1+1'),
  asks("'=1+1"),
  asks("''quoted''"),
  asks('-5 درجات؟', {}, { contains: ['-5', '+1'] }),
  asks('She said "no", twice\nwhy?', {}, { band: 'not-found' }),
  asks('؟'),
];

describe('what was exported comes back equal', () => {
  test.each(['jsonl', 'csv'] as const)('as %s', async (format) => {
    const file = await read(writeTestFile(ODD, format));
    expect(file).toMatchObject({ format, problems: [], repeated: 0, ignored: [] });
    expect(withoutLines(file.tests)).toEqual(ODD);
    // What a file may hold, the API takes.
    for (const { question, indexNames, expectation, set, tags } of file.tests) {
      expect(expectationSchema.parse(expectation)).toEqual(expectation);
      const request = testRequestSchema.parse({ IndexNames: indexNames });
      expect(newTestSchema.parse({ question, request, expectation, tags })).toMatchObject({ question, tags });
      expect(newTestSetSchema.parse({ name: set ?? 'none' }).name).toBe(set ?? 'none');
    }
  });

  test('twice adds nothing', async () => {
    const [first, second] = [writeTestFile(ODD, 'csv'), writeTestFile(ODD, 'jsonl')];
    const { tests } = await read(first);
    expect(await read(second, { existing: tests })).toMatchObject({ tests: [], repeated: ODD.length });
  });

  test('no cell begins a formula', () => {
    const cells = writeTestFile(ODD, 'csv').split(/,|\r\n/);
    expect(cells.filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
  });
});

describe('a table', () => {
  test.each([
    [
      'English',
      ['Question', 'Expected', 'Contains', 'Lacks', 'Band', 'Index names', 'Set', 'Tags'],
      'Answered',
    ],
    [
      'other spellings',
      ['QUERY', '__expected', 'must contain', 'not_contains', 'STATUS', 'IndexNames', 'test-set', 'labels'],
      'ANSWERED',
    ],
    [
      'Arabic',
      ['السؤال', 'الإجابة', 'يحتوي', 'لا يحتوي', 'الحالة', 'الوحدات', 'المجموعة', 'وسوم'],
      'تمت الإجابة',
    ],
    [
      'Arabic in other spellings',
      ['سؤال', 'المُتَوَقَّع', 'تحتوي على', 'لا تحتوي', 'حاله', 'وحدات', 'مجموعه', 'الوسوم'],
      'تمت الاجابه',
    ],
  ])('is recognised by its headers: %s', async (_, headers, band) => {
    const row = [
      'كم الرسوم؟',
      'الرسوم ٥٠ ريالًا',
      '50; ريال',
      'مجانًا',
      band,
      'دليل الرسوم | دليل, الخدمات',
      'رسوم',
      'أ، ب',
    ];
    const file = await read(csv([...headers, 'ملاحظات'], [...row, 'x']));
    expect(file).toMatchObject({ problems: [], ignored: ['ملاحظات'], columns: { question: headers[0] } });
    expect(file.tests).toEqual([
      {
        line: 2,
        ...asks(
          'كم الرسوم؟',
          { indexNames: ['دليل الرسوم', 'دليل, الخدمات'], set: 'رسوم', tags: ['أ', 'ب'] },
          { quotes: ['الرسوم ٥٠ ريالًا'], contains: ['50', 'ريال'], lacks: ['مجانًا'], band: 'answered' },
        ),
      },
    ]);
  });

  test.each([',', ';', '\t', '|', '،', '؛'])('is parted by %j', async (delimiter) => {
    const lines =
      ['السؤال', 'الإجابة', 'x'].join(delimiter) + `\r\n${['متى؟', 'غدًا', ''].join(delimiter)}\r\n`;
    expect(await testsOf(lines)).toEqual([asks('متى؟', {}, { quotes: ['غدًا'] })]);
  });

  test('states its delimiter', async () => {
    const file = await read('sep=;\r\nquestion;quote\r\n\r\n"a, b, c";d\r\n;e\r\n');
    expect(file.tests).toEqual([{ line: 4, ...asks('a, b, c', {}, { quotes: ['d'] }) }]);
    expect(file.problems).toEqual([{ line: 5, column: 'question', code: 'missing', limit: null, value: '' }]);
  });

  test('has several columns of quotes', async () => {
    expect(await testsOf('question,quote 1,Quote2\na,b,c\n')).toEqual([
      asks('a', {}, { quotes: ['b', 'c'] }),
    ]);
  });

  test('takes a mapping in place of the names', async () => {
    const text = 'السؤال,نص العميل,رد\nلا,كم الرسوم؟,50\n';
    const file = await read(text, { name: 'a.csv', columns: { 'نص العميل': 'question', رد: 'contains' } });
    expect(file).toMatchObject({ ignored: ['السؤال'], columns: { question: 'نص العميل', contains: 'رد' } });
    expect(file.tests).toEqual([{ line: 2, ...asks('كم الرسوم؟', {}, { contains: ['50'] }) }]);
  });

  test('without a column of questions is one problem', async () => {
    expect(await read('a,b\n1,2\n3,4\n', { name: 'a.csv' })).toMatchObject({
      tests: [],
      problems: [{ line: 1, column: 'question', code: 'missing', value: 'a, b' }],
      ignored: ['a', 'b'],
    });
  });

  test('keeps what stands before a quotation mark that nothing closes', async () => {
    const file = await read('question,quote\r\na,b\r\nc,"d\r\ne,f\r\n');
    expect(file.tests.map(({ question }) => question)).toEqual(['a']);
    expect(file.problems).toMatchObject([{ line: 3, column: null, code: 'unreadable' }]);
  });

  test('reads the assertions of promptfoo that words can judge', async () => {
    const rows = [
      ['a', 'plain: text'],
      ['b', 'equals: text'],
      ['c', 'icontains: text'],
      ['d', 'contains-all: x, y'],
      ['e', 'not-contains: x'],
      ['f', 'llm-rubric: is polite'],
      ['g', 'similar(0.8): x'],
      ['h', 'not-equals: x'],
    ];
    const file = await read(csv(['question', '__expected'], ...rows));
    expect(file.tests.map(({ expectation }) => expectation)).toEqual([
      { ...NOTHING, quotes: ['plain: text'] },
      { ...NOTHING, quotes: ['text'] },
      { ...NOTHING, contains: ['text'] },
      { ...NOTHING, contains: ['x', 'y'] },
      { ...NOTHING, lacks: ['x'] },
    ]);
    expect(file.problems.map(({ line, code }) => [line, code])).toEqual(
      [7, 8, 9].map((line) => [line, 'unsupported']),
    );
  });
});

describe('bytes', () => {
  const text = 'السؤال,الإجابة\r\nكم الرسوم؟,خمسون\r\n';
  const expected = [asks('كم الرسوم؟', {}, { quotes: ['خمسون'] })];
  /** Of the letters used here, as Windows-1256 has them. */
  const windows1256 = (value: string) => {
    const table = new Map(
      Array.from({ length: 256 }, (_, byte) => [
        new TextDecoder('windows-1256').decode(Uint8Array.of(byte)),
        byte,
      ]),
    );
    return Uint8Array.from(value, (letter) => table.get(letter) ?? 63);
  };
  test.each([
    ['UTF-8', new TextEncoder().encode(text), 'utf-8'],
    ['UTF-8 with its mark', new TextEncoder().encode(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 with its mark', Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le')), 'utf-16le'],
    ['Windows-1256', windows1256(text), 'windows-1256'],
  ] as const)('in %s', async (_, bytes, encoding) => {
    expect(await read(bytes)).toMatchObject({ encoding, format: 'csv' });
    expect(await testsOf(bytes, { name: 'a.csv' })).toEqual(expected);
  });

  test('of another kind of file', async () => {
    expect(await readTestFile(Uint8Array.of(80, 75, 3, 4, 0, 0, 255))).toBeUndefined();
  });
});

test('text is a question a line, each once', async () => {
  const file = await read('\ufeffكم الرسوم؟\r\n\r\n  متى الدوام، ومن يتصل؟ \rكَم الرّسوم؟\nWhy?');
  expect(file).toMatchObject({ format: 'text', repeated: 1, problems: [] });
  expect(file.tests.map(({ line, question }) => [line, question])).toEqual([
    [1, 'كم الرسوم؟'],
    [3, 'متى الدوام، ومن يتصل؟'],
    [5, 'Why?'],
  ]);
});

test('lines of JSON take the fields of the API and of other tools', async () => {
  const lines = [
    { Question: 'a', IndexNames: ['دليل'], expectation: { quotes: ['q'], band: 'not-found' }, note: 1 },
    { query: 'b', answer: '50', units: [3], tags: 'x' },
    { question: 'c', contains: [{}] },
    'text',
  ];
  const file = await read(`${lines.map((line) => JSON.stringify(line)).join('\r\n')}\r\n{`, {
    name: 'a.jsonl',
  });
  expect(file.ignored).toEqual(['note']);
  expect(file.tests).toEqual([
    { line: 1, ...asks('a', { indexNames: ['دليل'] }, { quotes: ['q'], band: 'not-found' }) },
    { line: 2, ...asks('b', { tags: ['x'] }, { quotes: ['50'], units: [3] }) },
  ]);
  expect(file.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
    [3, 'contains', 'invalid'],
    [4, null, 'unreadable'],
    [5, null, 'unreadable'],
  ]);
});

test.each([
  [{ question: ' ' }, 'question', 'missing'],
  [{ question: 'س'.repeat(2001) }, 'question', 'too-long'],
  [{ question: 'a', quote: 'ق'.repeat(301) }, 'quotes', 'too-long'],
  [{ question: 'a', answer: 'ق'.repeat(301) }, 'quotes', 'too-long'],
  [{ question: 'a', quotes: Array.from({ length: 11 }, (_, index) => String(index)) }, 'quotes', 'too-many'],
  [{ question: 'a', lacks: 'x'.repeat(201) }, 'lacks', 'too-long'],
  [{ question: 'a', band: 'perfect' }, 'band', 'unknown'],
  [{ question: 'a', within: 0 }, 'within', 'invalid'],
  [{ question: 'a', within: 51 }, 'within', 'invalid'],
  [{ question: 'a', units: ['دليل'] }, 'units', 'invalid'],
  [{ question: 'a', set: ['x', 'y'] }, 'set', 'too-many'],
  [{ question: 'a', set: 'x\u202ey' }, 'set', 'invalid'],
  [{ question: 'a', tags: ['x'.repeat(51)] }, 'tags', 'too-long'],
  [{ question: 'a', indexNames: ['و'.repeat(201)] }, 'indexNames', 'too-long'],
])('a row with a problem is reported beside the others (%#)', async (row, column, code) => {
  const file = await read([row, { question: 'سليم' }].map((line) => JSON.stringify(line)).join('\n'));
  expect(file.tests).toEqual([{ line: 2, ...asks('سليم') }]);
  expect(file.problems).toMatchObject([{ line: 1, column, code }]);
  expect(answerRequestSchema.safeParse({ Question: 'سليم' }).success).toBe(true);
});

test.each(['csv', 'txt', 'jsonl'])('10,001 rows as %s: the last is left out and reported', async (end) => {
  const questions = Array.from({ length: 10_001 }, (_item, index) => `سؤال ${index}؟`);
  const text = {
    csv: `question\r\n${questions.join('\r\n')}\r\n`,
    txt: questions.join('\n'),
    jsonl: questions.map((question) => JSON.stringify({ question })).join('\n'),
  }[end];
  const file = await read(text ?? '', { name: `a.${end}` });
  expect(file.tests).toHaveLength(10_000);
  const line = end === 'csv' ? 10_002 : 10_001;
  expect(file.problems).toEqual([{ line, column: null, code: 'too-many-rows', limit: 10_000, value: '' }]);
});
