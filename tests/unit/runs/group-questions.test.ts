import { expect, test } from 'vitest';
import { foldText } from '#common/fold-text.ts';
import { groupQuestions } from '#gateway/modules/runs/services/group-questions.ts';

const ask = (questions: readonly string[]) =>
  questions.map((question, index) => ({
    id: String(index),
    question,
    folded: foldText(question),
    origin: 'dashboard' as const,
    askedOn: new Date(1e6 - index),
    band: 'weak' as const,
  }));
const groupsOf = (questions: readonly string[]) =>
  groupQuestions(ask(questions)).map(({ question, runs }) => [question, runs.map(({ id }) => id).join(' ')]);

test('questions in like words are one group, most asked first, by the wording that was asked most', () => {
  expect(
    groupsOf([
      'متى تفتح المكتبة؟',
      'كم رسوم تجديد رخصة القيادة؟',
      'كم رسوم تجديد جواز السفر؟',
      'ما هي رُسوم التجديد لجواز السفر؟',
      'كم رسوم تجديد جواز السفر؟',
      'How do I renew a library card?',
      'Renewing library cards',
    ]),
  ).toEqual([
    ['كم رسوم تجديد جواز السفر؟', '2 3 4'],
    ['How do I renew a library card?', '5 6'],
    ['متى تفتح المكتبة؟', '0'],
    ['كم رسوم تجديد رخصة القيادة؟', '1'],
  ]);
});

test('questions of stop words alone are alike when they have the same words', () => {
  expect(groupsOf(['من هو؟', 'من هو', 'كيف ذلك؟', '؟'])).toHaveLength(3);
});

test('makes the same groups of the same questions', () => {
  const words = ['رسوم', 'جواز', 'رخصة', 'تجديد', 'إقامة', 'مكتب', 'دوام', 'موعد'];
  const questions = Array.from({ length: 500 }, (_, index) =>
    [1, 3, 7].map((step) => words[(index * step) % (words.length - (step % 3))]).join(' '),
  );
  const groups = groupsOf(questions);
  expect(groups.reduce((sum, [, ids = '']) => sum + ids.split(' ').length, 0)).toBe(500);
  expect(groupsOf(questions)).toEqual(groups);
});
