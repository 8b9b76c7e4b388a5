import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readTestFile } from '#common/read-test-file.ts';
import { testRows } from '#common/write-test-file.ts';
import { openTestFile } from '#src/ui/test/open-test-file.ts';
import { readSheetRows } from '#src/ui/test/read-sheet-rows.ts';
import { writeSheet } from '#src/ui/test/write-sheet.ts';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const ROWS = [
  ['السؤال', 'عدد'],
  ['كم الرسوم؟\nولماذا & كيف <هنا>؟', 7],
  ['=1+1', -3.5],
  ['+1', null],
  ['-1', 0],
  ['@SUM(A1)', 1],
  ["'=x", 2],
  [' طرف ', 3],
  ['_x0041_\u0001\uFFFF', 4],
] as const;

describe('a sheet', () => {
  test('is read as it was written, whatever its cells begin with', async () => {
    const bytes = await bytesOf(writeSheet(ROWS, { name: 'اختبارات', rightToLeft: true }));
    const rows = await readSheetRows(bytes);
    expect(rows.map(([text]) => text)).toEqual([...ROWS.slice(0, -1).map(([text]) => text), '_x0041_']);
    expect(rows.map(([, number]) => number)).toEqual(['عدد', '7', '-3.5', '', '0', '1', '2', '3', '4']);
  });

  test('holds text as text, never as a formula, and begins on the right where it is Arabic', async () => {
    const xmlOf = async (rightToLeft: boolean) => {
      const parts = unzipSync(await bytesOf(writeSheet(ROWS, { name: 'a', rightToLeft })));
      return new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
    };
    const xml = await xmlOf(true);
    expect(xml).not.toMatch(/<f[ >]/u);
    expect(xml).toContain('<c r="A3" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    expect(xml).toContain('rightToLeft="1"');
    expect(await xmlOf(false)).not.toContain('rightToLeft');
  });

  test('of tests comes back as the same tests', async () => {
    const expectation = {
      quotes: ['الخدمة: تجديد | الرسوم: 50', '=2'],
      within: 5,
      contains: ['٥٠'],
      lacks: [],
      band: 'answered' as const,
      units: [3],
    };
    const tests = [{ question: '=كم؟', indexNames: ['دليل'], expectation, set: 'أ', tags: ['ب', 'ج'] }];
    const blob = writeSheet(testRows(tests), { name: 't', rightToLeft: false });
    const content = await openTestFile(new File([blob], 'tests.xlsx'));
    const file = content && (await readTestFile(content, { name: 'tests.xlsx' }));
    expect(file).toMatchObject({ format: 'xlsx', problems: [], ignored: [] });
    expect(file?.tests).toEqual([{ ...tests[0], line: 2 }]);
  });

  test('names lines as the spreadsheet does, and takes other columns', async () => {
    const rows = [
      ['نص', 'رد'],
      ['', ''],
      ['كم؟', '50'],
      ['', '60'],
    ];
    expect(await readTestFile(rows)).toMatchObject({
      headers: ['نص', 'رد'],
      problems: [{ line: 1, column: 'question', code: 'missing' }],
    });
    const file = await readTestFile(rows, { columns: { نص: 'question', رد: 'contains' } });
    expect(file?.tests).toMatchObject([{ line: 3, question: 'كم؟', expectation: { contains: ['50'] } }]);
    expect(file?.problems).toMatchObject([{ line: 4, column: 'question', code: 'missing' }]);
  });

  test('of other programs is read by its first sheet, with dates and formulas as their values', async () => {
    const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../fixtures', name));
    expect(await readSheetRows(new Uint8Array(fixture('reports/xlsx-units.xlsx')))).toMatchObject([
      ['الباقة', 'السعر', 'المدة', 'السرعة'],
      ['فضية', '100', '30', '50'],
      ['ذهبية', '200', '90', '200'],
    ]);
  });

  test('that is none, damaged or too large is told apart from text', async () => {
    const zip = await bytesOf(writeSheet(ROWS, { name: 'a', rightToLeft: false }));
    expect(await openTestFile(new File([zip.slice(0, 200)], 'a.xlsx'))).toBeUndefined();
    expect(await openTestFile(new File([new Uint8Array(20_000_001)], 'a.csv'))).toBeUndefined();
    expect(await openTestFile(new File(['question\nx\n'], 'a.csv'))).toBeInstanceOf(Uint8Array);
  });
});
