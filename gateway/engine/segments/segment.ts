import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';

/** Changes whenever the layout of the parts does: other parts are refused, and their unit is indexed again. */
export const SEGMENT_FORMAT = 3;

/**
 * What one unit's index is stored as: numbered parts, each small enough to be read alone. Immutable; replaced whole.
 * `POSTINGS_PART` is all that finding passages needs, `TITLES_PART` spells titles and says how everything is spelled,
 * and from `FIRST_TEXT_PART` on each holds the normalised words of `PASSAGES_PER_PART` passages.
 */
export type SegmentParts = readonly Uint8Array[];

export const POSTINGS_PART = 0;
export const TITLES_PART = 1;
export const FIRST_TEXT_PART = 2;
/** Passages whose words are stored together: what rescoring one of them reads, about a page of SQLite's. */
export const PASSAGES_PER_PART = 8;

/** Ends every word that is spelled. */
export const SPACE = 32;
/** Ends every sentence in what is stored. */
export const LINE_END = 10;

/** Where a stem's postings are written: the first `count` places hold them, in order of ordinals. Grows, and is reused. */
export interface PostingList {
  count: number;
  ordinals: Uint32Array;
  frequencies: Uint32Array;
}

/** Where normalised words are spelled out: UTF-16 units, each word with a `SPACE` behind it. Grows, and is reused. */
export interface SpelledText {
  length: number;
  letters: Uint16Array;
  sentenceCount: number;
  /** One more entry marks the end of the last sentence. */
  sentenceStarts: Uint32Array;
}

/**
 * A segment as ranking reads it: every question is answered out of the stored bytes, nothing is decoded beforehand.
 * Stems, sections and passages are numbered from 0. A call that needs a part which is not there, or that meets
 * damaged bytes, throws `SegmentMismatchError`.
 */
export interface Segment {
  readonly passageCount: number;
  /** How many indexed words the passages have together. */
  readonly totalLength: number;
  /** Language in which words of other scripts than Arabic were stemmed. */
  readonly language: StemLanguage;
  readonly stemCount: number;
  readonly sectionCount: number;

  /** The id of a stem, in the order of UTF-16 code units; -1 when neither passages nor titles have it. */
  findStem(stem: string): number;
  /** The most frequent stem with a skeleton of consonants (`arabicSkeleton`); -1 where none has it. */
  findSkeleton(skeleton: string): number;
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
  /** Spells the normalised words of a passage, sentence by sentence; sentences without words are left out. */
  readPassage(ordinal: number, into: SpelledText): void;
  /** Spells the words of the unit's title, and behind them those of a section title. */
  readTitles(section: number, into: SpelledText): void;
}

/** Thrown when stored parts were made in another format, are damaged, or when one is not there: index the unit again. */
export class SegmentMismatchError extends Error {
  /** Written by another version, so not damaged. */
  readonly isOtherFormat: boolean;
  constructor(what: string, { isOtherFormat = false } = {}) {
    super(`The search segment cannot be read: ${what}`);
    this.name = 'SegmentMismatchError';
    this.isOtherFormat = isOtherFormat;
  }
}

/** A list for `readPostings`. */
export function createPostingList(): PostingList {
  return { count: 0, ordinals: new Uint32Array(256), frequencies: new Uint32Array(256) };
}

/** A place for `readPassage` and `readTitles`. */
export function createSpelledText(): SpelledText {
  return {
    length: 0,
    letters: new Uint16Array(2_048),
    sentenceCount: 0,
    sentenceStarts: new Uint32Array(64),
  };
}
