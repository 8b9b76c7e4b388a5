import { describe, expect, test } from 'vitest';
import { hasPhrase, hasStatement } from '#common/find-statement.ts';
import { type Expected, fingerprintText, type JudgedRun, judgeRun } from '#common/judge-run.ts';
import { statementWords } from '#common/statement-words.ts';

const says = (passage: string, quote: string) => hasStatement(statementWords(passage), statementWords(quote));

describe('a statement is there', () => {
  test.each([
    ['as it stands', 'يبدأ الدوام الساعة الثامنة صباحًا.', 'يبدأ الدوام الساعة الثامنة صباحًا'],
    ['with tashkeel', 'يَبْدَأُ الدَّوَامُ السَّاعَةَ الثَّامِنَةَ', 'يبدأ الدوام الساعة الثامنة'],
    ['with tatweel', 'يبدأ الـــدوام الساعة الثامنة', 'يبدأ الدوام الساعة الثامنة'],
    ['in other spellings of hamza', 'احضر الأوراق الى المبنى', 'أحضر الاوراق إلى المبني'],
    ['in presentation forms', 'ﻻ ﻳﻔﺘﺢ ﺍﻟﻤﻜﺘﺐ', 'لا يفتح المكتب'],
    ['with joiners and direction marks', 'رسوم \u200fالتجديد\u200f 50 ريال', 'رسوم التجديد 50 ريال'],
    ['with Arabic digits', 'رسوم التجديد ٥٠ ريالًا', 'رسوم التجديد 50 ريالا'],
    ['with decimals that are zero', 'The fee is 50.00 riyals.', 'The fee is 50 riyals'],
    ['with a thousands separator', 'السعر ١٬٢٥٠ ريال', 'السعر 1250 ريال'],
    ['with a comma in thousands', 'Price: 12,500 SAR', 'Price: 12500 SAR'],
    ['with the hour in two digits', 'opens at 08:00', 'opens at 8:00'],
    ['with the sign of percent on the other side', 'خصم %١٥ للطلاب', 'خصم 15٪ للطلاب'],
    ['with the sign of a currency on the other side', 'It costs $ 50 a month', 'It costs 50$ a month'],
    ['with digits at a letter', 'الرسوم 50ريال', 'الرسوم 50 ريال'],
    ['in other capitals', 'VISITORS MAY ENTER', 'Visitors may enter'],
    ['with two words between', 'The office really always opens at nine', 'The office opens at nine'],
    ['as an item with a bullet', '• أحضر الهوية الأصلية', 'أحضر الهوية الأصلية'],
    ['as an item with a number', '3. أحضر الهوية الأصلية', 'أحضر الهوية الأصلية'],
    ['as an item with an Arabic number', '٣- أحضر الهوية الأصلية', '1) أحضر الهوية الأصلية'],
    ['as an item with a letter', 'b) Bring your identity card', 'Bring your identity card'],
    ['as an item with a letter in Arabic', 'أ. أحضر الهوية', '(ب) أحضر الهوية'],
    ['as a row with bars', '| تجديد الرخصة | ٥٠ ريال |', 'تجديد الرخصة | 50 ريال'],
    [
      'as a row with the names of its columns',
      'الخدمة: تجديد الرخصة | الرسوم: 50 ريال',
      'تجديد الرخصة 50 ريال',
    ],
    ['without the names of its columns', 'تجديد الرخصة | 50 ريال', 'الخدمة: تجديد الرخصة | الرسوم: 50 ريال'],
    [
      'under other names of its columns',
      'Service: Renewal of a licence | Amount in riyals and halalas: 50',
      'Kind: Renewal of a licence | Fee: 50',
    ],
    [
      'as a person would say the row',
      'Service: Transfer abroad | Fee: 50.75 SAR',
      'Transfer abroad: 50.75 SAR',
    ],
    ['as cells between tabs', 'Transfer abroad\t50.75 SAR', 'Service: Transfer abroad | Fee: 50.75 SAR'],
    ['over a line break', 'رسوم التجديد\n50 ريالًا', 'رسوم التجديد 50 ريالًا'],
    [
      'behind a sentence that denies another thing',
      'لا يلزم موعد. يفتح المكتب الثامنة',
      'يفتح المكتب الثامنة',
    ],
    ['with a negation of its own', 'لا يسمح بالدخول بعد الثامنة', 'لا يُسمح بالدخول بعد الثامنة'],
    ['with a negation that is spelled out', 'You do not need a visa', "You don't need a visa"],
    ['with cannot in two words', 'Visitors can not enter', 'Visitors cannot enter'],
    ['in quotation marks', 'قال: «يبدأ الدوام الثامنة»', '"يبدأ الدوام الثامنة"'],
  ])('%s', (_, passage, quote) => {
    expect(says(passage, quote)).toBe(true);
  });
});

