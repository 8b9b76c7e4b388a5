import type { Block, ReadWarning } from '#gateway/engine/document.ts';

/** The part of a page from which on a picture stands for a page; smaller ones illustrate. */
const LARGE = 0.5;
/** The same in a document that says next to nothing beside its pictures. */
const LARGE_ALONE = 0.25;
/** Characters for each large picture below which a document says next to nothing. */
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
