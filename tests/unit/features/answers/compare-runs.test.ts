import { describe, expect, test } from 'vitest';
import {
  comparePassages,
  differingSettings,
  differingStatements,
} from '#src/features/answers/comparison/compare-runs.ts';
import { createAnswerRun } from '#src/ui/run/answer-run.ts';
import { DEFAULT_ASK_SETTINGS } from '#src/ui/run/ask-settings.ts';

const passage = (text: string) => ({
  text,
  score: 0.5,
  metadata: { file_id: 'f', 'Section Title': 'الرسوم' },
});
const list = (...texts: string[]) => ({ documents: texts.map(passage) });

describe('passages of two runs', () => {
  test('are aligned by text, those of the second alone last', () => {
    expect(
      comparePassages(list('أ', 'ب', 'ج'), list('ج', 'د', 'أ')).map(({ text, first, second }) => [
        text,
        first,
        second,
      ]),
    ).toEqual([
      ['أ', 0, 2],
      ['ب', 1, undefined],
      ['ج', 2, 0],
      ['د', undefined, 1],
    ]);
  });

  test('are aligned once each where a text comes twice', () => {
    expect(
      comparePassages(list('أ', 'أ'), list('أ', 'أ', 'أ')).map(({ first, second }) => [first, second]),
    ).toEqual([
      [0, 0],
      [1, 1],
      [undefined, 2],
    ]);
  });

  test('are an empty list for two runs without passages', () => {
    expect(comparePassages({ documents: undefined }, { documents: undefined })).toEqual([]);
  });
});

test('settings that differ are named once', () => {
  const run = (settings: Partial<typeof DEFAULT_ASK_SETTINGS>) =>
    createAnswerRun('a', { question: 'س', names: [], settings: { ...DEFAULT_ASK_SETTINGS, ...settings } }, 0);
  expect(differingSettings(run({ Limit: 3 }), run({ Limit: 5, streamed: false }))).toEqual([
    'Limit',
    'streamed',
  ]);
  expect(differingSettings(run({ Limit: 3 }), run({ Limit: 3 }))).toEqual([]);
});

describe('statements that only one answer has', () => {
  const words = (text: string, reference: string) =>
    differingStatements(text, reference).map(({ start, end }) => text.slice(start, end).trim());

  test('are the changed ones, whatever the spelling of the rest', () => {
    const before = 'الرسوم ٤٠٠ ريال.\nتُدفع خلال ٣٠ يومًا.';
    const after = 'الرسوم 450 ريال.\nتدفع خلال 30 يوما.';
    expect(words(before, after)).toEqual(['الرسوم ٤٠٠ ريال.']);
    expect(words(after, before)).toEqual(['الرسوم 450 ريال.']);
  });

  test('are none of equal answers, and all of an answer beside an empty one', () => {
    expect(words('One. Two.', 'One. Two.')).toEqual([]);
    expect(words('One. Two.', '')).toEqual(['One.', 'Two.']);
  });
});
