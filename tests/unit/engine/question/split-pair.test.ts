import { expect, test } from 'vitest';
import { splitPair } from '#gateway/engine/question/split-pair.ts';

test.each([
  ['كم رسوم البطاقة وكم حد السحب؟', ['كم رسوم البطاقة', 'كم حد السحب؟']],
  ['متى يفتح الفرع؟ ومتى يغلق؟', ['متى يفتح الفرع', 'متى يغلق؟']],
  ['ما رقم الحجز ورقم الطوارئ؟', ['ما رقم الحجز', 'ما رقم الطوارئ؟']],
  ['سعر الغرفة المفردة والغرفة المزدوجة', ['سعر الغرفة المفردة', 'سعر الغرفة المزدوجة']],
  ['What is the limit and how many agents can reply?', ['What is the limit', 'how many agents can reply?']],
  [
    'What is the fee for a card and the limit of a transfer?',
    ['What is the fee for a card', 'What is the limit of a transfer?'],
  ],
])('%s is two questions', (question, questions) => {
  expect(splitPair(question)).toEqual({ questions, leans: false });
});

test.each([
  ['كم رسوم البطاقة الذهبية وكم مدتها؟', 'البطاقة'],
  ['What is the courtesy car and how long is it available?', 'courtesy'],
])('%s: the second is about what the first names', (question, subject) => {
  const pair = splitPair(question);
  expect(pair?.leans).toBe(true);
  expect(pair?.questions[1]).toContain(subject);
});

test.each([
  'كم رسوم البطاقة؟',
  'فحص القلب والشرايين',
  'terms and conditions',
  'What is the fee for pick and drop?',
  '',
])('%j is one question', (question) => {
  expect(splitPair(question)).toBeUndefined();
});
