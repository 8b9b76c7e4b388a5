import { describe, expect, test } from 'vitest';
import { type ExpectedRun, expectQuotes, expectSame, statementsFor } from '#common/expect-run.ts';
import { judgeRun } from '#common/judge-run.ts';
import { splitStatements } from '#common/split-statements.ts';

const passage = (text: string) => ({ text, unitId: 1, ordinal: null, sectionTitle: 'الرسوم' });
const ROW = 'الخدمة: تجديد الرخصة | الرسوم: ٥٠ ريالًا';
const RUN: ExpectedRun = {
  question: 'كم رسوم تجديد الرخصة؟',
  answer: 'تجديد الرخصة: ٥٠ ريالًا\nتدفع الرسوم عند التقديم. ولا ترد بعد الإصدار.',
  band: 'answered',
  quoted: [1],
  sentences: [],
  passages: [
    passage('الدوام من الثامنة. رسوم الإلغاء 20 ريالًا.'),
    passage(`${ROW}\nتدفع الرسوم عند التقديم. ولا ترد بعد الإصدار.`),
  ],
};

describe('"Right" expects', () => {
  test('each statement that the answer quotes, and its band', () => {
    expect(expectSame(RUN)).toEqual({
      quotes: ['تجديد الرخصة: ٥٠ ريالًا', 'تدفع الرسوم عند التقديم.', 'ولا ترد بعد الإصدار.'],
      within: 3,
      contains: [],
      lacks: [],
      band: 'answered',
      units: [],
    });
  });

  test('nothing that the gateway adds to the quotation', () => {
    const answer = `أقرب ما وجدت في قسم الرسوم:\n${RUN.answer}`;
    expect(expectSame({ ...RUN, answer, band: 'weak' })).toEqual({
      ...expectSame(RUN),
      band: 'weak-or-better',
    });
  });

  test('the band alone of an answer that found nothing', () => {
    const expected = expectSame({ ...RUN, answer: 'لم أجد إجابة.', band: 'not-found', quoted: [] });
    expect(expected).toMatchObject({ quotes: [], band: 'not-found' });
  });

  test('as many passages as hold the quotes', () => {
    const passages = [...Array.from({ length: 5 }, () => passage('أخرى')), ...RUN.passages];
    expect(expectSame({ ...RUN, passages, quoted: [6] })?.within).toBe(7);
  });

  test('nothing of a reply to a greeting', () => {
    expect(expectSame({ ...RUN, band: 'reply' })).toBeUndefined();
  });

  test('of an answer without a band the quotes alone, and nothing where no passage has its words', () => {
    const right = expectSame(RUN);
    expect(expectSame({ ...RUN, band: null })).toEqual({ ...right, band: null });
    expect(expectSame({ ...RUN, band: null, answer: 'كلام آخر تمامًا.' })).toBeUndefined();
  });

  test('what the sentences of a model are taken from', () => {
    const answer = 'التجديد يكلف خمسين ريالًا [2].';
    const sentences = [{ from: 0, to: answer.length, documents: [1] }];
    expect(expectSame({ ...RUN, answer, quoted: [], sentences })?.quotes).toEqual([
      'الخدمة: تجديد الرخصة | الرسوم: ٥٠ ريالًا',
    ]);
  });

  test('what passes for the same run', () => {
    const expected = expectSame(RUN);
    expect(expected && judgeRun(RUN, expected).outcome).toBe('passes');
  });
});

test('a marked passage is expected by the statement that is nearest to the question', () => {
  expect(statementsFor(RUN, [0])).toEqual(['رسوم الإلغاء 20 ريالًا.']);
  expect(statementsFor(RUN, [1, 9])).toEqual([ROW]);
  expect(expectQuotes(RUN, [ROW, ROW])).toMatchObject({ quotes: [ROW], within: 3, band: null });
});

describe('a statement is', () => {
  test.each([
    ['a sentence', 'الأولى هنا. والثانية هناك؟ نعم هي', ['الأولى هنا.', 'والثانية هناك؟', 'نعم هي']],
    ['a line', 'صف أول\nصف ثان', ['صف أول', 'صف ثان']],
    ['no abbreviation', 'د. سالم حاضر. انتهى الدوام', ['د. سالم حاضر.', 'انتهى الدوام']],
    ['no decimal', 'It costs 50.75 SAR. Pay now', ['It costs 50.75 SAR.', 'Pay now']],
    ['said once', 'مرة واحدة.\nمرة واحدة.', ['مرة واحدة.']],
    ['something', ' \n—\n', []],
  ])('%s', (_, text, statements) => {
    expect(splitStatements(text)).toEqual(statements);
  });

  test('at most 300 characters long, cut behind a word', () => {
    const [statement = ''] = splitStatements('كلمة '.repeat(100));
    expect(statement.length).toBeLessThanOrEqual(300);
    expect(statement.endsWith('كلمة')).toBe(true);
    expect(splitStatements('س'.repeat(400))[0]?.length).toBe(300);
  });
});

describe('texts of one sign over and over', () => {
  // A reader that tracks back over them would not end within a day.
  test.each([' ', '- ', '. ', ': ', '(', '\t'])('are read once: %j', (sign) => {
    const text = `${sign.repeat(20_000)}كم\n${sign.repeat(20_000)}رسوم التجديد 50 ريال`;
    const run = { ...RUN, question: text, passages: [passage(text)] };
    expect(statementsFor(run, [0])).toHaveLength(1);
    expect(judgeRun(run, { ...expectQuotes(run, ['رسوم التجديد 50 ريال']), band: null }).outcome).toBe(
      'passes',
    );
  });
});
