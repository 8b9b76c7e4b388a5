import { ANALYZER_VERSION } from '#gateway/text/analysis/analyzer-version.ts';

/** Changes whenever the layout of the three blobs does. */
export const SEGMENT_FORMAT = 1;

/** What one unit's index is stored as. Immutable; replaced whole. Each blob begins with the same kind of header. */
export interface SegmentBlobs {
  /** Sorted dictionary of stems with packed postings (ordinal deltas and frequencies), and passage lengths. */
  postings: Uint8Array;
  /** Word ids of title, section titles and passages in reading order, passages with their sentence boundaries. */
  forward: Uint8Array;
  /** Sorted normalised words, each with the stem that it is indexed under. */
  vocabulary: Uint8Array;
}

/** Stands where a word has no stem in the index, because it is a stop word. */
export const NO_STEM = 0xffffffff;

/** A segment as ranking reads it. Shared and never changed: safe to cache by unit and generation. */
export interface Segment {
  passageCount: number;
  /** Rough memory it holds, in bytes, to bound a cache by. */
  byteLength: number;
  /** Sorted stems; the index into it is the stem id. */
  stems: readonly string[];
  /** By stem id, where its postings begin in `postings`; one more entry marks the end. */
  postingStarts: Uint32Array;
  postings: Uint8Array;
  /** By passage: how many indexed words it has. */
  lengths: Uint32Array;
  /** Sum of `lengths`. */
  totalLength: number;
  /** Sorted normalised words; the index into it is the word id. */
  words: readonly string[];
  /** By word id: stem id or `NO_STEM`. */
  wordStems: Uint32Array;
  /** Word ids of the unit's title. */
  title: Uint32Array;
  /** Distinct section titles as word ids. */
  sections: readonly Uint32Array[];
  /** Stem ids of the unit's title. */
  titleStems: ReadonlySet<number>;
  /** By stem id: the section titles that have it. */
  sectionsByStem: ReadonlyMap<number, readonly number[]>;
  /** By passage: index into `sections`. */
  passageSections: Uint32Array;
  /** Word ids of all passages, one after the other. */
  tokens: Uint32Array;
  /** By sentence: where it begins in `tokens`; one more entry marks the end. */
  sentenceStarts: Uint32Array;
  /** By passage: its first sentence; one more entry marks the end. */
  passageStarts: Uint32Array;
}

/** Thrown when stored blobs were made by another version or are damaged: the unit must be indexed again. */
export class SegmentMismatch extends Error {
  constructor(what: string) {
    super(`The search segment cannot be read: ${what}`);
    this.name = 'SegmentMismatch';
  }
}

/** The bytes every blob of the given kind begins with. */
export function segmentHeader(kind: 'P' | 'F' | 'V'): number[] {
  return [0x46, kind.charCodeAt(0), SEGMENT_FORMAT, ANALYZER_VERSION];
}
