import { expect, test } from 'vitest';
import { createRandom } from '#tests/support/fleet/random.ts';
import { createQuestionWork, longQuestions } from '#tests/support/question-work.ts';

const QUESTIONS = 200;
const seed = Number(process.env['FIHRIST_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 32));

test('questions of repeated letters and of random words take no more than their budget of steps and look-ups', () => {
  const work = createQuestionWork(seed);
  const random = createRandom(seed);
  const questions = longQuestions(seed);
  for (let turn = 0; turn < QUESTIONS; turn++) {
    const question = random.pick(questions);
    expect(() => work.ask(question), `FIHRIST_TEST_SEED=${seed}: ${question.slice(0, 40)}`).not.toThrow();
  }
});
