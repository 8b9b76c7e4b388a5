import { describe, expect, test } from 'vitest';
import { parseSupport, parseText, printSupport, printText } from '#contract/headers.ts';
import { isFollowUp, resolveFollowUp } from '#gateway/engine/question/follow-up.ts';
import { createSupportCheck } from '#gateway/engine/support/check-support.ts';
import {
  createCitationCleaner,
  readCitations,
  withoutCitations,
} from '#gateway/engine/support/clean-citations.ts';
import { createSentenceCutter, splitCited } from '#gateway/engine/support/cut-sentences.ts';

/** What is shown of a text that arrives so many characters at a time. */
function clean(text: string, size: number, passages = 3): [string, boolean] {
  const cleaner = createCitationCleaner(passages);
  let shown = '';
  for (let start = 0; start < text.length; start += size)
    shown += cleaner.push(text.slice(start, start + size));
  return [shown + cleaner.finish(), cleaner.refused];
}

describe.each([1, 2, 3, 7, 1000])('words that arrive %i characters at a time', (size) => {
  test.each([
    [
      'الرسوم ٣٠٠ ريال [١]. والمدة خمسة أيام [2][9]، ثم [1, ٣، 8].',
      'الرسوم ٣٠٠ ريال [1]. والمدة خمسة أيام [2]، ثم [1][3].',
    ],
    ['ثلاثة [1-3] و【2】 و[^1] و[۲]', 'ثلاثة [1][2][3] و[2] و[1] و[2]'],
    ['في [2020] و[x] و[ و[1', 'في و[x] و[ و[1'],
    ['NOTE: not found [0] [4]', 'NOTE: not found'],
    ['<b>غامق</b> [نص](javascript:1)', '<b>غامق</b> [نص](javascript:1)'],
  ])('%j', (text, shown) => {
    expect(clean(text, size)).toEqual([shown, false]);
  });

  test.each([
    'NOT_FOUND',
    ' "NOT_FOUND".',
    'NOT_FOUND\n\nلا شيء في المقاطع.',
    '\u200fNOT_FOUND',
    ' \u200f NOT_FOUND.',
    '“NOT_FOUND”',
    '«NOT_FOUND»',
    '- NOT_FOUND',
    '**NOT\\_FOUND**',
    'not_found',
    'NOT FOUND.',
    'الجواب: NOT_FOUND',
    '**الإجابة:**\nNOT_FOUND',
    'Answer: «NOT_FOUND»',
  ])('a refusal: %j', (text) => {
    expect(clean(text, size)).toEqual(['', true]);
  });

  test('a refusal behind other words that only introduce it is told at the end', () => {
    expect(clean('بناءً على ما ورد: NOT_FOUND', size)[1]).toBe(true);
    const [shown, refused] = clean('المدة يومان [1]. NOT_FOUND', size);
    expect([shown.trimEnd(), refused]).toEqual(['المدة يومان [1].', false]);
  });

  test.each(['الجواب: نعم [1].', 'الجو حار.', '- بند', '«نعم»', 'Nothing [2].', 'answers vary', 'ا', '…'])(
    'no refusal: %j',
    (text) => expect(clean(text, size)).toEqual([text, false]),
  );

  test('a few blanks before a citation that names none go with it, however many there are', () => {
    expect(clean(`نعم${' '.repeat(20)}[9]`, size)[0].trimEnd()).toBe('نعم');
    expect(clean(`نعم${' '.repeat(20)}[9]، لا`, size)[0]).toBe(`نعم${' '.repeat(12)}، لا`);
  });

  test('more than a few numbers are no citation', () => {
    const many = `نعم [${'1, '.repeat(20)}1]`;
    expect(clean(many, size)[0]).toBe(many);
  });

  test('sentences with the citations behind them, at their places', () => {
    const text =
      'الرسوم ثلاثمئة ريال [1]. والمدة خمسة أيام. [2] يُدفع عبر المنصة [1][2]!\n- بند أول [3]\nقال د. أحمد نعم. [1]';
    const cutter = createSentenceCutter();
    const sentences = [];
    for (let start = 0; start < text.length; start += size)
      sentences.push(...cutter.push(text.slice(start, start + size)));
    sentences.push(...cutter.finish());
    expect(sentences).toEqual(splitCited(text));
    expect(sentences.map(({ start, end }) => text.slice(start, end))).toEqual([
      'الرسوم ثلاثمئة ريال [1].',
      'والمدة خمسة أيام. [2]',
      'يُدفع عبر المنصة [1][2]!',
      '- بند أول [3]',
      'قال د. أحمد نعم. [1]',
    ]);
  });
});

