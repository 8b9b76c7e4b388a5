import { createByteWriter, packNumbers, packPart } from './byte-writer.ts';
import { SEGMENT_FORMAT } from './segment.ts';

/** A passage as numbers of the words met. */
export interface PassageToPack {
  section: number;
  sentences: number[][];
}

/**
 * Some passages' words: for each the number of its sentences, and for each of those how many words and letters it has,
 * and its words. `lettersOf` is by number met.
 */
export function packForward(
  passages: readonly PassageToPack[],
  idOf: Uint32Array,
  lettersOf: (number: number) => number,
): Uint8Array {
  const writer = createByteWriter();
  const starts: number[] = [];
  for (const { sentences } of passages) {
    starts.push(writer.length());
    writer.varint(sentences.length);
    for (const sentence of sentences) {
      let letters = 0;
      for (const number of sentence) letters += lettersOf(number);
      writer.varint(sentence.length);
      writer.varint(letters);
      for (const number of sentence) writer.varint(idOf[number] ?? 0);
    }
  }
  return packPart('F', SEGMENT_FORMAT, [passages.length], [packNumbers(starts), writer.finish()]);
}
