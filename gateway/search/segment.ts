import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';

/** Changes whenever the layout of the parts does: other parts are refused, and their unit is indexed again. */
export const SEGMENT_FORMAT = 2;

/**
 * What one unit's index is stored as: numbered parts, each small enough to be read alone. Immutable; replaced whole.
 * `POSTINGS_PART` is all that finding passages needs, `VOCABULARY_PART` spells words and titles, and from
 * `FIRST_FORWARD_PART` on each holds the words of `PASSAGES_A_PART` passages.
 */
export type SegmentParts = readonly Uint8Array[];

export const POSTINGS_PART = 0;
export const VOCABULARY_PART = 1;
export const FIRST_FORWARD_PART = 2;
/** Passages whose words are stored together: what rescoring one of them reads. */
export const PASSAGES_A_PART = 32;

/** Stands where a word has no stem in the index, because it is a stop word. */
export const NO_STEM = 0xffffffff;

/** Where a stem's postings are written: the first `count` places hold them, in order of ordinals. Grows, and is reused. */
export interface PostingList {
  count: number;
  ordinals: Uint32Array;
  frequencies: Uint32Array;
}

/** Where a passage's words are written: word ids in reading order, and where each sentence begins among them. Reused. */
export interface PassageWords {
  wordCount: number;
  words: Uint32Array;
  sentenceCount: number;
  /** One more entry marks the end of the last sentence. */
  sentenceStarts: Uint32Array;
  /** UTF-16 units that the words of each sentence have together. */
  sentenceLetters: Uint32Array;
}

/** Where a word is spelled: the first `length` places hold its UTF-16 units. Grows, and is reused. */
export interface WordLetters {
  length: number;
  letters: Uint16Array;
}

/**
 * A segment as ranking reads it: every question is answered out of the stored bytes, nothing is decoded beforehand.
 * Stems, words, sections and passages are numbered from 0. A call that needs a part which is not there, or that meets
 * damaged bytes, throws `SegmentMismatch`.
 */
export interface Segment {
  readonly passageCount: number;
  /** How many indexed words the passages have together. */
  readonly totalLength: number;
  /** The language that its words other than Arabic ones were stemmed in. */
  readonly language: StemLanguage;
  readonly stemCount: number;
  readonly wordCount: number;
  readonly sectionCount: number;

  /** The id of a stem, in the order of UTF-16 code units; -1 when neither passages nor titles have it. */
  findStem(stem: string): number;
  stemAt(stem: number): string;
  /** How many passages have a stem in their text. */
  documentFrequency(stem: number): number;
  /** Writes the passages that have a stem in their text, with how often; returns how many there are. */
  readPostings(stem: number, into: PostingList): number;
  /** How many indexed words a passage has. */
  lengthOf(ordinal: number): number;
  /** Whether the unit's title has a stem. */
  titleHas(stem: number): boolean;
  /** The section titles that have a stem, in order. */
  sectionsWith(stem: number): readonly number[];
  sectionOf(ordinal: number): number;
  /** The passages under a section title: pairs of the first and the one behind the last of each run. */
  passagesUnder(section: number): readonly number[];

  /** The numbers of the parts that are not there yet and that reading words of these passages needs. */
  missingParts(ordinals: Iterable<number>): number[];
  /** A normalised word. Ids are given by falling frequency, so the first words are the most common ones. */
  wordAt(word: number): string;
  /** The same letter by letter, without making a string. */
  readWord(word: number, into: WordLetters): void;
  /** The stem that a word is indexed under, `NO_STEM` for a stop word. */
  stemOf(word: number): number;
  /** Word ids of the unit's title. */
  titleWords(): Uint32Array;
  /** Word ids of a section title. */
  sectionWords(section: number): Uint32Array;
  readPassage(ordinal: number, into: PassageWords): void;
}

/** Thrown when stored parts were made in another format, are damaged, or when one is not there: index the unit again. */
export class SegmentMismatch extends Error {
  constructor(what: string) {
    super(`The search segment cannot be read: ${what}`);
    this.name = 'SegmentMismatch';
  }
}

/** A list for `readPostings`. */
export function createPostingList(): PostingList {
  return { count: 0, ordinals: new Uint32Array(256), frequencies: new Uint32Array(256) };
}

/** A place for `readPassage`. */
export function createPassageWords(): PassageWords {
  return {
    wordCount: 0,
    words: new Uint32Array(512),
    sentenceCount: 0,
    sentenceStarts: new Uint32Array(64),
    sentenceLetters: new Uint32Array(64),
  };
}

/** A place for `readWord`. */
export function createWordLetters(): WordLetters {
  return { length: 0, letters: new Uint16Array(64) };
}
