import type { PlacedAlternative } from '#gateway/search/question/alternatives.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import type { Token } from '#gateway/text/analysis/tokenise.ts';
import { bareWords } from '#gateway/text/analysis/dialects/bare-words.ts';
import { keepTelling } from './read-expression.ts';

/** A guess from letters: the word as written goes first. */
const WEIGHT = 0.7;

/** The words of a question without what dialects write on to them. */
export function findBareWords(tokens: readonly Token[], language: StemLanguage): PlacedAlternative[] {
  return tokens.flatMap(({ word }, place) =>
    bareWords(word).flatMap((bare) => {
      const telling = keepTelling([bare], language);
      if (telling.words.length === 0) return [];
      return [{ place, alternative: { ...telling, weight: WEIGHT, origin: 'dialect' as const } }];
    }),
  );
}
