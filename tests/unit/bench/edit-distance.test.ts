import { describe, expect, test } from 'vitest';
import { editDistance as editDistanceByTable } from '#gateway/core/edit-distance.ts';
import { createRandom } from '#tests/bench/statistics.ts';
import { editDistance, editDistanceByColumns } from '#tests/support/score-reading.ts';

describe('edit distance', () => {
  test.each([
    ['', '', 0],
    ['كتاب', '', 4],
    ['', 'كتاب', 4],
    ['كتاب', 'كاتب', 2],
    ['مكتبة', 'مكتبه', 1],
    ['kitten', 'sitting', 3],
  ])('between %j and %j is %i', (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits);
    expect(editDistanceByColumns(a, b)).toBe(edits);
    expect(editDistanceByTable(a, b)).toBe(edits);
  });

  test('is the table’s, both ways, around the ends of blocks, however alike the texts', () => {
    const random = createRandom(5);
    const letter = () => 'ابتث '[Math.floor(random() * 5)] ?? '';
    for (const length of [1, 31, 32, 33, 63, 64, 65, 97, 200]) {
      const a = Array.from({ length }, letter).join('');
      const near = a.replaceAll(/./gu, (character) =>
        random() < 0.1 ? letter() : random() < 0.1 ? '' : character,
      );
      const far = Array.from({ length: Math.floor(length * 1.5) }, letter).join('');
      for (const b of [near, far]) {
        const edits = editDistanceByTable(a, b);
        expect([editDistance(a, b), editDistanceByColumns(a, b), editDistanceByColumns(b, a)]).toEqual([
          edits,
          edits,
          edits,
        ]);
      }
    }
  });
});