describe('a statement is not there', () => {
  test.each([
    ['when a number changed', 'رسوم التجديد ٤٥٠ ريالًا', 'رسوم التجديد 50 ريالًا'],
    ['when a decimal changed', 'Transfer abroad: 50.25 SAR', 'Transfer abroad: 50.75 SAR'],
    ['when a number lost its sign of percent', 'خصم 15 للطلاب', 'خصم 15٪ للطلاب'],
    ['when the currency changed', 'It costs €50 a month', 'It costs $50 a month'],
    ['when a number is missing', 'رسوم التجديد ريالًا', 'رسوم التجديد 50 ريالًا'],
    ['when another number was put before', 'رسوم التجديد 30 أو 50 ريالًا', 'رسوم التجديد 50 ريالًا'],
    ['when the hour changed', 'opens at 09:00', 'opens at 8:00'],
    ['when a negation was added at its start', 'لا يفتح المكتب يوم الجمعة', 'يفتح المكتب يوم الجمعة'],
    ['when a negation was added two words before', 'لم يعد يفتح المكتب يوم الجمعة', 'يفتح المكتب يوم الجمعة'],
    ['when a negation was added within', 'Visitors may not enter', 'Visitors may enter'],
    ['when never was added', 'The fee is never refunded', 'The fee is refunded'],
    ["when n't was added", "Visitors can't enter", 'Visitors can enter'],
    ['when a negation was added in dialect', 'المكتب مو مفتوح الجمعة', 'المكتب مفتوح الجمعة'],
    ['when the negation is gone', 'يسمح بالدخول بعد الثامنة', 'لا يسمح بالدخول بعد الثامنة'],
    ['when the negation of a sentence is gone', 'Visitors may enter', 'Visitors may not enter'],
    ['when a word changed', 'يفتح المكتب يوم السبت', 'يفتح المكتب يوم الجمعة'],
    ['when a word is missing', 'The office opens at', 'The office opens at nine'],
    ['in another order', 'nine at opens office the', 'The office opens at nine'],
    ['with three words between', 'The office in the town opens at nine', 'The office opens at nine'],
    [
      'in the row of another subject',
      'الخدمة: إلغاء الرخصة | الرسوم: 50 ريال',
      'الخدمة: تجديد الرخصة | الرسوم: 50 ريال',
    ],
    ['when a row has another value', 'Service: Renewal | Fee: 60', 'Service: Renewal | Fee: 50'],
    [
      'when the values of two columns changed places',
      'Room: Single | Low: 124 | High: 89',
      'Room: Single | Low: 89 | High: 124',
    ],
    [
      'when its row has numbers alone and other names',
      'Cancelling: 50 | Refund: 70',
      'Renewal: 50 | Transfer: 70',
    ],
    ['when it has no words', 'Anything', '—'],
    ['in nothing', '', 'The office opens at nine'],
  ])('%s', (_, passage, quote) => {
    expect(says(passage, quote)).toBe(false);
  });
});

test('a phrase stands side by side', () => {
  const answer = statementWords('رسوم التجديد ٥٠ ريالًا سنويًا');
  expect(hasPhrase(answer, statementWords('50.00 ريالا'))).toBe(true);
  expect(hasPhrase(answer, statementWords('رسوم 50'))).toBe(false);
  expect(hasPhrase(answer, [])).toBe(false);
});

const NOTHING: Expected = { quotes: [], within: 3, contains: [], lacks: [], band: null, units: [] };
const passage = (
  text: string,
  unitId: number | null = 1,
  ordinal: number | null = null,
  sectionTitle = '',
) => ({
  text,
  unitId,
  ordinal,
  sectionTitle,
});
const RUN: JudgedRun = {
  answer: 'رسوم التجديد ٥٠ ريالًا',
  band: 'answered',
  passages: [
    passage('الدوام من الثامنة'),
    passage('رسوم التجديد 50 ريالًا', 7),
    passage('أخرى'),
    passage('رابعة'),
  ],
};
const outcomeOf = (expected: Partial<Expected>, run: Partial<JudgedRun> = {}) =>
  judgeRun({ ...RUN, ...run }, { ...NOTHING, ...expected }).outcome;

