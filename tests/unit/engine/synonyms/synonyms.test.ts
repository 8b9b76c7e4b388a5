import { describe, expect, test } from 'vitest';
import { checkGroup, foldExpression } from '#gateway/engine/synonyms/check-group.ts';
import { parseGroups } from '#gateway/engine/synonyms/parse-groups.ts';
import { printGroups } from '#gateway/engine/synonyms/print-groups.ts';

describe('an expression', () => {
  test.each([
    ['ساعاتُ العَمَل', 'ساعات العمل'],
    ['الإقامة', 'الاقامه'],
    ['  ATM  ', 'atm'],
    ['جـــوال', 'جوال'],
    ['٢٤ ساعة', '24 ساعه'],
    ['بطاقة-مدى', 'بطاقه مدي'],
    ['؟!', ''],
  ])('%s is compared as %s', (expression, folded) => {
    expect(foldExpression(expression)).toBe(folded);
  });
});

describe('a group', () => {
  const check = (...expressions: string[]) => checkGroup(expressions, { maxWords: 6 });
  test('is the folded expressions', () => {
    expect(check('دوام', 'ساعات العمل')).toEqual({ keys: ['دوام', 'ساعات العمل'] });
  });
  test('names the first thing that is wrong, and where', () => {
    expect(check('دوام', '؟')).toEqual({
      code: 'synonyms-without-words',
      words: { expression: '؟' },
      index: 1,
    });
    expect(check('أحمد', 'رسوم', 'احمد')).toEqual({
      code: 'synonyms-same',
      words: { first: 'أحمد', second: 'احمد' },
      index: 2,
    });
    expect(check('دوام', 'كم ساعة يعمل الفرع في رمضان؟')).toMatchObject({ keys: { length: 2 } });
    expect(check('كم ساعة يعمل الفرع في شهر رمضان')).toMatchObject({ code: 'synonyms-too-long', index: 0 });
  });
});

describe('a text of groups', () => {
  test('is read as lines with notes and remarks, and told where each stands', async () => {
    const text = '\ufeff# لهجة\r\nدوام = ساعات العمل = hours # كما يسأل الناس\r\n\r\nرسوم=مصاريف\nوحيدة\n';
    const { format, groups } = await parseGroups(text);
    expect(format).toBe('lines');
    expect(groups).toEqual([
      {
        line: 2,
        text: 'دوام = ساعات العمل = hours # كما يسأل الناس',
        expressions: ['دوام', 'ساعات العمل', 'hours'],
        note: 'كما يسأل الناس',
      },
      { line: 4, text: 'رسوم=مصاريف', expressions: ['رسوم', 'مصاريف'], note: '' },
      { line: 5, text: 'وحيدة', expressions: ['وحيدة'], note: '' },
    ]);
  });

  test.each([
    ['commas', 'دوام,ساعات العمل\nرسوم,مصاريف,"عمولة, أو أجرة"\n'],
    ['semicolons, as spreadsheets in Arabic write them', 'دوام;ساعات العمل;\nرسوم;مصاريف;عمولة, أو أجرة'],
    ['tabs', 'دوام\tساعات العمل\t\r\nرسوم\tمصاريف\tعمولة, أو أجرة\r\n'],
    ['a stated delimiter', 'sep=|\nدوام|ساعات العمل\nرسوم|مصاريف|عمولة, أو أجرة'],
  ])('is read as rows parted by %s', async (_, text) => {
    const { format, groups } = await parseGroups(text);
    expect(format).toBe('csv');
    expect(groups.map(({ expressions }) => expressions)).toEqual([
      ['دوام', 'ساعات العمل'],
      ['رسوم', 'مصاريف', 'عمولة, أو أجرة'],
    ]);
  });

  test('has its notes in the first column where the head says so, and equals signs then part nothing', async () => {
    const { format, groups } = await parseGroups('ملاحظة,أ,ب\n,2+2=4,"أربعة\nأو ٤"\nسبب,دوام,ساعات\n');
    expect(format).toBe('csv');
    expect(groups).toMatchObject([
      { line: 3, expressions: ['2+2=4', 'أربعة\nأو ٤'], note: '' },
      { line: 4, expressions: ['دوام', 'ساعات'], note: 'سبب' },
    ]);
  });

  test.each(['csv', 'lines'] as const)('comes back from %s as it was', async (format) => {
    const groups = [
      { expressions: ['دوام', 'ساعات العمل', 'working "hours"'], note: 'من اللهجة; بفاصلة, ونقطة' },
      { expressions: ['C#', 'سي شارب'], note: '' },
      { expressions: ['+966 920', 'الهاتف الموحد'], note: '=SUM(A1)' },
    ];
    const parsed = await parseGroups(printGroups(groups, format));
    expect(parsed.format).toBe(format);
    expect(parsed.groups.map(({ expressions, note }) => ({ expressions, note }))).toEqual(groups);
  });

  test('loses no line behind a quotation mark that nothing closes', async () => {
    const { groups } = await parseGroups('دوام,ساعات العمل\n"راتب,أجر\nإجازة,"عطلة\n"سفر","رحلة"\n');
    expect(groups.map(({ line, expressions }) => [line, ...expressions])).toEqual([
      [1, 'دوام', 'ساعات العمل'],
      [2, 'راتب', 'أجر'],
      [3, 'إجازة', 'عطلة'],
      [4, 'سفر', 'رحلة'],
    ]);
  });

  const SIGNS = [
    { expressions: ['شارب #', 'سي شارب', 'C#'], note: 'x # y' },
    { expressions: ['"أجر"', 'راتب'], note: '' },
    { expressions: ['أ، ب', 'ج؛ د'], note: '"قديم"' },
    { expressions: ['##سي', 'ا =# ب', 'notes; x'], note: '=1' },
  ];
  test.each([
    { groups: SIGNS },
    { groups: SIGNS.toReversed() },
    { groups: [{ expressions: ['notes; ا', 'ملاحظات'], note: '' }] },
  ])('comes back from either form with every group, whatever signs stand in it: %j', async ({ groups }) => {
    for (const format of ['lines', 'csv'] as const) {
      const back = await parseGroups(printGroups(groups, format));
      expect(back.groups.map(({ note }) => note)).toEqual(groups.map(({ note }) => note));
      const fold = (all: { expressions: string[] }[]) =>
        all.map(({ expressions }) => expressions.map(foldExpression));
      expect(fold(back.groups)).toEqual(fold(groups));
    }
  });

  test('keeps a spreadsheet from running it, and an equals sign from parting an expression in lines', async () => {
    const groups = [{ expressions: ['=HYPERLINK("x")', 'a = b'], note: '' }];
    expect(printGroups(groups, 'csv')).not.toMatch(/^"?=/m);
    const [back] = (await parseGroups(printGroups(groups, 'lines'))).groups;
    expect(back?.expressions.map(foldExpression)).toEqual(groups[0]?.expressions.map(foldExpression));
  });
});
