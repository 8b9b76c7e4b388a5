import { describe, expect, test } from 'vitest';
import { createRandom } from '#tests/bench/statistics.ts';
import { editDistance, editDistanceByColumns } from '#tests/support/score-reading.ts';

/** The table that everybody knows, row by row. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

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
  });

  test('is the table’s, both ways, around the ends of blocks, however alike the texts', () => {
    const random = createRandom(5);
    const letter = () => 'ابتث '[Math.floor(random() * 5)] ?? '';
    for (const length of [1, 31, 32, 33, 63, 64, 65, 97, 200]) {
      const a = Array.from({ length }, letter).join('');
      const near = a.replaceAll(/./gu, (kept) => (random() < 0.1 ? letter() : random() < 0.1 ? '' : kept));
      const far = Array.from({ length: Math.floor(length * 1.5) }, letter).join('');
      for (const b of [near, far]) {
        const edits = countEdits(a, b);
        expect([editDistance(a, b), editDistanceByColumns(a, b), editDistanceByColumns(b, a)]).toEqual([
          edits,
          edits,
          edits,
        ]);
      }
    }
  });
});
