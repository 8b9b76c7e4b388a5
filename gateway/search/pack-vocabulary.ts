import { createByteWriter, packNumbers, packPart } from './byte-writer.ts';
import { packStrings } from './pack-strings.ts';
import { SEGMENT_FORMAT } from './segment.ts';

/** Titles as word ids. */
export interface TitleWords {
  title: readonly number[];
  sections: readonly (readonly number[])[];
}

/** Words by id, the stem of each, and the titles' words. `wordStems` is -1 for a stop word. */
export function packVocabulary({
  words,
  wordStems,
  titles: { title, sections },
}: {
  words: readonly string[];
  wordStems: Int32Array;
  titles: TitleWords;
}): Uint8Array {
  const strings = packStrings(words);
  const writer = createByteWriter();
  const starts: number[] = [];
  for (const list of [title, ...sections]) {
    starts.push(writer.length());
    for (const id of list) writer.varint(id);
  }
  starts.push(writer.length());
  return packPart(
    'V',
    SEGMENT_FORMAT,
    [...strings.numbers, sections.length],
    [
      ...strings.blocks,
      packNumbers(Uint32Array.from(wordStems, (stem) => stem + 1)),
      packNumbers(starts),
      writer.finish(),
    ],
  );
}
