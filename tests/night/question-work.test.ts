/** Every long question of the unit test of the same name, of which that takes two hundred. */
import { expect, test } from 'vitest';
import { createQuestionWork, longQuestions } from '#tests/support/question-work.ts';

const seed = Number(process.env['FIHRIST_TEST_SEED'] ?? 20261128);

test('no question of repeated letters or of random words takes more than its budget of steps and look-ups', () => {
  const work = createQuestionWork(seed);
  for (const question of longQuestions(seed))
    expect(() => work.ask(question), `FIHRIST_TEST_SEED=${seed}: ${question.slice(0, 40)}`).not.toThrow();
}, 1_200_000);
