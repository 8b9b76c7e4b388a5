import type { OfficeContentNode } from 'officeparser';
import { expect, test } from 'vitest';
import { collectBlocks, restartLists } from '#gateway/engine/reading/office/collect-blocks.ts';

const item = (text: string, itemIndex: number, indentation = 0): OfficeContentNode => ({
  type: 'list',
  text,
  metadata: { listType: 'ordered', listId: 'L1', alignment: 'left', indentation, itemIndex },
});
const heading: OfficeContentNode = { type: 'heading', text: 'Returns', metadata: { level: 1 } };

// As the library counts lists of one style: on and on.
test.each([
  [true, ['1.', '2.', undefined, '1.', '2.']],
  [false, ['1.', '2.', undefined, '3.', '4.']],
])('a list below the next heading begins again: %s', (atHeadings, ordinals) => {
  const content = [item('a', 0), item('b', 1), heading, item('c', 2), item('d', 3)];
  restartLists(content, atHeadings);
  const { blocks } = collectBlocks(content, {});
  expect(blocks.map((block) => ('ordinal' in block ? block.ordinal : undefined))).toEqual(ordinals);
});
