import type { Leaf } from './outline.ts';

/** How much larger than running text a heading is set. */
const HEADING_SIZE_RATIO = 1.12;

const MAX_HEADING_LENGTH = 200;

/** Where more than this share of the letters is large, size says nothing. */
const MAX_LARGE_SHARE = 0.3;

/**
 * Headings of a document that marks none: short paragraphs set larger than most of its text, the larger the higher.
 * LibreOffice writes its books so. A document that marks one heading is taken at its word.
 */
export function detectHeadingsBySize(leaves: readonly Leaf[]): Leaf[] {
  if (leaves.some(({ block }) => block.kind === 'heading')) return [...leaves];
  const body = commonSize(leaves);
  const isLarge = (leaf: Leaf): boolean =>
    isShortParagraph(leaf) && sizeOf(leaf) >= body * HEADING_SIZE_RATIO;
  const large = leaves.filter(isLarge);
  if (large.length === 0 || lengthOf(large) > MAX_LARGE_SHARE * lengthOf(leaves)) return [...leaves];
  const sizes = [...new Set(large.map(sizeOf))].toSorted((a, b) => b - a);
  return leaves.map((leaf) => {
    if (!isLarge(leaf) || leaf.block.kind !== 'paragraph') return leaf;
    const level = Math.min(sizes.indexOf(sizeOf(leaf)) + 1, 6) as 1;
    return { ...leaf, block: { ...leaf.block, kind: 'heading', level } };
  });
}

const lengthOf = (leaves: readonly Leaf[]): number =>
  leaves.reduce((sum, { block }) => sum + (block.kind === 'table' ? 0 : block.text.length), 0);

/** To half a point: rounding errors are no levels. */
const sizeOf = ({ size }: Leaf): number => Math.round(size * 2) / 2;

function commonSize(leaves: readonly Leaf[]): number {
  const letters = new Map<number, number>();
  for (const leaf of leaves) {
    if (leaf.block.kind === 'table') continue;
    letters.set(sizeOf(leaf), (letters.get(sizeOf(leaf)) ?? 0) + leaf.block.text.length);
  }
  const [common = [0, 0]] = [...letters].toSorted(([, a], [, b]) => b - a);
  return common[0];
}

function isShortParagraph({ block }: Leaf): boolean {
  return (
    block.kind === 'paragraph' &&
    block.text.length <= MAX_HEADING_LENGTH &&
    !block.text.includes('\n') &&
    /\p{L}/u.test(block.text) &&
    !/[.،,;؛]$/.test(block.text)
  );
}
