import { codeKeys } from '#gateway/engine/analysis/codes.ts';
import { findMentions } from '#gateway/engine/lexicon/concept-mentions.ts';
import { arabicSkeleton } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import { conceptStem } from '#gateway/engine/lexicon/lexicon.ts';
import { readWords, stemForIndex } from './build-segment.ts';
import type { LoadableSegment } from './open-segment.ts';

/**
 * A segment under another unit title than it was built with: it ranks as if it had been built with this one, without
 * being written again. Stems that only the new title has are numbered behind those of the segment.
 */
export function retitleSegment(segment: LoadableSegment, title: string): LoadableSegment {
  const { stemCount, language } = segment;
  const words = readWords(title);
  const stems = new Set([
    ...words.map((word) => stemForIndex(word, language)),
    ...findMentions(words).map(({ concept }) => conceptStem(concept)),
    ...codeKeys(title),
  ]);
  stems.delete('');
  const added = [...stems].filter((stem) => segment.findStem(stem) < 0);
  const findStem = (stem: string) => {
    const existing = segment.findStem(stem);
    const index = existing < 0 ? added.indexOf(stem) : -1;
    return index < 0 ? existing : stemCount + index;
  };
  const titled = new Set(Array.from(stems, findStem));
  const isAdded = (stem: number) => stem >= stemCount;
  return {
    ...segment,
    stemCount: stemCount + added.length,
    findStem,
    findSkeleton(skeleton) {
      const existing = segment.findSkeleton(skeleton);
      const index = existing < 0 ? added.findIndex((stem) => arabicSkeleton(stem) === skeleton) : -1;
      return index < 0 ? existing : stemCount + index;
    },
    stemAt: (stem) => (isAdded(stem) ? (added[stem - stemCount] ?? '') : segment.stemAt(stem)),
    documentFrequency: (stem) => (isAdded(stem) ? 0 : segment.documentFrequency(stem)),
    readPostings(stem, into) {
      if (!isAdded(stem)) return segment.readPostings(stem, into);
      into.count = 0;
      return 0;
    },
    titleHas: (stem) => titled.has(stem),
    sectionsWith: (stem) => (isAdded(stem) ? [] : segment.sectionsWith(stem)),
    readTitles: (section, into) => segment.readTitles(section, into, words),
  };
}
