import { expect, test } from 'vitest';
import { analyseQuestion } from '#gateway/engine/question/question.ts';
import { createQuestionMatcher } from '#gateway/engine/quoting/question-matcher.ts';
import { readStatements } from '#gateway/engine/quoting/statements.ts';

const matcherOf = (text: string) => {
  const question = analyseQuestion(text);
  return createQuestionMatcher(text, question, new Map(question.stems.map((stem) => [stem, 1])), ['en']);
};
const wordsOf = (text: string) => readStatements(text, 'en').statements.flatMap(({ words }) => words);

test('two questions that look at the same words in turns keep their own matches', () => {
  const [fees, opening] = [matcherOf('كم رسوم الحساب؟'), matcherOf('When does the office open?')];
  const words = wordsOf('رسوم فتح الحساب، office fees');
  const alone = [fees, opening].map((matcher) => wordsOf('رسوم فتح الحساب، office fees').map(matcher.match));
  const inTurns = words.map((word) => [fees.match(word), opening.match(word), fees.match(word)]);
  expect(inTurns.map(([first]) => first)).toEqual(alone[0]);
  expect(inTurns.map(([, second]) => second)).toEqual(alone[1]);
  expect(inTurns.map(([, , third]) => third)).toEqual(alone[0]);
  expect(alone[0]).not.toEqual(alone[1]);
});

test('a word of a date is matched as one, although it stood outside of a date before', () => {
  const matcher = matcherOf('ماذا يحدث في 1 مارس 2026؟');
  const outside = wordsOf('الغرفة 3 في 2026').map((word) => matcher.match(word).stems);
  const inside = wordsOf('يبدأ في 1/3/2026')
    .slice(-3)
    .map((word) => matcher.match(word).stems);
  expect(inside.every((stems) => stems.length > 0)).toBe(true);
  expect(inside.at(-1)).not.toEqual(outside.at(-1));
});
