import { describe, expect, test } from 'vitest';
import { BYTE_ORDER_MARK, toCsv } from '#common/csv.ts';
import { batchTable, questionsOf, waitingRow } from '#src/features/test-batch/batch.ts';
import { expectAnswer } from '#src/ui/test/expect-answer.ts';

const document = (text: string) => ({
  text,
  score: 0.9,
  fileId: 'f',
  sectionTitle: 'الرسوم',
  unitId: 1,
  unitTitle: 'دليل',
});
const ANSWER = {
  answer: 'رسوم التجديد 400 ريال.',
  band: 'answered' as const,
  certainty: 0.9,
  quoted: [0],
  documents: [document('رسوم التجديد 400 ريال. تُدفع مرة واحدة.'), document('تُسلَّم خلال 5 أيام.')],
};

describe('questions of a pasted text', () => {
  test('are its lines, without list signs, empty lines and repetitions', () => {
    expect(questionsOf('1. كم الرسوم؟\r\n\n- متى الدوام؟\n٣) كم الرُّسوم؟\n• What time?\n2027 fees?')).toEqual([
      'كم الرسوم؟',
      'متى الدوام؟',
      'What time?',
      '2027 fees?',
    ]);
  });

  test('are none in a text without words', () => {
    expect(questionsOf(' \n\n \t')).toEqual([]);
  });
});

describe('what a verdict expects', () => {
  test('is what a right answer quotes, and its band', () => {
    expect(expectAnswer('كم رسوم التجديد؟', ANSWER, 'right')).toMatchObject({
      quotes: ['رسوم التجديد 400 ريال.'],
      band: 'answered',
    });
  });

  test('is the nearest statement of a passage that answers, whatever the band', () => {
    expect(expectAnswer('كم رسوم التجديد؟', ANSWER, 'passage')).toMatchObject({
      quotes: ['رسوم التجديد 400 ريال.'],
      band: null,
    });
  });

  test('is that nothing is found where refusing is right, and nothing for a greeting', () => {
    const refused = { ...ANSWER, answer: '', band: 'not-found' as const, quoted: [], documents: [] };
    expect(expectAnswer('ما عاصمة اليابان؟', refused, 'right')).toMatchObject({
      quotes: [],
      band: 'not-found',
    });
    expect(expectAnswer('مرحبا', { ...refused, band: 'reply' }, 'right')).toBeUndefined();
  });
});

test('a batch as a file runs nothing in a spreadsheet', () => {
  const row = { ...waitingRow('=1+1'), answer: ANSWER, state: 'asked' as const, verdict: 'right' as const };
  const table = batchTable([row], {
    heads: ['السؤال', 'الإجابة', 'الحالة', 'الوحدة', 'القسم', 'التقييم'],
    band: () => 'تمت الإجابة',
    verdict: () => 'صحيحة',
  });
  expect(toCsv(table)).toBe(
    `${BYTE_ORDER_MARK}السؤال,الإجابة,الحالة,الوحدة,القسم,التقييم\r\n'=1+1,رسوم التجديد 400 ريال.,تمت الإجابة,دليل,الرسوم,صحيحة\r\n`,
  );
});
