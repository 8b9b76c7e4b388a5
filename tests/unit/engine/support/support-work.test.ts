/** How much is done to check an answer: counted, since it is done in the process that serves everybody. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { gramsOf } from '#gateway/engine/quoting/word-features.ts';
import { createSupportCheck } from '#gateway/engine/support/check-support.ts';
import { createSentenceCutter } from '#gateway/engine/support/cut-sentences.ts';

vi.mock('#gateway/engine/quoting/word-features.ts', async (original) => {
  const real = await original<{ gramsOf: typeof gramsOf }>();
  return { ...real, gramsOf: vi.fn<typeof gramsOf>(real.gramsOf) };
});
const gramCalls = vi.mocked(gramsOf);
beforeEach(() => gramCalls.mockClear());

const LETTERS = 'بتثجحخدذرزسشصضطظعغفقكلمنه'.split('');
/** Words without similar spellings among them. */
const words = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const [leading, second, third] = [index % 25, Math.floor(index / 25) % 25, (index * 7) % 25];
    return (
      first + [leading, second, third, (leading + second) % 25].map((letter) => LETTERS[letter]).join('')
    );
  });
const PASSAGES = Array.from({ length: 20 }, (_, index) => ({
  text: words(LETTERS[index] ?? 'ب', 60).join(' '),
  titles: ['دليل'],
}));
const own = words('ظظظ', 30);

describe('the words of a sentence that cites nothing', () => {
  test('and those of the passages are each taken apart once', () => {
    const support = createSupportCheck('ما المدة؟', PASSAGES);
    support.check(`${own.join(' ')}.`);
    expect(gramCalls.mock.calls.length).toBeLessThanOrEqual(30 + 20 * 61);
    gramCalls.mockClear();
    support.check(`${own.toReversed().join(' ')}.`);
    expect(gramCalls.mock.calls.length).toBeLessThanOrEqual(30);
  });

  test('are looked for in turns, with pauses for others; those of a short one at once', async () => {
    const pause = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const support = createSupportCheck('ما المدة؟', PASSAGES.slice(0, 1));
    const short = await support.checkYielding('المدة يومان.', pause);
    expect(short).toEqual(support.check('المدة يومان.'));
    expect(pause).not.toHaveBeenCalled();
    const long = `${words('ظظ', 150).join(' ')}.`;
    expect(await support.checkYielding(long, pause)).toEqual(support.check(long));
    expect(pause.mock.calls.length).toBeGreaterThanOrEqual(1);
    await createSupportCheck('ما المدة؟', PASSAGES).checkYielding('المدة يومان.', pause);
    expect(pause.mock.calls.length).toBeGreaterThanOrEqual(5);
  });
});

test('a sentence of more words than are looked for is not supported without doubt', () => {
  const text = words('ب', 400).join(' ');
  const support = createSupportCheck('ما المدة؟', [{ text, titles: [] }]);
  expect(support.check(`${words('ب', 100).join(' ')} [1].`).level).toBe('supported');
  expect(support.check(`${text} [1].`).level).toBe('partial');
  gramCalls.mockClear();
  support.check(`${words('ظظظ', 600).join(' ')} [1].`);
  expect(gramCalls.mock.calls.length).toBeLessThanOrEqual(200 + 400);
});

test('a sentence that does not end is not cut again with each of its pieces', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  const cutter = createSentenceCutter();
  const text = 'قال د. أحمد إن النسبة ١.٥ وبعدها '.concat('كلمة أخرى '.repeat(500));
  for (let start = 0; start < text.length; start += 4)
    expect(cutter.push(text.slice(start, start + 4))).toEqual([]);
  const characters = segment.mock.calls.reduce((sum, [line]) => sum + line.length, 0);
  segment.mockRestore();
  expect(characters).toBeLessThan(text.length * 40);
  expect(cutter.finish().map(({ start, end }) => [start, end])).toEqual([[0, text.trimEnd().length]]);
});
