import { COMPILED_LEXICON } from './compiled-lexicon.ts';
import { type ConceptIndex, createConceptIndex } from './concept-index.ts';
import { type Concept, unpackConcept, unpackLexicon } from './read-lexicon.ts';

let index: ConceptIndex | undefined;

/** All concepts, read again by every call. */
export const readConcepts = (): Iterable<Concept> => unpackLexicon(COMPILED_LEXICON);

/** The index over all concepts, made when it is first asked for, once a process. */
export const conceptIndex = (): ConceptIndex => (index ??= createConceptIndex(readConcepts()));

/** The expressions of a concept as the keys of their words, the standard ones first. */
export const expressionsOf = (id: string): Concept['expressions'] =>
  unpackConcept(COMPILED_LEXICON, id)?.expressions ?? [];

/** The entry of a concept in a segment's list of stems: no word begins so. */
export const conceptStem = (id: string): string => `#${id}`;