test('of a row of blanks or marks no more is held back than a citation or a refusal has', () => {
  const cleaner = createCitationCleaner(3);
  cleaner.push('نعم');
  expect(cleaner.push(' '.repeat(1000)).length).toBeGreaterThan(980);
  expect(cleaner.push('\t'.repeat(1000)).length).toBeGreaterThan(980);
  expect(createCitationCleaner(3).push('-'.repeat(1000)).length).toBe(1000);
});

test('citations are read in their order and taken out', () => {
  expect(readCitations('أ [2][1] ب [2].')).toEqual([1, 0]);
  expect(withoutCitations('أ [2][1] ب [2].')).toBe('أ ب.');
  // No more blanks than before one: a row of them is not looked through again and again.
  expect(withoutCitations(`أ${' '.repeat(20)}[1]`)).toBe(`أ${' '.repeat(12)}`);
});

describe('support', () => {
  const passages = [
    {
      text: 'تتحمل الشركة رسوم شحن الإرجاع إذا كان المنتج تالفًا، وفي غير ذلك يتحمل العميل 20 ريالًا.',
      titles: ['دليل العملاء', 'رسوم شحن الإرجاع'],
    },
    {
      text: 'يحق للعميل إرجاع المنتج خلال خمسة عشر يومًا من 3 مايو 2025. ولا يشمل ذلك العطور.',
      titles: ['المهلة'],
    },
    { text: 'Members may borrow six books. Late books are not renewed.', titles: ['Loans'] },
  ];
  const support = createSupportCheck('من يتحمل رسوم شحن الإرجاع؟', passages);
  const check = (sentence: string) => support.check(sentence);

  test.each([
    ['تتحمل الشركة رسوم شحن الإرجاع إذا كان المنتج تالفًا [1].', 'supported'],
    ['الشركة هي التي تتحمل شحن المنتج التالف [1].', 'supported'],
    ['وإلا فيتحمل العميل عشرين ريالًا [1].', 'supported'],
    ['يُرجع العميل المنتج خلال 15 يومًا من ٣ أيار ٢٠٢٥ [2].', 'supported'],
    ['يُرجع العميل المنتج خلال 15 يومًا من 3 يونيو 2025 [2].', 'unsupported'],
    ['يتحمل العميل 25 ريالًا [1].', 'unsupported'],
    ['لا تتحمل الشركة رسوم شحن الإرجاع إذا كان المنتج تالفًا [1].', 'unsupported'],
    ['يشمل ذلك العطور [2].', 'unsupported'],
    ['لا يشمل الإرجاع العطور [2].', 'supported'],
    ['يُسجن العميل في برج بعيد [1].', 'unsupported'],
    // The claim is in another document than the cited one.
    ['تتحمل الشركة رسوم شحن الإرجاع إذا كان المنتج تالفًا [2].', 'partial'],
    ['Members may borrow six books [3].', 'supported'],
    ['Late books are renewed [3].', 'unsupported'],
    // Words of two scripts cannot be compared; figures can.
    ['The customer pays 20 riyals [1].', 'partial'],
    ['The customer pays 70 riyals [1].', 'unsupported'],
    ['أهلًا!', 'plain'],
    ['تتحمل الشركة رسوم شحن الإرجاع إذا كان المنتج تالفًا.', 'supported'],
  ])('%s', (sentence, level) => {
    expect(check(sentence).level).toBe(level);
  });

  test('tells which documents a sentence cites; there must be such', () => {
    expect(check('تتحمل الشركة [2][1].').documents).toEqual([1, 0]);
    expect(check('تتحمل الشركة.').documents).toEqual([]);
    expect(createSupportCheck('س؟', []).check('تتحمل الشركة [1].')).toEqual({
      level: 'unsupported',
      documents: [],
    });
  });

  test('a text of any letters harms nobody', () => {
    for (const text of [
      '',
      ' ',
      '[1]',
      '\ud800',
      '🙂🙂',
      'ـ'.repeat(500),
      '((('.repeat(100),
      '٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣',
    ])
      expect(['plain', 'unsupported', 'partial']).toContain(check(text).level);
  });
});

