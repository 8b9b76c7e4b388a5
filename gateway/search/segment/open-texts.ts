import { openNumbers, openPart } from './byte-reader.ts';
import { LINE_END, SEGMENT_FORMAT, SegmentMismatch, type SpelledText } from './segment.ts';

/** How everything in a segment is spelled, and its titles. */
export interface OpenTitles {
  sectionCount: number;
  spell(bytes: Uint8Array, start: number, end: number, into: SpelledText): void;
  readTitles(section: number, into: SpelledText): void;
}

/** Opens the part of the titles. Throws `SegmentMismatch` when these bytes hold no such thing. */
export function openTitles(part: Uint8Array): OpenTitles {
  const { numbers, blocks } = openPart(part, 'T', SEGMENT_FORMAT, { numbers: 2, blocks: 4 });
  const [codes = 0, sections = 0] = numbers;
  const [firsts = NOTHING, seconds = NOTHING, starts = NOTHING, bytes = NOTHING] = blocks;
  if (codes > 256) throw new SegmentMismatch('its parts disagree');
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

  /** Adds letters behind those that are there. */
  const append = (from: Uint8Array, start: number, end: number, into: SpelledText) => {
    if (end > from.length || start > end) throw new SegmentMismatch('a text ends early');
    let length = into.length;
    const letters = reserve(into, length + 2 * (end - start) + 1);
    for (let at = start; at < end; at++) {
      const code = from[at] ?? 0;
      const both = lettersOf[code] ?? 0;
      if (both > 0) {
        // Always two, of which the next one may overwrite the second: whether there is a second cannot be guessed.
        letters[length] = both;
        letters[length + 1] = both >>> 16;
        length += lengths[code] ?? 0;
      } else if (code > 0) endSentence(into, length);
      else {
        letters[length++] = (from[at + 1] ?? 0) | ((from[at + 2] ?? 0) << 8);
        at += 2;
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
    readTitles(section, into) {
      if (section >= sections) throw new SegmentMismatch('there is no such section');
      clear(into);
      append(bytes, startOf(0), startOf(1), into);
      append(bytes, startOf(section + 1), startOf(section + 2), into);
    },
  };
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
export interface OpenTexts {
  bytes: Uint8Array;
  /** Where the text at a place of the part begins and ends in `bytes`. Throws `SegmentMismatch`. */
  startOf(place: number): number;
  endOf(place: number): number;
}

/** Opens a part of texts. Throws `SegmentMismatch` when these bytes hold no such thing. */
export function openTexts(part: Uint8Array): OpenTexts {
  const { numbers, blocks } = openPart(part, 'F', SEGMENT_FORMAT, { numbers: 1, blocks: 2 });
  const [count = 0] = numbers;
  const [starts = NOTHING, bytes = NOTHING] = blocks;
  const startAt = openNumbers(starts, count + 1);
  const check = (place: number) => {
    if (place >= count) throw new SegmentMismatch('a passage is missing');
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
