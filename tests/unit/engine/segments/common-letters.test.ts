import { expect, test } from 'vitest';
import { commonLetters, takeMost } from '#gateway/engine/segments/common-letters.ts';
import { StringTable } from '#gateway/engine/tables/string-table.ts';
import { createWordMemo } from '#gateway/engine/tables/word-memo.ts';

test.each([1, 2 ** 21, 2 ** 40])(
  'the most frequent come first, the lower of equals before, %i times each',
  (often) => {
    const numbers = [7, 2 ** 32 - 1, 0, 65_536, 3];
    const times = [1, 4, 2, 2, 1].map((count) => count * often);
    expect(takeMost(numbers, times, 9)).toEqual([2 ** 32 - 1, 0, 65_536, 3, 7]);
    expect(takeMost(numbers, times, 2)).toEqual([2 ** 32 - 1, 0]);
  },
);

test('letters count as often as their strings, and by every call alike', () => {
  const table = new StringTable();
  for (const text of ['abb', 'كتاب', 'bc', 'unused']) table.numberOf(text);
  const letters = () => String.fromCharCode(...commonLetters(table, Uint32Array.of(1, 3, 1, 0), 4));
  expect(letters()).toBe('bابت');
  expect(letters()).toBe('bابت');
});

test('a memo learns each word once while it has room', () => {
  const learnt: string[] = [];
  const memo = createWordMemo(3, (word) => learnt.push(word));
  expect(['كتاب', 'قلم', 'كتاب', 'دفتر'].map((word) => memo.of(word))).toEqual([1, 2, 1, 3]);
  const table = new StringTable();
  expect(memo.at(table, table.numberOf('قلم'))).toBe(4);
  expect(memo.of('قلم')).toBe(4);
  expect(learnt).toEqual(['كتاب', 'قلم', 'دفتر', 'قلم']);
});
