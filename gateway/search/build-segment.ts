import { splitSentences } from '#gateway/text/analysis/sentences.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { isStopWord } from '#gateway/text/analysis/stop-words.ts';
import { createByteWriter } from './byte-writer.ts';
import { type SegmentBlobs, segmentHeader } from './segment.ts';
import { createWordCollector } from './word-collector.ts';

/** What a segment keeps of a passage. Its place in the list is the ordinal that ranking returns. */
export interface SegmentPassage {
  text: string;
  sectionTitle: string;
}

/** Passages between two steps: some tenths of a second. */
const STEP = 500;

/** The index of one unit: `passages` in reading order, `title` the unit's own. Same input, same bytes. */
export function buildSegment(passages: readonly SegmentPassage[], title: string): SegmentBlobs {
  const steps = buildSegmentInSteps(passages, title);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** `buildSegment` for who has other things to do in between: it yields after every 500 passages or so. */
export function* buildSegmentInSteps(
  passages: readonly SegmentPassage[],
  title: string,
): Generator<void, SegmentBlobs, void> {
  const met = createWordCollector();
  const titleWords = met.read(title);
  const sectionIds = new Map<string, number>();
  const sections: number[][] = [];
  const texts: { section: number; sentences: number[][] }[] = [];
  for (const { text, sectionTitle } of passages) {
    let section = sectionIds.get(sectionTitle);
    if (section === undefined) {
      section = sections.length;
      sectionIds.set(sectionTitle, section);
      sections.push(met.read(sectionTitle));
    }
    const sentences = splitSentences(text).map((sentence) => met.read(sentence.text));
    texts.push({ section, sentences: sentences.filter((words) => words.length > 0) });
    if (texts.length % STEP === 0) yield;
  }

  const words = met.words.toSorted();
  const wordIds = new Map(words.map((word, id) => [word, id]));
  const idOfMet = Uint32Array.from(met.words, (word) => wordIds.get(word) ?? 0);
  const stemOfWord = words.map((word) => (isStopWord(word) ? '' : stemWord(word)));
  const stems = sortedDistinct(stemOfWord.filter((stem) => stem !== ''));
  const stemIds = new Map(stems.map((stem, id) => [stem, id]));
  const wordStems = Int32Array.from(stemOfWord, (stem) => stemIds.get(stem) ?? -1);

  const forward = createByteWriter(segmentHeader('F'));
  const writeIds = (list: readonly number[]) => {
    forward.varint(list.length);
    for (const number of list) forward.varint(idOfMet[number] ?? 0);
  };
  writeIds(titleWords);
  forward.varint(sections.length);
  for (const section of sections) writeIds(section);
  forward.varint(texts.length);

  const postings: number[][] = stems.map(() => []);
  const lengths: number[] = [];
  for (const [ordinal, { section, sentences }] of texts.entries()) {
    if (ordinal % STEP === 0) yield;
    forward.varint(section);
    forward.varint(sentences.length);
    const frequencies = new Map<number, number>();
    let length = 0;
    for (const sentence of sentences) {
      writeIds(sentence);
      for (const number of sentence) {
        const stem = wordStems[idOfMet[number] ?? 0] ?? -1;
        if (stem < 0) continue;
        frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
        length++;
      }
    }
    for (const [stem, frequency] of frequencies) postings[stem]?.push(ordinal, frequency);
    lengths.push(length);
  }

  return {
    postings: writePostings(stems, postings, lengths),
    forward: forward.finish(),
    vocabulary: writeVocabulary(words, wordStems),
  };
}

function sortedDistinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

function writeVocabulary(words: readonly string[], wordStems: Iterable<number>): Uint8Array {
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
