import { openPostings, type OpenPostings } from './open-postings.ts';
import { openTexts, type OpenTexts, openTitles, type OpenTitles } from './open-texts.ts';
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
  /** Takes a part. Throws `SegmentMismatch` when it is not of this segment. */
  addPart(part: number, opened: OpenWords): void;
}

/** A part other than the postings, opened: by one segment after the other, for it is never changed. */
export type OpenWords = OpenTitles | OpenTexts;

/** Opens a part other than the postings; the bytes are read in place and must not change. Throws `SegmentMismatch`. */
export function openWords(part: number, bytes: Uint8Array): OpenWords {
  return part === TITLES_PART ? openTitles(bytes) : openTexts(bytes);
}

/** A segment of which all parts are there. Throws `SegmentMismatch` when they were made in another format or are damaged. */
export function openSegment(parts: SegmentParts): Segment {
  const segment = viewSegment(openPostings(parts[POSTINGS_PART] ?? new Uint8Array()));
  for (const [part, bytes] of parts.entries())
    if (part !== POSTINGS_PART) segment.addPart(part, openWords(part, bytes));
  const passages = Array.from({ length: segment.passageCount }, (_, ordinal) => ordinal);
  if (segment.missingParts(passages).length > 0) throw new SegmentMismatch('a part is missing');
  return segment;
}

/** A segment that can find passages, and reads their words once the parts are added. Making one costs next to nothing. */
export function viewSegment(postings: OpenPostings): LoadableSegment {
  const texts = new Map<number, OpenTexts>();
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
    addPart(part, words) {
      if (!('spell' in words)) texts.set(part, words);
      else if (words.sectionCount === postings.sectionCount) opened = words;
      else throw new SegmentMismatch('its parts disagree');
    },
    readTitles: (section, into) => titles().readTitles(section, into),
    readPassage(ordinal, into) {
      const part = texts.get(partOf(ordinal));
      if (!part) throw new SegmentMismatch('words of a passage are not there');
      const place = ordinal % PASSAGES_A_PART;
      titles().spell(part.bytes, part.startOf(place), part.endOf(place), into);
    },
  };
}
