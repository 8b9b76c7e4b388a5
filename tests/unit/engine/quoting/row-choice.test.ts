/** The row of a table that a question asks for: first, alone, or said to be absent. */
import { describe, expect, test } from 'vitest';
import { extractAnswer } from '#gateway/engine/quoting/extract-answer.ts';

const PRICES = {
  sectionTitle: 'أسعار خدمات الأسنان',
  text: [
    'الخدمة: تنظيف | السعر: 25 دينارًا',
    'الخدمة: حشوة | السعر: 40 دينارًا',
    'الخدمة: خلع | السعر: 30 دينارًا',
    'الخدمة: تبييض | السعر: 120 دينارًا',
    'الخدمة: زراعة | السعر: 450 دينارًا',
    'الخدمة: جسر | السعر: 300 دينار',
    'الأسعار تشمل الضريبة، ولا تشمل صور الأشعة التي تُطلب قبل العلاج، ويدفع المراجع قبل الدخول.',
  ].join('\n'),
  score: 0.9,
};
const DISCOUNTS = {
  sectionTitle: 'Discount scale',
  text: [
    'Claim-free years: 1 | Discount: 25%',
    'Claim-free years: 2 | Discount: 35%',
    'Claim-free years: 3 | Discount: 45%',
    'Claim-free years: 4 | Discount: 55%',
  ].join('\n'),
  score: 0.9,
};

const answer = (question: string, passages = [PRICES], isBrief = false) =>
  extractAnswer(question, passages, { maxCharacters: 400, isBrief, judge: () => 0.9 });
const lineOf = (extraction: ReturnType<typeof answer>) =>
  extraction.band === 'not-found' ? '' : extraction.text.split('\n')[0];

describe('a row that is there', () => {
  test.each([
    ['كم سعر تبييض الأسنان؟', 'تبييض: 120 دينارًا'],
    ['بكم الزراعة', 'زراعة: 450 دينارًا'],
    ['سعر جسر الأسنان', 'جسر: 300 دينار'],
  ])('%s: comes first, the others after it', (question, row) => {
    const extraction = answer(question);
    expect(extraction.band).toBe('answered');
    expect(lineOf(extraction)).toBe(row);
    if (extraction.band !== 'answered') return;
    expect(extraction.text.split('\n').length).toBeGreaterThan(3);
    expect(extraction.text.split(row)).toHaveLength(2);
    for (const { inPassage, inAnswer } of extraction.spans)
      expect(extraction.text.slice(inAnswer.start, inAnswer.end)).toBe(
        PRICES.text.slice(inPassage.start, inPassage.end),
      );
  });

  test('stands alone where the quote is to be brief', () => {
    expect(answer('كم سعر تبييض الأسنان؟', [PRICES], true)).toMatchObject({ text: 'تبييض: 120 دينارًا' });
  });

  test('is known by its name, even where that has the form of a verb', () => {
    const rentals = {
      sectionTitle: 'تأجير معدات الرحلات',
      text: [
        'المعدة: خيمة | الأجرة: 90 ريالًا',
        'المعدة: حاسب المسار | الأجرة: 45 ريالًا',
        'المعدة: موقد | الأجرة: 30 ريالًا',
        'تُعاد المعدات نظيفة، وتُحسب أجرة المعدات عن كل ليلة، ويُدفع تأمين قبل الرحلة ويُرد بعد الفحص.',
        'ولا تُؤجر المعدات لمن هم دون الثامنة عشرة، ومن أتلف شيئًا منها دفع ثمنه كاملًا في المكتب.',
      ].join('\n'),
      score: 0.9,
    };
    expect(lineOf(answer('أجرة المعدات حاسب', [rentals]))).toBe('حاسب المسار: 45 ريالًا');
  });

  test('is the number itself, not one that contains it', () => {
    expect(lineOf(answer('discount for 3 claim-free years', [DISCOUNTS]))).toContain('45%');
  });

  test('keeps the order of a list that is asked for as a whole', () => {
    expect(lineOf(answer('ما أسعار خدمات الأسنان؟'))).toBe('تنظيف: 25 دينارًا');
  });
});

describe('a row that is not there', () => {
  test.each([
    ['كم سعر تلميع الأسنان؟', [PRICES], 'تلميع', 'تنظيف'],
    ['بكم التركيبات المتحركة', [PRICES], 'التركيبات', 'تنظيف'],
    ['discount for 7 claim-free years', [DISCOUNTS], '7', '1'],
  ])('%s: the answer is weak and names the rows there are', (question, passages, absent, first) => {
    const extraction = answer(question, passages);
    expect(extraction).toMatchObject({ band: 'weak', rows: { absent: expect.arrayContaining([absent]) } });
    expect(extraction.band === 'weak' && extraction.rows?.names[0]).toBe(first);
    expect(extraction.certainty).toBeLessThan(0.45);
  });

  test('lacks a word that no row has and one of another row', () => {
    const workshop = {
      sectionTitle: 'Workshop prices',
      text: [
        'Job: Bicycle saddle change | Price: £20',
        'Job: Wheel truing | Price: £15',
        'Job: Chain cleaning | Price: £9',
      ].join('\n'),
      score: 0.9,
    };
    const bandOf = (question: string, ...words: string[]) =>
      extractAnswer(question, [workshop], {
        maxCharacters: 400,
        judge: () => 0.9,
        weights: new Map(words.map((word) => [word, 1])),
      }).band;
    expect(bandOf('bicycle saddle cover cleaning', 'bicycl', 'saddl', 'cover', 'clean')).toBe('weak');
    expect(bandOf('bicycle saddle cover', 'bicycl', 'saddl', 'cover')).toBe('answered');
  });

  test.each(['طيب وكم بيطلع سعر التبييض عندكم', 'what do I pay for 2 claim-free years'])(
    '%s: verbs and fillers choose no row',
    (question) => {
      expect(answer(question, [PRICES, DISCOUNTS]).band).toBe('answered');
    },
  );
});
