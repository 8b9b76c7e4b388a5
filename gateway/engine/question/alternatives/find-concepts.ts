import type { Token } from '#gateway/engine/analysis/tokenise.ts';
import { conceptIndex } from '#gateway/engine/lexicon/lexicon.ts';
import { conceptAlternative, type PlacedAlternative } from './alternative.ts';

/** What another expression of the same concept is worth against the word itself. */
const CONCEPT_WEIGHT = 0.9;
/** What a word inside a longer expression names by itself is worth of that. */
const INSIDE_SHARE = 0.8;

/**
 * The concepts that a question names. Each word of an expression gets them: where a passage says the concept otherwise,
 * none of these words is missing there. What a word inside a longer expression names by itself counts less.
 */
export function findConcepts(tokens: readonly Token[]): PlacedAlternative[] {
  const matches = conceptIndex().find(tokens.map(({ word }) => word));
  /** How far expressions of earlier words reach. */
  let reach = 0;
  return [...Map.groupBy(matches, ({ place }) => place)].flatMap(([place, group]) => {
    const longest = Math.max(...group.map(({ length }) => length));
    const before = reach;
    reach = Math.max(reach, place + longest);
    return group.flatMap(({ length, concepts }) => {
      const isInside = longest > length || before >= place + length;
      const weight = isInside ? CONCEPT_WEIGHT * INSIDE_SHARE : CONCEPT_WEIGHT;
      return concepts.flatMap((concept) =>
        Array.from({ length }, (_, index) => ({
          place: place + index,
          alternative: conceptAlternative(concept, { weight, origin: 'concept' }),
        })),
      );
    });
  });
}
