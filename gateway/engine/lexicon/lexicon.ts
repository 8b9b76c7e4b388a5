import { COMPILED_LEXICON } from './compiled-lexicon.ts';
import { type ConceptIndex, createConceptIndex } from './concept-index.ts';
import { type Concept, unpackConcept, unpackEnglish, unpackLexicon } from './read-lexicon.ts';
import { wordKey } from './word-forms.ts';

let index: ConceptIndex | undefined;

/** All concepts, read again by every call. */
export const readConcepts = (): Iterable<Concept> => unpackLexicon(COMPILED_LEXICON);

/** The index over all concepts, made when it is first asked for, once a process. */
export const conceptIndex = (): ConceptIndex => (index ??= createConceptIndex(COMPILED_LEXICON));

let english: ReadonlySet<string> | undefined;

/** Whether an English expression of the lexicon has a normalised word that no Arabizi expression has. */
export const isEnglishWord = (word: string): boolean =>
  (english ??= unpackEnglish(COMPILED_LEXICON)).has(wordKey(word));

/** The expressions of a concept as the keys of their words, the standard ones first. */
export const expressionsOf = (id: string): Concept['expressions'] =>
  unpackConcept(COMPILED_LEXICON, id)?.expressions ?? [];

/** The entry of a concept in a segment's list of stems: no word begins so. */
export const conceptStem = (id: string): string => `#${id}`;
