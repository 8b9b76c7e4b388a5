import type { Token } from '#gateway/engine/analysis/tokenise.ts';
import { arabicSkeleton, skeletonStem } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import { readConcepts } from '#gateway/engine/lexicon/lexicon.ts';
import { isArabic } from '#gateway/engine/lexicon/word-forms.ts';
import { arabiziSkeletons, isArabiziFunctionWord } from '#gateway/engine/question/arabizi.ts';
import { conceptAlternative, type PlacedAlternative } from './alternative.ts';

/** Letters guessed from Latin ones are worth less than a word that is there. */
const WEIGHT = 0.7;
/** Readings of a word that are looked for among the words of an index, and concepts that it may name. */
const MAX_READINGS = 4;
const MAX_CONCEPTS = 4;

/** For each word of a question in Arabizi: concepts and words of the index that have its consonants. */
export function findArabizi(tokens: readonly Token[]): PlacedAlternative[] {
  return tokens.flatMap(({ word }, place): PlacedAlternative[] => {
    if (isArabiziFunctionWord(word)) return [];
    const skeletons = arabiziSkeletons(word);
    const concepts = skeletons
      .flatMap((skeleton) => conceptsBySkeleton().get(skeleton) ?? [])
      .slice(0, MAX_CONCEPTS);
    return [
      ...[...new Set(concepts)].map((concept) => ({
        place,
        alternative: conceptAlternative(concept, { weight: WEIGHT, origin: 'arabizi' }),
      })),
      ...skeletons.slice(0, MAX_READINGS).map((skeleton) => ({
        place,
        alternative: {
          words: [],
          stems: [skeletonStem(skeleton)],
          skeleton,
          weight: WEIGHT,
          origin: 'arabizi' as const,
        },
      })),
    ];
  });
}

let bySkeleton: Map<string, string[]> | undefined;

function conceptsBySkeleton(): ReadonlyMap<string, readonly string[]> {
  if (bySkeleton) return bySkeleton;
  bySkeleton = new Map();
  for (const { id, expressions } of readConcepts())
    for (const [word = '', ...others] of expressions) {
      if (others.length > 0 || !isArabic(word)) continue;
      const skeleton = arabicSkeleton(word);
      const concepts = bySkeleton.get(skeleton) ?? [];
      if (!concepts.includes(id)) bySkeleton.set(skeleton, [...concepts, id]);
    }
  return bySkeleton;
}
