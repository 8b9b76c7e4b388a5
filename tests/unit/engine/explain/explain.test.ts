import { describe, expect, test } from 'vitest';
import { normaliseWord } from '#common/fold-text.ts';
import { listNormalisations } from '#gateway/engine/explain/explain-question.ts';
import { markMatches } from '#gateway/engine/explain/mark-matches.ts';
import { analyseQuestion } from '#gateway/engine/question/question.ts';

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
  ])('%s', (word, folds) => {
    expect(listNormalisations(word, normaliseWord(word))).toEqual(folds);
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

  test.each([
    ['مصاريف الحجز', 'تُدفع الرُّسوم عند الوصول', ['الرُّسوم*']],
    ['refund', 'يمكنك استرداد المبلغ خلال أسبوع', ['استرداد*', 'المبلغ*']],
    ['مصاريف', 'يبدأ الدوام صباحًا', []],
    ['3ayez arga3 el fatoora', 'تصدر الفاتورة أول الشهر', ['الفاتورة*']],
    ['kam se3r el eshterak', 'الاشتراك شهري', ['الاشتراك*']],
  ])('a concept or its Arabic consonants, only where they are: %s in %s', (question, text, expected) => {
    expect(marked(question, text)).toEqual(expected);
  });
});
