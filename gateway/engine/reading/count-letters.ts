import type { Block } from '#gateway/engine/document.ts';

/** Letters and digits beside its title and headings with which a document says something. */
export const MIN_LETTERS = 8;

/** Letters and digits of blocks that are neither headings nor the title; counting ends where they are enough. */
export function countLetters(blocks: readonly Block[], title: string | undefined): number {
  let letters = 0;
  for (const block of blocks) {
    if (letters >= MIN_LETTERS) break;
    if (block.kind === 'heading' || (block.kind !== 'table' && block.text === title)) continue;
    const text = block.kind === 'table' ? [block.header ?? [], ...block.rows].flat().join('') : block.text;
    letters += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  }
  return letters;
}
