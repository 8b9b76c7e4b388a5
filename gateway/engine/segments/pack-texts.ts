import { packNumbers, packPart } from './byte-writer.ts';
import { SEGMENT_FORMAT } from './segment.ts';
import type { ByteEncoding, PackedWords } from './spelling.ts';

/** Titles as numbers of the words met. */
export interface TitleWords {
  title: readonly number[];
  sections: readonly (readonly number[])[];
}

/** Numbers of the words met by place, each sentence with a `SENTENCE_END` behind it. A list holds until the next call. */
type WordLists = (place: number) => ArrayLike<number>;

/** Is no word's number. */
export const SENTENCE_END = -1;

/** So many passages, and where each begins. */
export function packTexts(count: number, wordsOf: WordLists, words: PackedWords): Uint8Array {
  return packPart('F', SEGMENT_FORMAT, [count], spellTexts(count, wordsOf, words));
}

/** The spelling of everything, then the unit's title and the section titles. */
export function packTitles(
  { title, sections }: TitleWords,
  words: PackedWords,
  spelling: ByteEncoding,
): Uint8Array {
  const wordsOf: WordLists = (place) => [
    ...((place === 0 ? title : sections[place - 1]) ?? []),
    SENTENCE_END,
  ];
  return packPart(
    'T',
    SEGMENT_FORMAT,
    [spelling.first.length, sections.length],
    [
      packNumbers(spelling.first),
      packNumbers(spelling.second),
      ...spellTexts(sections.length + 1, wordsOf, words),
    ],
  );
}

function spellTexts(
  count: number,
  wordsOf: WordLists,
  { starts, bytes, lineEnd }: PackedWords,
): Uint8Array[] {
  const begins = [0];
  let length = 0;
  for (let place = 0; place < count; place++) {
    const list = wordsOf(place);
    for (let index = 0; index < list.length; index++) {
      const word = list[index] ?? SENTENCE_END;
      length += word === SENTENCE_END ? 1 : (starts[word + 1] ?? 0) - (starts[word] ?? 0);
    }
    begins.push(length);
  }
  const spelled = new Uint8Array(length);
  let to = 0;
  for (let place = 0; place < count; place++) {
    const list = wordsOf(place);
    for (let index = 0; index < list.length; index++) {
      const word = list[index] ?? SENTENCE_END;
      if (word === SENTENCE_END) spelled[to++] = lineEnd;
      else
        for (let from = starts[word] ?? 0, end = starts[word + 1] ?? 0; from < end; from++)
          spelled[to++] = bytes[from] ?? 0;
    }
  }
  return [packNumbers(begins), spelled];
}
