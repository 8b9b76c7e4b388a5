import { expect, test } from 'vitest';
import { usedPassages } from '#src/ui/answer/used-passages.ts';

test.each([
  ['answered', [[1, 'quoted']]],
  ['weak', [[1, 'nearest']]],
  ['not-found', []],
] as const)('passages of a quotation that is %s', (band, used) => {
  expect([...usedPassages({ kind: 'quoted', band, quoted: [1], sentences: [] })]).toEqual(used);
});
