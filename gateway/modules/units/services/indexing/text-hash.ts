import { foldText } from '#common/fold-text.ts';
import type { Sha256 } from '#gateway/core/sha256.ts';
import type { Block } from '#gateway/engine/document.ts';

/** Words whose folded letters are remembered. Most words of a text come again. */
const MAX_WORDS = 20_000;

/**
 * Hash of the letters and digits of a text, folded: two documents with the same words in this order have the same, whatever
 * their format, layout and diacritics are.
 */
export function createTextHash(hash: Sha256) {
  const encoder = new TextEncoder();
  const words = new Map<string, string>();
  const fold = (word: string): string => {
    const folded = words.get(word);
    if (folded !== undefined) return folded;
    const letters = foldText(word).replace(/[^\p{L}\p{N}]/gu, '');
    if (words.size < MAX_WORDS) words.set(word, letters);
    return letters;
  };
  return {
    add(blocks: readonly Block[]): void {
      const texts = blocks.flatMap((block) =>
        block.kind === 'table' ? [block.header ?? [], ...block.rows].flat() : [block.text],
      );
      const letters = texts.map((text) => text.split(/\s+/u).map(fold).join('')).join('');
      hash.update(encoder.encode(letters));
    },
    digest: () => hash.digest(),
  };
}