describe('a run is judged', () => {
  test.each<[string, Partial<Expected>, Partial<JudgedRun>, string]>([
    ['by a quote', { quotes: ['رسوم التجديد ٥٠ ريالا'] }, {}, 'passes'],
    ['by each quote', { quotes: ['رسوم التجديد ٥٠ ريالا', 'رسوم الإلغاء'] }, {}, 'fails'],
    ['by the first passages alone', { quotes: ['رابعة'] }, {}, 'fails'],
    ['by as many as it says', { quotes: ['رابعة'], within: 4 }, {}, 'passes'],
    ['by words of the answer', { contains: ['50 ريالا'] }, {}, 'passes'],
    ['by words that the answer lacks', { contains: ['60 ريالا'] }, {}, 'fails'],
    ['by words that it must lack', { lacks: ['50'] }, {}, 'fails'],
    ['by words that it does lack', { lacks: ['450'] }, {}, 'passes'],
    ['by its band', { band: 'answered' }, {}, 'passes'],
    ['as weak', { band: 'answered', contains: ['50'] }, { band: 'weak' }, 'weak'],
    [
      'as failed where more than the band is weak',
      { band: 'answered', contains: ['60'] },
      { band: 'weak' },
      'fails',
    ],
    ['by a band that is good enough', { band: 'weak-or-better' }, { band: 'weak' }, 'passes'],
    ['by a band that is better', { band: 'weak-or-better' }, { band: 'answered' }, 'passes'],
    ['by a band that is not good enough', { band: 'weak-or-better' }, { band: 'not-found' }, 'fails'],
    ['by finding nothing', { band: 'not-found' }, { band: 'not-found' }, 'passes'],
    ['by finding something', { band: 'not-found' }, { band: 'answered' }, 'fails'],
    ['by finding something weak', { band: 'not-found' }, { band: 'weak' }, 'weak'],
    ['as failed by a greeting', { band: 'answered' }, { band: 'reply' }, 'fails'],
    ['by the unit of a quote', { quotes: ['رسوم التجديد 50 ريالا'], units: [3, 7] }, {}, 'passes'],
    ['by another unit', { quotes: ['رسوم التجديد 50 ريالا'], units: [3] }, {}, 'fails'],
    ['not without a band', { band: 'answered' }, { band: null }, 'not-judged'],
    [
      'not without units',
      { quotes: ['رسوم التجديد'], units: [7] },
      { passages: [passage('رسوم التجديد', null)] },
      'not-judged',
    ],
    ['as failed without a band', { band: 'answered', contains: ['60'] }, { band: null }, 'fails'],
  ])('%s', (_, expected, run, outcome) => {
    expect(outcomeOf(expected, run)).toBe(outcome);
  });

  test('with what does not hold', () => {
    const expected = {
      ...NOTHING,
      quotes: ['رابعة', 'أخرى'],
      contains: ['٦٠'],
      band: 'not-found',
      units: [9],
    } as const;
    expect(judgeRun(RUN, expected)).toEqual({
      outcome: 'fails',
      failures: [
        { part: 'quotes', value: 'رابعة' },
        { part: 'contains', value: '٦٠' },
        { part: 'units', value: '9' },
        { part: 'band', value: 'not-found' },
      ],
      places: [[], [2]],
    });
  });
});

describe('a statement over two passages', () => {
  const quote = 'رسوم التجديد 50 ريالا سنويا';
  const [first, second] = ['تدفع رسوم التجديد', '50 ريالًا سنويًا'];
  test.each([
    ['counts where they follow each other', [passage(second, 1, 5), passage(first, 1, 4)], [1, 0]],
    ['does not count the other way round', [passage(second, 1, 4), passage(first, 1, 5)], []],
    ['does not count with one between', [passage(first, 1, 4), passage(second, 1, 6)], []],
    ['does not count of two units', [passage(first, 1, 4), passage(second, 2, 5)], []],
    ['does not count without places', [passage(first, 1), passage(second, 1)], []],
    [
      'does not count beyond the first three',
      [passage('أ'), passage('ب'), passage(first, 1, 4), passage(second, 1, 5)],
      [],
    ],
  ])('%s', (_, passages, places) => {
    expect(judgeRun({ ...RUN, passages }, { ...NOTHING, quotes: [quote] }).places).toEqual([places]);
  });
});

test('a quote may stand in the title of a section', () => {
  const passages = [passage('50 ريالًا', 1, 0, 'الرسوم › تجديد الرخصة')];
  expect(outcomeOf({ quotes: ['تجديد الرخصة 50 ريالا'] }, { passages })).toBe('passes');
});

test('a fingerprint has answer, band and texts in their order', () => {
  const [first, second] = [passage('أ'), passage('ب')];
  const prints = [
    { ...RUN, passages: [first, second] },
    { ...RUN, passages: [second, first] },
    { ...RUN, passages: [first] },
    { ...RUN, passages: [first, second], band: 'weak' as const },
    { ...RUN, passages: [first, second], answer: 'أخرى' },
  ].map(fingerprintText);
  expect(new Set(prints).size).toBe(prints.length);
  const elsewhere = { ...RUN, passages: [passage('أ', 9, 3, 'عنوان'), second] };
  expect(fingerprintText(elsewhere)).toBe(prints[0]);
});
