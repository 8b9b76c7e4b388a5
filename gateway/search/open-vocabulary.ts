import { createByteReader, openNumbers, openPart } from './byte-reader.ts';
import { openStrings } from './open-strings.ts';
import { NO_STEM, SEGMENT_FORMAT, type Segment, SegmentMismatch } from './segment.ts';

/** Words, their stems and the words of titles, read in place. Throws `SegmentMismatch` when these bytes hold no such thing. */
export function openVocabulary(
  bytes: Uint8Array,
  sectionCount: number,
): Pick<Segment, 'wordCount' | 'wordAt' | 'readWord' | 'stemOf' | 'titleWords' | 'sectionWords'> {
  const { numbers, blocks } = openPart(bytes, 'V', SEGMENT_FORMAT, { numbers: 3, blocks: 6 });
  const words = openStrings(numbers, blocks, false);
  const [stems = NOTHING, starts = NOTHING, lists = NOTHING] = blocks.slice(3);
  const stemAt = openNumbers(stems, words.count);
  const startOf = openNumbers(starts, sectionCount + 2);
  const readList = (list: number) => {
    const end = startOf(list + 1);
    const reader = createByteReader(lists, startOf(list));
    if (end > lists.length) throw new SegmentMismatch('a title ends early');
    const ids: number[] = [];
    while (reader.at < end) ids.push(reader.varint());
    return Uint32Array.from(ids);
  };
  return {
    wordCount: words.count,
    wordAt: (word) => words.at(word),
    readWord: (word, into) => words.read(word, into),
    stemOf(word) {
      const stem = stemAt(word);
      return stem === 0 ? NO_STEM : stem - 1;
    },
    titleWords: () => readList(0),
    sectionWords(section) {
      if (section >= sectionCount) throw new SegmentMismatch('there is no such section');
      return readList(section + 1);
    },
  };
}

const NOTHING = new Uint8Array();
