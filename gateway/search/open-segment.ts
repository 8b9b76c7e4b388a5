import { checkForward, readForward } from './open-forward.ts';
import { openPostings, type OpenPostings } from './open-postings.ts';
import { openVocabulary } from './open-vocabulary.ts';
import {
  FIRST_FORWARD_PART,
  PASSAGES_A_PART,
  POSTINGS_PART,
  type Segment,
  SegmentMismatch,
  type SegmentParts,
  VOCABULARY_PART,
} from './segment.ts';

/** A segment whose other parts are added as they are needed. */
export interface LoadableSegment extends Segment {
  /** Takes a part; the bytes are read in place and must not change. Throws `SegmentMismatch`. */
  addPart(part: number, bytes: Uint8Array): void;
}

/** A segment of which all parts are there. Throws `SegmentMismatch` when they were made in another format or are damaged. */
export function openSegment(parts: SegmentParts): Segment {
  const segment = viewSegment(openPostings(parts[POSTINGS_PART] ?? new Uint8Array()));
  for (const [part, bytes] of parts.entries()) if (part !== POSTINGS_PART) segment.addPart(part, bytes);
  const passages = Array.from({ length: segment.passageCount }, (_, ordinal) => ordinal);
  if (segment.missingParts(passages).length > 0) throw new SegmentMismatch('a part is missing');
  return segment;
}

/** A segment that can find passages, and reads their words once the parts are added. Making one costs next to nothing. */
export function viewSegment(postings: OpenPostings): LoadableSegment {
  const forward = new Map<number, Uint8Array>();
  let vocabulary: ReturnType<typeof openVocabulary> | undefined;
  const words = () => {
    if (!vocabulary) throw new SegmentMismatch('its vocabulary is not there');
    return vocabulary;
  };
  const partOf = (ordinal: number) => FIRST_FORWARD_PART + Math.floor(ordinal / PASSAGES_A_PART);
  return {
    ...postings,
    get wordCount() {
      return words().wordCount;
    },
    missingParts(ordinals) {
      const parts = new Set<number>();
      if (!vocabulary) parts.add(VOCABULARY_PART);
      for (const ordinal of ordinals) {
        const part = partOf(ordinal);
        if (!forward.has(part)) parts.add(part);
      }
      return [...parts];
    },
    addPart(part, bytes) {
      if (part === VOCABULARY_PART) vocabulary = openVocabulary(bytes, postings.sectionCount);
      else {
        checkForward(bytes);
        forward.set(part, bytes);
      }
    },
    wordAt: (word) => words().wordAt(word),
    readWord: (word, into) => words().readWord(word, into),
    stemOf: (word) => words().stemOf(word),
    titleWords: () => words().titleWords(),
    sectionWords: (section) => words().sectionWords(section),
    readPassage(ordinal, into) {
      const part = forward.get(partOf(ordinal));
      if (!part) throw new SegmentMismatch('words of a passage are not there');
      readForward(part, ordinal % PASSAGES_A_PART, into);
    },
  };
}
