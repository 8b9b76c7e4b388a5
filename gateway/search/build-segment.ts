import { splitSentences } from '#gateway/text/analysis/sentences.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { isStopWord } from '#gateway/text/analysis/stop-words.ts';
import { tokenise } from '#gateway/text/analysis/tokenise.ts';
import { createByteWriter } from './byte-writer.ts';
import { type SegmentBlobs, segmentHeader } from './segment.ts';

/** What a segment keeps of a passage. Its place in the list is the ordinal that ranking returns. */
export interface SegmentPassage {
  text: string;
  sectionTitle: string;
}

type Sentences = string[][];

/** The index of one unit: `passages` in reading order, `title` the unit's own. Same input, same bytes. */
export function buildSegment(passages: readonly SegmentPassage[], title: string): SegmentBlobs {
  const titleWords = wordsOf(title);
  const sectionIds = new Map<string, number>();
  const sections: string[][] = [];
  const texts = passages.map(({ text, sectionTitle }) => {
    let section = sectionIds.get(sectionTitle);
    if (section === undefined) {
      section = sections.length;
      sectionIds.set(sectionTitle, section);
      sections.push(wordsOf(sectionTitle));
    }
    return { section, sentences: sentencesOf(text) };
  });

  const words = sortedDistinct([titleWords, ...sections, ...texts.flatMap(({ sentences }) => sentences)]);
  const stemOfWord = words.map((word) => (isStopWord(word) ? '' : stemWord(word)));
  const stems = sortedDistinct([stemOfWord.filter((stem) => stem !== '')]);
  const wordIds = new Map(words.map((word, id) => [word, id]));
  const stemIds = new Map(stems.map((stem, id) => [stem, id]));
  const wordStems = stemOfWord.map((stem) => stemIds.get(stem) ?? -1);
  const idsOf = (list: readonly string[]) => list.map((word) => wordIds.get(word) ?? 0);

  const forward = createByteWriter(segmentHeader('F'));
  const writeIds = (ids: readonly number[]) => {
    forward.varint(ids.length);
    for (const id of ids) forward.varint(id);
  };
  writeIds(idsOf(titleWords));
  forward.varint(sections.length);
  for (const section of sections) writeIds(idsOf(section));
  forward.varint(texts.length);

  const postings: number[][] = stems.map(() => []);
  const lengths: number[] = [];
  texts.forEach(({ section, sentences }, ordinal) => {
    forward.varint(section);
    forward.varint(sentences.length);
    const frequencies = new Map<number, number>();
    let length = 0;
    for (const sentence of sentences) {
      const ids = idsOf(sentence);
      writeIds(ids);
      for (const id of ids) {
        const stem = wordStems[id] ?? -1;
        if (stem < 0) continue;
        frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
        length++;
      }
    }
    for (const [stem, frequency] of frequencies) postings[stem]?.push(ordinal, frequency);
    lengths.push(length);
  });

  return {
    postings: writePostings(stems, postings, lengths),
    forward: forward.finish(),
    vocabulary: writeVocabulary(words, wordStems),
  };
}

function wordsOf(text: string): string[] {
  return tokenise(text).map(({ word }) => word);
}

function sentencesOf(text: string): Sentences {
  return splitSentences(text)
    .map((sentence) => wordsOf(sentence.text))
    .filter((words) => words.length > 0);
}

function sortedDistinct(lists: readonly (readonly string[])[]): string[] {
  const distinct = new Set<string>();
  for (const list of lists) for (const text of list) distinct.add(text);
  return [...distinct].sort();
}

function writeVocabulary(words: readonly string[], wordStems: readonly number[]): Uint8Array {
  const writer = createByteWriter(segmentHeader('V'));
  writer.sorted(words);
  for (const stem of wordStems) writer.varint(stem + 1);
  return writer.finish();
}

function writePostings(
  stems: readonly string[],
  postings: readonly (readonly number[])[],
  lengths: readonly number[],
): Uint8Array {
  const writer = createByteWriter(segmentHeader('P'));
  writer.varint(lengths.length);
  for (const length of lengths) writer.varint(length);
  writer.sorted(stems);
  const packed = postings.map(packPostings);
  for (const list of packed) writer.varint(list.length);
  for (const list of packed) writer.bytes(list);
  return writer.finish();
}

/** Document frequency, then for each passage the distance from the one before and the frequency in it. */
function packPostings(pairs: readonly number[]): Uint8Array {
  const writer = createByteWriter();
  writer.varint(pairs.length / 2);
  let previous = -1;
  for (let at = 0; at < pairs.length; at += 2) {
    const ordinal = pairs[at] ?? 0;
    writer.varint(ordinal - previous - 1);
    writer.varint(pairs[at + 1] ?? 0);
    previous = ordinal;
  }
  return writer.finish();
}
