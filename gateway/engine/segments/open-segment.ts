import { openNumbers, openPart } from './byte-reader.ts';
import { type OpenPostings, openPostings } from './open-postings.ts';
import {
  FIRST_TEXT_PART,
  LINE_END,
  PASSAGES_PER_PART,
  POSTINGS_PART,
  SEGMENT_FORMAT,
  type Segment,
  SegmentMismatchError,
  type SegmentParts,
  type SpelledText,
  TITLES_PART,
} from './segment.ts';

/** How everything in a segment is spelled, and its titles. */
interface OpenTitles {
  sectionCount: number;
  spell(bytes: Uint8Array, start: number, end: number, into: SpelledText): void;
  /** `title`: words in place of the stored title's. */
  readTitles(section: number, into: SpelledText, title?: readonly string[]): void;
}

/** Opens the part of the titles. Throws `SegmentMismatchError` when these bytes hold no such thing. */
function openTitles(part: Uint8Array): OpenTitles {
  const { numbers, blocks } = openPart(part, 'T', SEGMENT_FORMAT, { numbers: 2, blocks: 4 });
  const [codes = 0, sections = 0] = numbers;
  const [firsts = NOTHING, seconds = NOTHING, starts = NOTHING, bytes = NOTHING] = blocks;
  if (codes > 256) throw new SegmentMismatchError('its parts disagree');
  const [firstOf, secondOf] = [openNumbers(firsts, codes), openNumbers(seconds, codes)];
  /** By code: its letter, and the second one in the high half; 0 for the end of a sentence and for a letter of two bytes. */
  const lettersOf = new Uint32Array(256);
  const lengths = new Uint8Array(256);
  for (let code = 1; code < codes; code++) {
    const [first, second] = [firstOf(code), secondOf(code)];
    if (first === LINE_END) continue;
    lettersOf[code] = (first | (second << 16)) >>> 0;
    lengths[code] = second > 0 ? 2 : 1;
  }
  const startOf = openNumbers(starts, sections + 2);

  /** Appends letters to a text. */
  const append = (from: Uint8Array, start: number, end: number, into: SpelledText) => {
    if (end > from.length || start > end) throw new SegmentMismatchError('a text ends early');
    let length = into.length;
    const letters = reserve(into, length + 2 * (end - start) + 1);
    for (let index = start; index < end; index++) {
      const code = from[index] ?? 0;
      const both = lettersOf[code] ?? 0;
      if (both > 0) {
        // Always two, of which the next one may overwrite the second: whether there is a second cannot be guessed.
        letters[length] = both;
        letters[length + 1] = both >>> 16;
        length += lengths[code] ?? 0;
      } else if (code > 0) endSentence(into, length);
      else {
        letters[length++] = (from[index + 1] ?? 0) | ((from[index + 2] ?? 0) << 8);
        index += 2;
      }
    }
    into.length = length;
  };
  const clear = (into: SpelledText) => {
    into.length = 0;
    into.sentenceCount = 0;
    into.sentenceStarts[0] = 0;
  };
  return {
    sectionCount: sections,
    spell(from, start, end, into) {
      clear(into);
      append(from, start, end, into);
    },
    readTitles(section, into, title) {
      if (section >= sections) throw new SegmentMismatchError('there is no such section');
      clear(into);
      if (title) appendWords(title, into);
      else append(bytes, startOf(0), startOf(1), into);
      append(bytes, startOf(section + 1), startOf(section + 2), into);
    },
  };
}

function appendWords(words: readonly string[], into: SpelledText): void {
  const text = words.map((word) => `${word} `).join('');
  const letters = reserve(into, into.length + text.length);
  for (let index = 0; index < text.length; index++) letters[into.length++] = text.charCodeAt(index);
  endSentence(into, into.length);
}

function reserve(into: SpelledText, length: number): Uint16Array {
  if (into.letters.length >= length) return into.letters;
  const grown = new Uint16Array(2 * length);
  grown.set(into.letters);
  into.letters = grown;
  return grown;
}

