import { createByteReader, type ByteReader } from './byte-reader.ts';
import { NO_STEM, type Segment, type SegmentBlobs, SegmentMismatch, segmentHeader } from './segment.ts';

/**
 * The stored blobs as ranking reads them. The postings stay packed.
 * Throws `SegmentMismatch` when they were made by another version or are damaged.
 */
export function openSegment(blobs: SegmentBlobs): Segment {
  try {
    const vocabulary = readVocabulary(openBlob(blobs.vocabulary, 'V'));
    const forward = readForward(openBlob(blobs.forward, 'F'));
    const parts = {
      ...vocabulary,
      ...forward,
      ...readPostings(openBlob(blobs.postings, 'P')),
      ...mapTitles(forward.title, forward.sections, vocabulary.wordStems),
    };
    if (parts.passageSections.length !== parts.lengths.length)
      throw new SegmentMismatch('its blobs disagree');
    return { ...parts, passageCount: parts.lengths.length, byteLength: estimateBytes(parts) };
  } catch (cause) {
    if (cause instanceof RangeError) throw new SegmentMismatch(cause.message);
    throw cause;
  }
}

type Parts = Omit<Segment, 'passageCount' | 'byteLength'>;

function openBlob(blob: Uint8Array, kind: 'P' | 'F' | 'V'): ByteReader {
  const header = segmentHeader(kind);
  if (!header.every((byte, index) => blob[index] === byte))
    throw new SegmentMismatch('it was made by another version');
  return createByteReader(blob, header.length);
}

function readNumbers(reader: ByteReader, count: number): Uint32Array {
  if (count > reader.left()) throw new SegmentMismatch('it ends early');
  const numbers = new Uint32Array(count);
  for (let index = 0; index < count; index++) numbers[index] = reader.varint();
  return numbers;
}

function readVocabulary(reader: ByteReader) {
  const words = reader.sorted();
  const wordStems = readNumbers(reader, words.length).map((stem) => (stem === 0 ? NO_STEM : stem - 1));
  return { words, wordStems };
}

function readForward(reader: ByteReader) {
  const title = readNumbers(reader, reader.varint());
  const sections: Uint32Array[] = [];
  const sectionCount = reader.varint();
  for (let index = 0; index < sectionCount; index++) sections.push(readNumbers(reader, reader.varint()));
  const passageCount = reader.varint();
  const passageSections = new Uint32Array(passageCount);
  const passageStarts = new Uint32Array(passageCount + 1);
  const sentenceStarts: number[] = [];
  const tokens: number[] = [];
  for (let passage = 0; passage < passageCount; passage++) {
    passageSections[passage] = reader.varint();
    passageStarts[passage] = sentenceStarts.length;
    const sentenceCount = reader.varint();
    for (let sentence = 0; sentence < sentenceCount; sentence++) {
      sentenceStarts.push(tokens.length);
      const wordCount = reader.varint();
      for (let word = 0; word < wordCount; word++) tokens.push(reader.varint());
    }
  }
  passageStarts[passageCount] = sentenceStarts.length;
  sentenceStarts.push(tokens.length);
  return {
    title,
    sections,
    passageSections,
    passageStarts,
    sentenceStarts: Uint32Array.from(sentenceStarts),
    tokens: Uint32Array.from(tokens),
  };
}

function mapTitles(title: Uint32Array, sections: readonly Uint32Array[], wordStems: Uint32Array) {
  const stemsOf = (ids: Uint32Array) =>
    new Set(Array.from(ids, (id) => wordStems[id] ?? NO_STEM).filter((stem) => stem !== NO_STEM));
  const sectionsByStem = new Map<number, number[]>();
  for (const [section, ids] of sections.entries())
    for (const stem of stemsOf(ids)) {
      const known = sectionsByStem.get(stem);
      if (known) known.push(section);
      else sectionsByStem.set(stem, [section]);
    }
  return { titleStems: stemsOf(title), sectionsByStem };
}

function readPostings(reader: ByteReader) {
  const lengths = readNumbers(reader, reader.varint());
  let totalLength = 0;
  for (const length of lengths) totalLength += length;
  const stems = reader.sorted();
  const sizes = readNumbers(reader, stems.length);
  const postingStarts = new Uint32Array(stems.length + 1);
  let end = 0;
  sizes.forEach((size, stem) => {
    end += size;
    postingStarts[stem + 1] = end;
  });
  return { lengths, totalLength, stems, postingStarts, postings: reader.bytes(end) };
}

/** A string costs about 32 bytes beside its two a character, an array about 96. */
function estimateBytes(parts: Parts): number {
  let bytes = parts.postings.buffer.byteLength;
  for (const list of [parts.words, parts.stems]) for (const text of list) bytes += 32 + 2 * text.length;
  const numbers = [
    parts.postingStarts,
    parts.lengths,
    parts.wordStems,
    parts.title,
    parts.passageSections,
    parts.tokens,
    parts.sentenceStarts,
    parts.passageStarts,
    ...parts.sections,
  ];
  for (const list of numbers) bytes += list.byteLength + 96;
  bytes += parts.titleStems.size * 32;
  for (const sections of parts.sectionsByStem.values()) bytes += 96 + 8 * sections.length;
  return bytes;
}
