import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { conceptStem } from '#gateway/engine/lexicon/lexicon.ts';

/** Groups of expressions that mean the same, each of one word or more, as an owner wrote them. */
export type Synonyms = readonly (readonly string[])[];

/** An expression that may stand in a passage where the question says something else. */
export interface Alternative {
  /** Normalised words, all of which must be in a passage; no stop words. None for a concept, a skeleton or a spelling. */
  words: string[];
  /** Their stems in the question's language. */
  stems: string[];
  /** What it is worth against the question's own word, in 0..1. */
  weight: number;
  /**
   * `concept`: any expression of a concept of the lexicon. `arabizi`: the same, or any word with these consonants, for
   * Arabic in Latin letters. `dialect`: without what a dialect writes on to it. `number`: other digits or words for a
   * number, an ordinal or a month. `name`: a foreign name in the other script. `spelling`: a word that differs by one
   * letter. `synonym`: the owner's.
   */
  origin: 'concept' | 'arabizi' | 'dialect' | 'number' | 'name' | 'spelling' | 'synonym';
  /** Concept for a passage to name; absent for other kinds of alternatives. */
  concept?: string;
  /** The consonants that a word of the passage is to have, see `arabicSkeleton`, if these are looked for. */
  skeleton?: string;
}

/** An alternative and the place, among the question's words, of the first word that it stands for. */
export interface PlacedAlternative {
  place: number;
  alternative: Alternative;
}

/** Words of an expression with their stems. */
interface Expression {
  words: string[];
  stems: string[];
}

/** Normalised words with their stems, as they are looked for: stop words are in no index, so they are left out. */
export function keepSignificant(words: readonly string[], language: StemLanguage): Expression {
  const significant = words.filter((word) => !isStopWord(word, language));
  return { words: significant, stems: significant.map((word) => stemWord(word, language)) };
}

/** An expression as an alternative at a place; none where it has only stop words. */
export function alternativeAt(
  place: number,
  words: readonly string[],
  language: StemLanguage,
  rating: Pick<Alternative, 'weight' | 'origin'>,
): PlacedAlternative[] {
  const significant = keepSignificant(words, language);
  return significant.words.length === 0 ? [] : [{ place, alternative: { ...significant, ...rating } }];
}

/** Any expression of a concept as an alternative. */
export const conceptAlternative = (
  concept: string,
  rating: Pick<Alternative, 'weight' | 'origin'>,
): Alternative => ({ words: [], stems: [conceptStem(concept)], concept, ...rating });
