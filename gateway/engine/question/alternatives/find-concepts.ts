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
  return conceptIndex()
    .find(tokens.map(({ word }) => word))
    .flatMap(({ place, length, concepts }, _, matches) => {
      const isInside = matches.some(
        (other) =>
          other.length > length && other.place <= place && other.place + other.length >= place + length,
      );
      const weight = isInside ? CONCEPT_WEIGHT * INSIDE_SHARE : CONCEPT_WEIGHT;
      return concepts.flatMap((concept) =>
        Array.from({ length }, (__, at) => ({
          place: place + at,
          alternative: conceptAlternative(concept, { weight, origin: 'concept' }),
        })),
      );
    });
}
