import { arabicSkeleton } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import { isArabic } from '#gateway/engine/lexicon/word-forms.ts';

/** The sorted stems of a segment, as far as skeletons need them. */
interface Stems {
  count: number;
  at(stem: number): string;
  documentFrequency(stem: number): number;
}

/** Finds stems by their skeletons. */
export interface SkeletonIndex {
  /** The most frequent stem that has this skeleton, the first of equals; -1 where none has. */
  find(skeleton: string): number;
}

/** Eight bytes for each distinct skeleton, sorted by hash: the hash and the stem. */
export function indexSkeletons(stems: Stems): SkeletonIndex {
  const mostFrequent = new Map<string, { stem: number; frequency: number }>();
  for (let stem = 0; stem < stems.count; stem++) {
    const text = stems.at(stem);
    if (!isArabic(text)) continue;
    const skeleton = arabicSkeleton(text);
    const frequency = stems.documentFrequency(stem);
    const entry = mostFrequent.get(skeleton);
    if (!entry) mostFrequent.set(skeleton, { stem, frequency });
    else if (frequency > entry.frequency) Object.assign(entry, { stem, frequency });
  }
  const entries = Array.from(mostFrequent, ([skeleton, { stem }]) => ({ hash: hashOf(skeleton), stem }));
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
      for (let index = low; hashes[index] === wanted; index++) {
        const stem = stemNumbers[index] ?? 0;
        if (arabicSkeleton(stems.at(stem)) === skeleton) return stem;
      }
      return -1;
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