describe('questions that lean on earlier ones', () => {
  test.each([
    'وكم مدتها؟',
    'والرسوم؟',
    'ليش؟',
    'شو رسومه؟',
    'طيب وإذا تأخرت؟',
    'هل يشملهم التأمين؟',
    'and how long?',
    'What about students?',
    'Why?',
    'وفي الأيام العادية؟',
    'وبالنسبة للأطفال؟',
    'وبدون موعد؟',
    'و متى؟',
    'بكام؟',
    'ووين؟',
    'ولماذا تأخرت؟',
    'وقديش الرسوم؟',
    'How long?',
    'Or on Friday?',
  ])('%s', (question) => expect(isFollowUp(question)).toBe(true));
  test.each([
    'كم رسوم تجديد جواز السفر؟',
    'الضمان؟',
    'متى يفتح المكتب؟',
    'ما هي ساعات العمل؟',
    'وين مكتبكم؟',
    'How many books may a member borrow?',
    'طبيب الأسنان متى يداوم؟',
    'وفيات الأطفال؟',
    'ولوج البوابة؟',
    'ولاية الرياض؟',
    'وثائق السفر المطلوبة؟',
    'Order tracking?',
  ])('not %s', (question) => expect(isFollowUp(question)).toBe(false));
  test('carry over what the last one that stands by itself is about', () => {
    const fees = 'كم رسوم تجديد جواز السفر؟';
    expect(resolveFollowUp('وكم مدتها؟', [fees])).toBe('وكم مدتها؟ رسوم تجديد جواز السفر');
    expect(resolveFollowUp('وليش؟', ['وكم مدتها؟', fees])).toBe('وليش؟ مدتها رسوم تجديد جواز السفر');
    expect(resolveFollowUp('and how long?', ['How many books may a member borrow?'])).toBe(
      'and how long? books member borrow',
    );
    expect(resolveFollowUp('وكم؟', [])).toBe('وكم؟');
  });
  test.each([
    ['ولو عايز ألغيها؟', ['بكام؟', 'عندكم باقة 60 جيجا؟'], 'ولو عايز ألغيها؟ باقة 60 جيجا'],
    ['ولو عايز ألغيها؟', ['طب كام؟', 'عندكم باقة 60 جيجا؟'], 'ولو عايز ألغيها؟ باقة 60 جيجا'],
    ['وفي الأيام العادية؟', ['ايش مواعيد الدوام في رمضان؟'], 'وفي الأيام العادية؟ مواعيد الدوام رمضان'],
    ['طب وليه؟', ['وكم؟', 'كم رسوم تجديد جواز السفر؟'], 'طب وليه؟ رسوم تجديد جواز السفر'],
    ['and why?', ['how long?', 'Is there a discount at the spa?'], 'and why? discount spa'],
    ['and where?', ['and how much?', 'When is the gym class?'], 'and where? gym class'],
  ])('leave the question words of the earlier ones out: %s', (question, earlier, search) =>
    expect(resolveFollowUp(question, earlier)).toBe(search),
  );
});

describe('headers', () => {
  test('text of any script goes through, and stays readable where it is ASCII', () => {
    expect(printText('qwen2.5:7b')).toBe('qwen2.5:7b');
    for (const text of ['كم مدة التجديد؟', '100% "x"', 'سطر\nآخر', '🙂'])
      expect([/^[\x20-\x7e]*$/.test(printText(text)), parseText(printText(text))]).toEqual([true, text]);
    expect(printText('س'.repeat(5000)).length).toBeLessThan(4000);
    expect(parseText(null)).toBeNull();
    expect(parseText('50%')).toBe('50%');
  });
  test('support goes through, and what cannot be read is left out', () => {
    const sentences = [
      { from: 0, to: 34, level: 'supported' as const, documents: [0, 2] },
      { from: 35, to: 80, level: 'unsupported' as const, documents: [] },
    ];
    expect(parseSupport(printSupport(sentences))).toEqual(sentences);
    expect(parseSupport('0-3:perhaps:1,x,4-9:partial:')).toEqual([
      { from: 4, to: 9, level: 'partial', documents: [] },
    ]);
  });
});
