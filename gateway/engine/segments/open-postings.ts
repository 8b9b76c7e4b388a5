import { STEM_LANGUAGES } from '#gateway/engine/analysis/stem-language.ts';
import { ByteReader, openNumbers, openPart } from './byte-reader.ts';
import { indexSkeletons, type SkeletonIndex } from './index-skeletons.ts';
import { openStrings } from './open-strings.ts';
import { type PostingList, SEGMENT_FORMAT, type Segment, SegmentMismatchError } from './segment.ts';

/** What of a segment the postings answer alone. */
export interface OpenPostings
  extends Pick<
    Segment,
    | 'passageCount'
    | 'totalLength'
    | 'language'
    | 'stemCount'
    | 'sectionCount'
    | 'findStem'
    | 'findSkeleton'
    | 'stemAt'
    | 'documentFrequency'
    | 'readPostings'
    | 'lengthOf'
    | 'titleHas'
    | 'sectionsWith'
    | 'sectionOf'
    | 'passagesUnder'
  > {
  /** All stems in order, their letters in an array that the next one writes over; postings of each are read fast. */
  eachStem(visit: (letters: Uint16Array, length: number, stem: number) => void): void;
  /** The stems that titles have, in order. */
  eachTitled(visit: (stem: number, inTitle: boolean, sections: readonly number[]) => void): void;
  /** The stems with a skeleton of consonants, in order. */
  stemsLike(skeleton: string): number[];
}

const NUMBERS = 7;
const BLOCKS = 11;

/** Reads postings in place. Throws `SegmentMismatchError` when these bytes hold no such thing. */
export function openPostings(bytes: Uint8Array): OpenPostings {
  const { numbers, blocks } = openPart(bytes, 'P', SEGMENT_FORMAT, { numbers: NUMBERS, blocks: BLOCKS });
  const [passageCount = 0, totalLength = 0, sectionCount = 0, titledCount = 0, runCount = 0] = numbers;
  const block = (index: number) => blocks[index] ?? NOTHING;
  const lengthAt = openNumbers(block(1), passageCount);
  const sectionAt = openNumbers(block(2), passageCount);
  const titledStem = openNumbers(block(3), titledCount);
  const titledStart = openNumbers(block(4), titledCount);
  const runsStart = openNumbers(block(6), sectionCount + 1);
  const runAt = openNumbers(block(7), runCount);
  const stems = openStrings(numbers.slice(5), blocks.slice(8));

  const openTitled = (stem: number) => {
    let low = 0;
    let high = titledCount - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const candidate = titledStem(middle);
      if (candidate === stem) return new ByteReader(block(5), titledStart(middle));
      if (candidate < stem) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };
  const stemAt = (stem: number) => stems.at(stem);
  const documentFrequency = (stem: number) => new ByteReader(stems.bytes, stems.behind(stem).start).varint();
  const readSections = (titled: ByteReader, count: number) => {
    const sections: number[] = [];
    let section = -1;
    for (let remaining = count; remaining > 0; remaining--) {
      section += titled.varint() + 1;
      sections.push(section);
    }
    if (section >= sectionCount) throw new SegmentMismatchError('there is no such section');
    return sections;
  };
  /** Made when first asked for, and kept as long as the part is. */
  let skeletons: SkeletonIndex | undefined;
  const stemsLike = (skeleton: string) => {
    skeletons ??= indexSkeletons(stems.count, stemAt);
    return skeletons.find(skeleton);
  };
  const checkOrdinal = (ordinal: number) => {
    if (ordinal >= passageCount) throw new SegmentMismatchError('there is no such passage');
  };

  return {
    passageCount,
    totalLength,
    sectionCount,
    stemCount: stems.count,
    language: readLanguage(block(0)),
    findStem: (stem) => stems.find(stem),
    findSkeleton(skeleton) {
      let [mostFrequent = -1, ...others] = stemsLike(skeleton);
      for (const stem of others)
        if (documentFrequency(stem) > documentFrequency(mostFrequent)) mostFrequent = stem;
      return mostFrequent;
    },
    stemsLike,
    stemAt,
    eachStem: (visit) => stems.each(visit),
    eachTitled(visit) {
      for (let index = 0; index < titledCount; index++) {
        const titled = new ByteReader(block(5), titledStart(index));
        const head = titled.varint();
        visit(titledStem(index), (head & 1) === 1, readSections(titled, head >>> 1));
      }
    },
    documentFrequency,
    readPostings(stem, into) {
      const reader = new ByteReader(stems.bytes, stems.behind(stem).start);
      const count = reader.varint();
      if (count > passageCount) throw new SegmentMismatchError('a stem has too many passages');
      growList(into, count);
      let ordinal = -1;
      for (let place = 0; place < count; place++) {
        const distance = reader.varint();
        ordinal += (distance >>> 1) + 1;
        into.ordinals[place] = ordinal;
        into.frequencies[place] = distance & 1 ? 1 : reader.varint();
      }
      if (ordinal >= passageCount) throw new SegmentMismatchError('a stem stands in no passage');
      into.count = count;
      return count;
    },
    lengthOf: lengthAt,
    titleHas(stem) {
      const titled = openTitled(stem);
      return titled !== undefined && (titled.varint() & 1) === 1;
    },
    sectionsWith(stem) {
      const titled = openTitled(stem);
      return titled ? readSections(titled, titled.varint() >>> 1) : [];
    },
    sectionOf(ordinal) {
      checkOrdinal(ordinal);
      return sectionAt(ordinal);
    },
    passagesUnder(section) {
      if (section >= sectionCount) throw new SegmentMismatchError('there is no such section');
      const runs: number[] = [];
      const end = Math.min(runCount, runsStart(section + 1));
      for (let index = runsStart(section); index < end; index++) runs.push(runAt(index));
      if (runs.some((ordinal) => ordinal > passageCount))
        throw new SegmentMismatchError('a section has too many passages');
      return runs;
    },
  };
}

const NOTHING = new Uint8Array();

function readLanguage(bytes: Uint8Array): Segment['language'] {
  const named = Array.from(bytes.subarray(0, 8), (code) => String.fromCharCode(code)).join('');
  return STEM_LANGUAGES.find((language) => language === named) ?? 'en';
}

function growList(list: PostingList, count: number): void {
  if (list.ordinals.length >= count) return;
  list.ordinals = new Uint32Array(count * 2);
  list.frequencies = new Uint32Array(count * 2);
}