function endSentence(into: SpelledText, end: number): void {
  into.sentenceCount++;
  if (into.sentenceCount >= into.sentenceStarts.length) {
    const grown = new Uint32Array(into.sentenceStarts.length * 2);
    grown.set(into.sentenceStarts);
    into.sentenceStarts = grown;
  }
  into.sentenceStarts[into.sentenceCount] = end;
}

/** Some passages' words as they are stored. */
interface OpenTexts {
  bytes: Uint8Array;
  /** Where the text at a place of the part begins and ends in `bytes`. Throws `SegmentMismatchError`. */
  startOf(place: number): number;
  endOf(place: number): number;
}

/** Opens a part of texts. Throws `SegmentMismatchError` when these bytes hold no such thing. */
function openTexts(part: Uint8Array): OpenTexts {
  const { numbers, blocks } = openPart(part, 'F', SEGMENT_FORMAT, { numbers: 1, blocks: 2 });
  const [count = 0] = numbers;
  const [starts = NOTHING, bytes = NOTHING] = blocks;
  const startAt = openNumbers(starts, count + 1);
  const check = (place: number) => {
    if (place >= count) throw new SegmentMismatchError('a passage is missing');
  };
  return {
    bytes,
    startOf(place) {
      check(place);
      return startAt(place);
    },
    endOf(place) {
      check(place);
      return startAt(place + 1);
    },
  };
}

const NOTHING = new Uint8Array();

/** A segment that loads its further parts on demand. */
export interface LoadableSegment extends Segment {
  /** As of every segment; `title` holds words in place of the stored title's. */
  readTitles(section: number, into: SpelledText, title?: readonly string[]): void;
  /** Takes a part. Throws `SegmentMismatchError` when it is not of this segment. */
  addPart(part: number, opened: OpenWords): void;
}

/** A part other than the postings, opened: by one segment after the other, for it is never changed. */
export type OpenWords = OpenTitles | OpenTexts;

/** Opens a part other than the postings; the bytes are read in place and must not change. Throws `SegmentMismatchError`. */
export function openWords(part: number, bytes: Uint8Array): OpenWords {
  return part === TITLES_PART ? openTitles(bytes) : openTexts(bytes);
}

/** A segment of which all parts are there. Throws `SegmentMismatchError` when they were made in another format or are damaged. */
export function openSegment(parts: SegmentParts): Segment {
  const segment = viewSegment(openPostings(parts[POSTINGS_PART] ?? new Uint8Array()));
  for (const [part, bytes] of parts.entries())
    if (part !== POSTINGS_PART) segment.addPart(part, openWords(part, bytes));
  const passages = Array.from({ length: segment.passageCount }, (_, ordinal) => ordinal);
  if (segment.missingParts(passages).length > 0) throw new SegmentMismatchError('a part is missing');
  return segment;
}

/** A segment that can find passages, and reads their words once the parts are added. Making one costs next to nothing. */
export function viewSegment(postings: OpenPostings): LoadableSegment {
  const texts = new Map<number, OpenTexts>();
  let opened: OpenTitles | undefined;
  const titles = () => {
    if (!opened) throw new SegmentMismatchError('its titles are not there');
    return opened;
  };
  const partOf = (ordinal: number) => FIRST_TEXT_PART + Math.floor(ordinal / PASSAGES_PER_PART);
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
      else throw new SegmentMismatchError('its parts disagree');
    },
    readTitles: (section, into, title) => titles().readTitles(section, into, title),
    readPassage(ordinal, into) {
      const part = texts.get(partOf(ordinal));
      if (!part) throw new SegmentMismatchError('words of a passage are not there');
      const place = ordinal % PASSAGES_PER_PART;
      titles().spell(part.bytes, part.startOf(place), part.endOf(place), into);
    },
  };
}
