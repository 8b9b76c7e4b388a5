import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyseQuestion } from '#gateway/engine/question/question.ts';
import { languageOfAnswer } from '#gateway/engine/quoting/answer-words.ts';

const QUESTIONS = readFileSync(join(import.meta.dirname, '../../../fixtures/english-questions.txt'), 'utf8')
  .trim()
  .split('\n');

test('300 short questions to English guides are read as English and answered in English', () => {
  expect(new Set(QUESTIONS).size).toBeGreaterThanOrEqual(300);
  expect(QUESTIONS.filter((question) => analyseQuestion(question).inArabizi)).toEqual([]);
  expect(QUESTIONS.filter((question) => languageOfAnswer(question) === 'ar')).toEqual([]);
});
