import { createByteWriter, packNumbers, packPart } from './byte-writer.ts';
import { SEGMENT_FORMAT } from './segment.ts';
import type { ByteEncoding, PackedWords } from './spelling.ts';

/** Titles as numbers of the words met. */
export interface TitleWords {
  title: readonly number[];
  sections: readonly (readonly number[])[];
}

/** Some passages as numbers of the words met, sentence by sentence, and where each passage begins. */
export function packTexts(
  passages: readonly (readonly (readonly number[])[])[],
  words: PackedWords,
): Uint8Array {
  return packPart('F', SEGMENT_FORMAT, [passages.length], spellTexts(passages, words));
}

/** The spelling of everything, then the unit's title and the section titles. */
export function packTitles(
  { title, sections }: TitleWords,
  words: PackedWords,
  spelling: ByteEncoding,
): Uint8Array {
  const lists = [title, ...sections].map((list) => [list]);
  return packPart(
    'T',
    SEGMENT_FORMAT,
    [spelling.first.length, sections.length],
    [packNumbers(spelling.first), packNumbers(spelling.second), ...spellTexts(lists, words)],
  );
}

function spellTexts(
  texts: readonly (readonly (readonly number[])[])[],
  { starts, bytes, lineEnd }: PackedWords,
): Uint8Array[] {
  const writer = createByteWriter();
  const begins = [0];
  for (const sentences of texts) {
    for (const sentence of sentences) {
      for (const number of sentence) writer.copy(bytes, starts[number] ?? 0, starts[number + 1] ?? 0);
      writer.byte(lineEnd);
    }
    begins.push(writer.length());
  }
  return [packNumbers(begins), writer.finish()];
}
