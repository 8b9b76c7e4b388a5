import { openPostings, type OpenPostings } from './open-postings.ts';
import { openTexts, openTitles, type OpenTitles } from './open-texts.ts';
import {
  FIRST_TEXT_PART,
  PASSAGES_A_PART,
  POSTINGS_PART,
  type Segment,
  SegmentMismatch,
  type SegmentParts,
  TITLES_PART,
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
  const texts = new Map<number, ReturnType<typeof openTexts>>();
  let opened: OpenTitles | undefined;
  const titles = () => {
    if (!opened) throw new SegmentMismatch('its titles are not there');
    return opened;
  };
  const partOf = (ordinal: number) => FIRST_TEXT_PART + Math.floor(ordinal / PASSAGES_A_PART);
  return {
    ...postings,
    missingParts(ordinals) {
      const parts = new Set<number>();
      if (!opened) parts.add(TITLES_PART);
      for (const ordinal of ordinals) {
        const part = partOf(ordinal);
        if (!texts.has(part)) parts.add(part);
      }
      return [...parts];
    },
    addPart(part, bytes) {
      if (part === TITLES_PART) opened = openTitles(bytes, postings.sectionCount);
      else texts.set(part, openTexts(bytes));
    },
    readTitles: (section, into) => titles().readTitles(section, into),
    readPassage(ordinal, into) {
      const part = texts.get(partOf(ordinal));
      if (!part) throw new SegmentMismatch('words of a passage are not there');
      const [start, end] = part.range(ordinal % PASSAGES_A_PART);
      titles().spell(part.bytes, start, end, into);
    },
  };
}
