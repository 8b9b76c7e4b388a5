import type { Block, ReadWarning } from '#gateway/engine/document.ts';

/** The share of a page from which on a picture may be the page; smaller pictures illustrate. */
const LARGE = 0.5;
/** That share in a document whose pictures stand beside next to no text. */
const LARGE_ALONE = 0.25;
/** Characters of text for each large picture; with fewer, a document has next to no text. */
const MIN_CHARACTERS = 200;
const MAX_COUNT = 9_999;

/** Warns of pictures that may well hold text, which is not read. `shares`: of a page, that each picture covers. */
export function warnOfPictures(shares: readonly number[], blocks: readonly Block[]): ReadWarning[] {
  const wide = shares.filter((share) => share >= LARGE_ALONE).length;
  if (wide === 0) return [];
  const isAlone = countCharacters(blocks) < MIN_CHARACTERS * wide;
  return warnOfCount(isAlone ? wide : shares.filter((share) => share >= LARGE).length);
}

/** The warning for so many pictures; none for none. */
export const warnOfCount = (pictures: number): ReadWarning[] =>
  pictures > 0 ? [{ code: 'pictures-skipped', parameters: { pictures: Math.min(pictures, MAX_COUNT) } }] : [];

/** Characters of blocks; those of cells and lines alike. */
export function countCharacters(blocks: readonly Block[]): number {
  const texts = blocks.flatMap((block) =>
    block.kind === 'table' ? [...(block.header ?? []), ...block.rows.flat()] : [block.text],
  );
  return texts.reduce((sum, text) => sum + text.length, 0);
}
