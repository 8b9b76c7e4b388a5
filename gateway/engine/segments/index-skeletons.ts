import { arabicSkeleton } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import { isArabic } from '#gateway/engine/lexicon/word-forms.ts';

/** Finds stems by their skeletons. */
export interface SkeletonIndex {
  /** The stems that have this skeleton, in order. */
  find(skeleton: string): number[];
}

/** Eight bytes for each Arabic stem, sorted by hash of its skeleton: the hash and the stem. `stemAt`: by number, below `count`. */
export function indexSkeletons(count: number, stemAt: (stem: number) => string): SkeletonIndex {
  const entries: { hash: number; stem: number }[] = [];
  for (let stem = 0; stem < count; stem++) {
    const text = stemAt(stem);
    if (isArabic(text)) entries.push({ hash: hashOf(arabicSkeleton(text)), stem });
  }
  entries.sort((a, b) => a.hash - b.hash);
  const hashes = Uint32Array.from(entries, ({ hash }) => hash);
  const stemNumbers = Uint32Array.from(entries, ({ stem }) => stem);
  return {
    find(skeleton) {
      const wanted = hashOf(skeleton);
      let low = 0;
      let high = hashes.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((hashes[middle] ?? 0) < wanted) low = middle + 1;
        else high = middle;
      }
      // Other skeletons may have the same hash.
      const stems: number[] = [];
      for (let index = low; hashes[index] === wanted; index++) {
        const stem = stemNumbers[index] ?? 0;
        if (arabicSkeleton(stemAt(stem)) === skeleton) stems.push(stem);
      }
      return stems;
    },
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
