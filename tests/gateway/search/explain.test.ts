import { describe, expect, test } from 'vitest';
import { locateQuotes } from '#gateway/search/explain/locate-quotes.ts';
import { markMatches } from '#gateway/search/explain/mark-matches.ts';
import { nameFolds } from '#gateway/search/explain/name-folds.ts';
import { analyseQuestion } from '#gateway/search/question.ts';
import { normaliseWord } from '#gateway/text/analysis/normalise.ts';

describe('what was done to a word', () => {
  test.each([
    ['كتاب', []],
    ['كِتَابٌ', ['marks']],
    ['كتـــاب', ['tatweel']],
    ['أإآ', ['hamza']],
    ['مسؤول', ['hamza']],
    ['مدرسة', ['letters']],
    ['هُدى', ['marks', 'letters']],
    ['کتاب', ['letters']],
    ['٢٠٢٦', ['digits']],
    ['٢٥٬٠٠٠', ['digits', 'separators']],
    ['25,000', ['separators']],
    ['\u200fكتاب', ['invisible']],
    ['ﻛﺘﺎﺏ', ['forms']],
    ['API', ['case']],
    ['Café', ['case', 'marks']],
  ])('%s', (written, folds) => {
    expect(nameFolds(written, normaliseWord(written))).toEqual(folds);
  });
});

describe('marks', () => {
  const marked = (question: string, text: string, synonyms: string[][] = []) =>
    markMatches(text, analyseQuestion(question, { synonyms }), 'en').map(
      ({ start, end, alternative }) => text.slice(start, end) + (alternative === null ? '' : '*'),
    );

  test.each([
    ['كتاب', 'وبالكِتَابِ والكتـــاب، كتابُه\u200f: (كتاب)', ['وبالكِتَابِ', 'والكتـــاب', 'كتابُه', 'كتاب']],
    ['أسئلة', 'الأسئلة والاسئله', ['الأسئلة', 'والاسئله']],
    ['مسؤول', 'المسئول عن المسؤوليات', ['المسئول']],
    ['مدرسة', 'في المدارس', ['المدارس']],
    ['25000 ريال', 'مبلغ ٢٥٬٠٠٠ ريالٍ', ['٢٥٬٠٠٠', 'ريالٍ']],
    ['API الدفع', 'عبر الـAPI، بالدَّفع', ['API', 'بالدَّفع']],
    ['borrowed books', 'To borrow a BOOK’s copy', ['borrow', 'BOOK']],
    ['في المكتبة', 'في البيت', []],
  ])('%s in %s', (question, text, expected) => {
    expect(marked(question, text).filter((word) => expected.includes(word))).toEqual(expected);
    expect(marked(question, text).length).toBeLessThanOrEqual(expected.length + 1);
  });

  test('alternatives count where all of their words are, and never hide the word itself', () => {
    const synonyms = [['غرامة', 'دفع ريال']];
    expect(marked('غرامة', 'من تأخر دَفَع عشرين ريالًا', synonyms)).toEqual(['دَفَع*', 'ريالًا*']);
    expect(marked('غرامة', 'من تأخر دفع', synonyms)).toEqual([]);
    expect(marked('غرامة', 'الغرامة أن يدفع ريالًا', synonyms)).toContain('الغرامة');
  });
});

describe('quotes', () => {
  const passages = [
    { text: 'Late books cost a pound. Members borrow six books for three weeks.' },
    { text: 'تُعاد الرسوم كاملة عند الإلغاء. ويُحجز الموعد قبل يومين.' },
  ];
  const found = (answer: string, from: number[]) =>
    locateQuotes(answer, passages, from).map(({ passage, inPassage, inAnswer }) => {
      const words = passages[passage]?.text.slice(inPassage.start, inPassage.end);
      expect(answer.slice(inAnswer.start, inAnswer.end)).toBe(words);
      return [passage, words];
    });

  test('each stretch with its passage, what joins them left out', () => {
    expect(
      found('Members borrow six books for three weeks.\nتُعاد الرسوم كاملة عند الإلغاء.', [0, 1]),
    ).toEqual([
      [0, 'Members borrow six books for three weeks.'],
      [1, 'تُعاد الرسوم كاملة عند الإلغاء.'],
    ]);
  });

  test('a cut ends after a word', () => {
    expect(found('Members borrow six books for …', [0])).toEqual([[0, 'Members borrow six books for']]);
    expect(found('Late books cost a poundage', [0])).toEqual([[0, 'Late books cost a']]);
  });

  test('lines are quotations of their own, though the passage has the same beginning there', () => {
    const table = [
      { text: 'المنتج: جهاز مغلق | 15 يومًا\nالمنتج: جهاز مفتوح | 7\nالمنتج: جهاز تالف | 30 يومًا' },
    ];
    const answer = 'المنتج: جهاز مغلق | 15 يومًا\nالمنتج: جهاز تالف | 30 يومًا';
    const lines = locateQuotes(answer, table, [0]).map(({ inAnswer: { start, end } }) =>
      answer.slice(start, end),
    );
    expect(lines).toEqual(answer.split('\n'));
  });

  test('words of no passage, or of one that was not quoted, are no quotation', () => {
    expect(found('I did not find an answer.', [0, 1])).toEqual([]);
    expect(found('تُعاد الرسوم كاملة عند الإلغاء.', [0])).toEqual([]);
    expect(found('', [0])).toEqual([]);
  });
});
