import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyStatements } from '#gateway/engine/contradictions/key-statements.ts';
import { findContradictions, unitOf } from '#tests/support/find-contradictions.ts';
import { HONEST, PLANTED } from './planted.ts';

const unitsOf = (documents: readonly (readonly [title: string, text: string])[]) =>
  Promise.all(documents.map(([title, text]) => unitOf(title, text)));

describe('two documents that say one thing with other numbers', () => {
  const missed = new Set(['said in other words']);

  test.each(PLANTED)('$name', async ({ name, older, newer }) => {
    const pairs = findContradictions(await unitsOf([older, newer]));
    expect(pairs.map((pair) => [pair.older.unitTitle, pair.newer.unitTitle])).toEqual(
      missed.has(name) ? [] : [[older[0], newer[0]]],
    );
  });

  test('are all that is found among documents of other subjects', async () => {
    const planted = PLANTED.flatMap(({ older, newer }) => [older, newer]);
    const pairs = findContradictions(await unitsOf([...planted, ...HONEST]));
    expect(pairs.map(({ newer }) => newer.unitTitle).sort()).toEqual(
      PLANTED.filter(({ name }) => !missed.has(name))
        .map(({ newer }) => newer[0])
        .sort(),
    );
  });

  test('may be one document that says both under one heading', async () => {
    const text =
      '## الغرامات\n\nغرامة التأخير في السداد هي 100 ريال.\n\n## ملحق\n\nنص.\n\n## الغرامات\n\nغرامة التأخير في السداد هي 150 ريال.';
    const [pair] = findContradictions(await unitsOf([['الشروط', text]]));
    expect([pair?.older.quote, pair?.newer.quote]).toEqual([
      'غرامة التأخير في السداد هي 100 ريال.',
      'غرامة التأخير في السداد هي 150 ريال.',
    ]);
  });

  test('are named once, the newest against each older one', async () => {
    const tariff = (title: string, fee: string) =>
      [title, `## الرسوم\n\nرسوم إصدار بطاقة بديلة ${fee} ريال فقط.`] as const;
    const pairs = findContradictions(
      await unitsOf([tariff('تعرفة مايو', '50'), tariff('تعرفة يونيو', '٦٠'), tariff('تعرفة يوليو', '60')]),
    );
    expect(pairs.map(({ newer, older }) => [newer.unitId, older.unitId])).toEqual([[3, 1]]);
  });
});

test.each([
  ['a step', 'Step 3: open the page of the service and wait.'],
  ['a telephone number in a sentence', 'اتصل بنا على 0112345678 في أي وقت من اليوم.'],
  ['the date of the document', 'آخر تحديث: 1 مارس 2025'],
  ['too short a sentence', 'Only 5 left.'],
])('%s says no number of anything', (_, text) => {
  expect(keyStatements(text)).toEqual([]);
});

test('a number of either digits, a year and the columns of a row', () => {
  expect(keyStatements('الخدمة: تجديد ٢٠٢٥ | الرسم: ٥٠٫٧٥ ريالًا').map(({ values }) => values)).toEqual([
    '50.75',
  ]);
  const [sentence] = keyStatements('In March 2025 the fee of a transfer was 1,500 riyals.');
  expect([sentence?.values, sentence?.key.includes('2025')]).toEqual(['1500', true]);
});

const staff = '../shared/data/staff';
const documents = '../shared/data/documents';
describe.skipIf(!existsSync(staff))('known documents (../shared/data)', () => {
  test('five guides of five companies and a guide twice contradict nothing', async () => {
    const names = readdirSync(staff).filter((name) => /^(?!README).*\.md$/.test(name));
    const guides = names.map((name) => [name, readFileSync(`${staff}/${name}`, 'utf8')] as const);
    const craft = readFileSync(`${documents}/craft.expected.txt`, 'utf8');
    const units = await unitsOf([...guides, ['دليل', craft], ['Guide', craft]]);
    expect(findContradictions(units)).toEqual([]);
  });
});
