import { expect, test } from 'vitest';
import type { SentenceSupport } from '#contract/headers.ts';
import { copiedAnswer } from '#src/features/answers/answer/copied-answer.ts';
import { type AnswerRun, createAnswerRun } from '#src/ui/run/answer-run.ts';
import { DEFAULT_ASK_SETTINGS } from '#src/ui/run/ask-settings.ts';

const passage = (file: string, section: string) => ({
  text: '',
  score: 1,
  metadata: { file_id: file, 'Section Title': section },
});
const DOCUMENTS = [
  passage('bank.md', 'دليل البنك › البطاقات › الرسوم'),
  passage('cards.pdf', 'Cards › Fees'),
  passage('hours.md', 'Opening hours'),
];
const copy = (fields: Partial<AnswerRun>, label = 'Source:') => {
  const request = { question: 'كم؟', names: [], settings: DEFAULT_ASK_SETTINGS };
  const run = {
    ...createAnswerRun('1', request, 0),
    phase: 'done',
    documents: DOCUMENTS,
    ...fields,
  } as const;
  return copiedAnswer(run, { explanationState: { state: 'absent' }, units: [], label });
};
const RTL = '\u2067';
const LTR = '\u2066';
const END = '\u2069';

test('يأخذ النص المنسوخ معه المصدر: الملف والعناوين', () => {
  const answer = 'كثبان: الرسم السنوي 400 ريال';
  expect(copy({ answer, kind: 'quoted', band: 'answered', quoted: [0] }, 'المصدر:')).toBe(
    `${answer}\n\nالمصدر: bank.md › البطاقات › الرسوم`,
  );
});

test('a line of the other direction keeps its own, one without letters that of the line above', () => {
  const answer = 'The yearly fee (النص):\nكثبان: الرسم (سنويًا) 400 ريال.\n(400)';
  expect(copy({ answer, kind: 'quoted', band: 'answered', quoted: [1] })).toBe(
    `The yearly fee (النص):\n${RTL}كثبان: الرسم (سنويًا) 400 ريال.${END}\n${RTL}(400)${END}\n\nSource: cards.pdf › Cards › Fees`,
  );
  expect(copy({ answer: 'رسم كثبان 400 ريال', kind: 'quoted', band: 'answered', quoted: [1] })).toBe(
    `رسم كثبان 400 ريال\n\n${LTR}Source: cards.pdf › Cards › Fees${END}`,
  );
});

test('of a weak answer the section quoted, of a model all that it cites, by number and once', () => {
  const weak = { answer: 'No direct answer found.\nOpen at 8', kind: 'quoted', band: 'weak' } as const;
  expect(copy({ ...weak, quoted: [2, 1] })).toBe(`${weak.answer}\n\nSource: hours.md › Opening hours`);
  const sentence = { from: 0, to: 4, level: 'supported', documents: [2, 1] } satisfies SentenceSupport;
  expect(copy({ answer: 'Open [3]', kind: 'generated', band: 'answered', sentences: [sentence] })).toBe(
    'Open [3]\n\n[3] hours.md › Opening hours\n[2] cards.pdf › Cards › Fees',
  );
  expect(copy({ answer: 'Nothing', kind: 'quoted', band: 'not-found' })).toBe('Nothing');
});
