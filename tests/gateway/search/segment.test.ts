import { describe, expect, it, test } from 'vitest';
import { createByteReader } from '#gateway/search/byte-reader.ts';
import { createByteWriter } from '#gateway/search/byte-writer.ts';
import { buildSegment } from '#gateway/search/build-segment.ts';
import { openSegment } from '#gateway/search/open-segment.ts';
import { NO_STEM, type SegmentBlobs, SegmentMismatch } from '#gateway/search/segment.ts';
import { createWordCollector } from '#gateway/search/word-collector.ts';
import { splitSentences } from '#gateway/text/analysis/sentences.ts';
import { tokenise } from '#gateway/text/analysis/tokenise.ts';

const PASSAGES = [
  { text: 'يستطيع العميل فتح حساب جديد. وتبلغ الرسوم ٥٠ ريالاً!', sectionTitle: 'دليل › فتح الحسابات' },
  { text: 'Support is available in English.\nنصٌّ عربيٌّ 😀 𞤀𞤣𞤤𞤢𞤥', sectionTitle: 'دليل › Support' },
  { text: '', sectionTitle: '' },
  { text: 'حساب حساب حساب', sectionTitle: 'دليل › فتح الحسابات' },
];
const TITLE = 'دليل خدمات العملاء';

test('collects the very words of tokenising, whatever stands around them and however often', () => {
  const bits = [
    '١٬٢٣٤',
    '1,234',
    '5',
    '.',
    '٫٦',
    ' ',
    'م',
    'العـربيّةُ',
    'PDF',
    '東京都に住む',
    'ー',
    'Café',
    '\u200f',
    'ـ',
    '،',
  ];
  const met = createWordCollector();
  for (let seed = 1; seed < 3_000; seed++) {
    const text = Array.from({ length: 9 }, (_, at) => bits[((seed * 7919) >> at) % bits.length]).join('');
    const words = tokenise(text).map(({ word }) => word);
    expect(met.read(text).map((number) => met.words[number])).toEqual(words);
  }
  expect(new Set(met.words).size).toBe(met.words.length);
});

describe('bytes', () => {
  it('reads back the numbers it wrote, of every size', () => {
    const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1];
    const writer = createByteWriter();
    for (const number of numbers) writer.varint(number);
    const reader = createByteReader(writer.finish());
    expect(numbers.map(() => reader.varint())).toEqual(numbers);
    expect(reader.left()).toBe(0);
    expect(() => reader.varint()).toThrow(RangeError);
  });

  it('reads back sorted strings, surrogate pairs that share a half included', () => {
    const strings = ['', 'a', 'ab', 'كتاب', 'كتب', '😀', '😁', '😁a', '😂'].sort();
    const writer = createByteWriter([7]);
    writer.sorted(strings);
    expect(createByteReader(writer.finish(), 1).sorted()).toEqual(strings);
  });
});

describe('a segment', () => {
  it('keeps every word of every sentence in order', () => {
    const segment = openSegment(buildSegment(PASSAGES, TITLE));
    expect(segment.passageCount).toBe(PASSAGES.length);
    PASSAGES.forEach(({ text, sectionTitle }, ordinal) => {
      const sentences: string[][] = [];
      for (let at = segment.passageStarts[ordinal] ?? 0; at < (segment.passageStarts[ordinal + 1] ?? 0); at++)
        sentences.push(
          Array.from(
            segment.tokens.subarray(segment.sentenceStarts[at], segment.sentenceStarts[at + 1]),
            (id) => segment.words[id] ?? '',
          ),
        );
      const expected = splitSentences(text).map((sentence) =>
        tokenise(sentence.text).map(({ word }) => word),
      );
      expect(sentences).toEqual(expected.filter((words) => words.length > 0));
      const section = segment.sections[segment.passageSections[ordinal] ?? 0] ?? [];
      expect(Array.from(section, (id) => segment.words[id])).toEqual(
        tokenise(sectionTitle).map(({ word }) => word),
      );
    });
    expect(Array.from(segment.title, (id) => segment.words[id])).toEqual(
      tokenise(TITLE).map(({ word }) => word),
    );
  });

  it('counts words that carry a subject, and knows stop words as such', () => {
    const segment = openSegment(buildSegment([{ text: 'من البيت إلى السوق', sectionTitle: '' }], ''));
    expect(Array.from(segment.lengths)).toEqual([2]);
    expect(segment.wordStems[segment.words.indexOf('من')]).toBe(NO_STEM);
    expect(segment.totalLength).toBe(2);
  });

  it('is the same bytes for the same input', () => {
    expect(buildSegment(PASSAGES, TITLE)).toEqual(buildSegment(PASSAGES, TITLE));
  });

  it('may be empty', () => {
    const segment = openSegment(buildSegment([], ''));
    expect(segment.passageCount).toBe(0);
    expect(segment.byteLength).toBeGreaterThan(0);
  });

  it('reports more memory for more text', () => {
    const small = openSegment(buildSegment(PASSAGES, TITLE));
    const large = openSegment(buildSegment(Array.from({ length: 200 }, () => PASSAGES).flat(), TITLE));
    expect(large.byteLength).toBeGreaterThan(small.byteLength * 2);
  });

  it('opens from a view into a larger buffer, as databases hand them out', () => {
    const blobs = buildSegment(PASSAGES, TITLE);
    const shift = (blob: Uint8Array) => {
      const buffer = new Uint8Array(blob.length + 9);
      buffer.set(blob, 5);
      return buffer.subarray(5, 5 + blob.length);
    };
    const moved = {
      postings: shift(blobs.postings),
      forward: shift(blobs.forward),
      vocabulary: shift(blobs.vocabulary),
    };
    expect(openSegment(moved).words).toEqual(openSegment(blobs).words);
  });

  it('refuses another version, swapped blobs and every truncation', () => {
    const blobs = buildSegment(PASSAGES, TITLE);
    const older = blobs.forward.slice();
    older[3] = 0;
    expect(() => openSegment({ ...blobs, forward: older })).toThrow(SegmentMismatch);
    expect(() => openSegment({ ...blobs, forward: blobs.postings })).toThrow(SegmentMismatch);
    for (const part of ['postings', 'forward', 'vocabulary'] as const)
      for (let length = 0; length < blobs[part].length; length++) {
        const cut: SegmentBlobs = { ...blobs, [part]: blobs[part].subarray(0, length) };
        expect(() => openSegment(cut)).toThrow(SegmentMismatch);
      }
  });
});
