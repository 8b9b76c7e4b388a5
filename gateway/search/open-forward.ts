import { openNumbers, openPart } from './byte-reader.ts';
import { type PassageWords, SEGMENT_FORMAT, SegmentMismatch } from './segment.ts';

const SHAPE = { numbers: 1, blocks: 2 };
/** Where the blocks of such a part begin: behind its head of 8 bytes, one number and two ends. */
const STARTS = 20;

/** Throws `SegmentMismatch` unless these are the words of some passages. */
export function checkForward(bytes: Uint8Array): void {
  const { numbers, blocks } = openPart(bytes, 'F', SEGMENT_FORMAT, SHAPE);
  openNumbers(blocks[0] ?? new Uint8Array(), numbers[0] ?? 0);
}

/** The words of the passage at a place of a checked part. Throws `SegmentMismatch` when they are damaged. */
export function readForward(bytes: Uint8Array, place: number, into: PassageWords): void {
  const count = (bytes[8] ?? 0) | ((bytes[9] ?? 0) << 8);
  if (place >= count) throw new SegmentMismatch('a passage is missing');
  const width = bytes[STARTS] ?? 1;
  let at = STARTS + 1 + count * width;
  for (let byte = 0; byte < width; byte++)
    at += (bytes[STARTS + 1 + place * width + byte] ?? 0) << (8 * byte);
  const end = bytes.length;
  // Written out, since every word of every candidate comes through here.
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; at < end && shift < 35; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new SegmentMismatch('a number ends early');
  };
  const sentences = varint();
  // Every sentence and every word takes a byte at least: damaged counts end here.
  if (sentences > end) throw new SegmentMismatch('it has too many sentences');
  if (into.sentenceStarts.length <= sentences) {
    into.sentenceStarts = new Uint32Array(sentences * 2 + 1);
    into.sentenceLetters = new Uint32Array(sentences * 2 + 1);
  }
  let { words } = into;
  let word = 0;
  for (let sentence = 0; sentence < sentences; sentence++) {
    into.sentenceStarts[sentence] = word;
    const last = word + varint();
    into.sentenceLetters[sentence] = varint();
    if (last > end) throw new SegmentMismatch('it has too many words');
    if (last > words.length) {
      into.words = new Uint32Array(last * 2);
      into.words.set(words);
      words = into.words;
    }
    while (word < last) {
      const byte = bytes[at] ?? 255;
      if (byte < 128) {
        words[word++] = byte;
        at++;
      } else words[word++] = varint();
    }
  }
  into.sentenceStarts[sentences] = word;
  into.sentenceCount = sentences;
  into.wordCount = word;
}
