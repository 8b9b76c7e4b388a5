import { openNumbers, openPart } from './byte-reader.ts';
import { LINE_END, SEGMENT_FORMAT, SegmentMismatch, type SpelledText } from './segment.ts';

/** How everything in a segment is spelled, and its titles. */
export interface OpenTitles {
  spell(bytes: Uint8Array, start: number, end: number, into: SpelledText): void;
  readTitles(section: number, into: SpelledText): void;
}

/** Opens the part of the titles. Throws `SegmentMismatch` when these bytes hold no such thing. */
export function openTitles(part: Uint8Array, sectionCount: number): OpenTitles {
  const { numbers, blocks } = openPart(part, 'T', SEGMENT_FORMAT, { numbers: 2, blocks: 4 });
  const [codes = 0, sections = 0] = numbers;
  const [firsts = NOTHING, seconds = NOTHING, starts = NOTHING, bytes = NOTHING] = blocks;
  if (sections !== sectionCount || codes > 256) throw new SegmentMismatch('its parts disagree');
  const [firstOf, secondOf] = [openNumbers(firsts, codes), openNumbers(seconds, codes)];
  const first = new Uint16Array(256);
  const second = new Uint16Array(256);
  for (let code = 1; code < codes; code++) {
    first[code] = firstOf(code);
    second[code] = secondOf(code);
  }
  const startOf = openNumbers(starts, sections + 2);

  /** Adds letters behind those that are there. */
  const append = (from: Uint8Array, start: number, end: number, into: SpelledText) => {
    if (end > from.length || start > end) throw new SegmentMismatch('a text ends early');
    let { length, letters } = into;
    if (letters.length < length + 2 * (end - start)) {
      into.letters = new Uint16Array(2 * (length + 2 * (end - start)));
      into.letters.set(letters);
      letters = into.letters;
    }
    for (let at = start; at < end; at++) {
      const code = from[at] ?? 0;
      const letter = first[code] ?? 0;
      if (letter === LINE_END) endSentence(into, length);
      else if (code > 0) {
        letters[length++] = letter;
        const next = second[code] ?? 0;
        if (next > 0) letters[length++] = next;
      } else {
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

function endSentence(into: SpelledText, end: number): void {
  into.sentenceCount++;
  if (into.sentenceCount >= into.sentenceStarts.length) {
    const grown = new Uint32Array(into.sentenceStarts.length * 2);
    grown.set(into.sentenceStarts);
    into.sentenceStarts = grown;
  }
  into.sentenceStarts[into.sentenceCount] = end;
}

/** Where the text at a place of a part begins and ends. Throws `SegmentMismatch` for damaged bytes. */
export function openTexts(part: Uint8Array): { bytes: Uint8Array; range(place: number): [number, number] } {
  const { numbers, blocks } = openPart(part, 'F', SEGMENT_FORMAT, { numbers: 1, blocks: 2 });
  const [count = 0] = numbers;
  const [starts = NOTHING, bytes = NOTHING] = blocks;
  const startOf = openNumbers(starts, count + 1);
  return {
    bytes,
    range(place) {
      if (place >= count) throw new SegmentMismatch('a passage is missing');
      return [startOf(place), startOf(place + 1)];
    },
  };
}

const NOTHING = new Uint8Array();
