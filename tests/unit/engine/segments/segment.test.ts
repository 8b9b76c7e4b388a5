import { describe, expect, test } from 'vitest';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import {
  buildSegment,
  createSegmentBuilder,
  createWordCollector,
} from '#gateway/engine/segments/build-segment.ts';
import { ByteReader, openNumbers } from '#gateway/engine/segments/byte-reader.ts';
import { createByteWriter, packNumbers } from '#gateway/engine/segments/byte-writer.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';
import { openStrings } from '#gateway/engine/segments/open-strings.ts';
import { packStrings } from '#gateway/engine/segments/pack-strings.ts';
import {
  createPostingList,
  createSpelledText,
  SegmentMismatchError,
} from '#gateway/engine/segments/segment.ts';
import { StringTable } from '#gateway/engine/tables/string-table.ts';

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
    const text = Array.from({ length: 9 }, (_, index) => bits[((seed * 7919) >> index) % bits.length]).join(
      '',
    );
    const words = tokenise(text).map(({ word }) => word);
    expect(met.read(text).map((number) => met.words.at(number))).toEqual(words);
  }
  const distinct = Array.from({ length: met.words.length }, (_, number) => met.words.at(number));
  expect(new Set(distinct).size).toBe(met.words.length);
});

describe('bytes', () => {
  test('reads back the numbers it wrote, of every size', () => {
    const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1];
    const writer = createByteWriter();
    for (const number of numbers) writer.varint(number);
    const bytes = writer.finish();
    const reader = new ByteReader(bytes);
    expect(numbers.map(() => reader.varint())).toEqual(numbers);
    expect(reader.offset).toBe(bytes.length);
    expect(() => reader.varint()).toThrow(SegmentMismatchError);
  });

  test.each([[[]], [[0, 255]], [[256, 65_535, 1]], [[65_536, 2 ** 32 - 1, 0]]])(
    'finds numbers by place: %j',
    (numbers) => {
      const numberAt = openNumbers(packNumbers(numbers), numbers.length);
      expect(numbers.map((_, place) => numberAt(place))).toEqual(numbers);
      expect(() => openNumbers(packNumbers(numbers), numbers.length + 1)).toThrow(SegmentMismatchError);
    },
  );

  test('finds sorted strings, of more letters than have a byte of their own', () => {
    const rare = Array.from({ length: 400 }, (_, index) => String.fromCharCode(0x4e00 + index));
    const strings = [
      '',
      'a',
      'ab',
      'كتاب',
      'كتب',
      '😀',
      '😁',
      '😁a',
      '😂',
      ...rare,
      ...rare.map((letter) => `${letter}ن`),
    ].sort();
    const behind = strings.map((text) => new TextEncoder().encode(text));
    const table = new StringTable();
    for (const text of strings) table.numberOf(text);
    const { numbers, blocks } = packStrings(
      table,
      Uint32Array.from(strings, (_, place) => place),
      (place) => behind[place] ?? new Uint8Array(),
    );
    const open = openStrings(numbers, blocks);
    expect(strings.map((_, place) => open.at(place))).toEqual(strings);
    expect(strings.map((text) => open.find(text))).toEqual(strings.map((_, place) => place));
    for (const text of ['A', 'aa', 'كت', 'كتاا', '😁b', '龥', '\uffff']) expect(open.find(text)).toBe(-1);
    const { start, end } = open.behind(12);
    expect(open.bytes.slice(start, end)).toEqual(behind[12]);
    expect(() => open.behind(strings.length)).toThrow(SegmentMismatchError);
    const none = openStrings([0, 0], [packNumbers([]), packNumbers([]), new Uint8Array()]);
    expect(none.find('ا')).toBe(-1);
  });
});

const wordsOf = (text: string) => tokenise(text).map(({ word }) => word);
const spelled = createSpelledText();
const read = (start = 0, end = spelled.length) =>
  String.fromCharCode(...spelled.letters.subarray(start, end))
    .trimEnd()
    .split(' ')
    .filter((word) => word !== '');

describe('a segment', () => {
  test('spells words of more letters than have a byte, and of none twice', () => {
    const words = Array.from({ length: 600 }, (_, index) => `${String.fromCharCode(0x4e00 + index)}ن😀`);
    const text = Array.from({ length: 40 }, (_, index) => `${words[index]} كلمة ${words[599 - index]} word.`);
    const segment = openSegment(
      buildSegment(
        text.map((passage) => ({ text: passage, sectionTitle: '' })),
        '',
      ),
    );
    text.forEach((passage, ordinal) => {
      segment.readPassage(ordinal, spelled);
      expect(read()).toEqual(wordsOf(passage));
    });
  });

  test('keeps every word of every sentence in order, under its section', () => {
    const segment = openSegment(buildSegment(PASSAGES, TITLE));
    expect(segment.passageCount).toBe(PASSAGES.length);
    PASSAGES.forEach(({ text, sectionTitle }, ordinal) => {
      segment.readPassage(ordinal, spelled);
      const sentences = Array.from({ length: spelled.sentenceCount }, (_, index) =>
        read(spelled.sentenceStarts[index], spelled.sentenceStarts[index + 1]),
      );
      const expected = splitSentences(text).map((sentence) => wordsOf(sentence.text));
      expect(sentences).toEqual(expected.filter((words) => words.length > 0));
      segment.readTitles(segment.sectionOf(ordinal), spelled);
      expect(read()).toEqual([...wordsOf(TITLE), ...wordsOf(sectionTitle)]);
    });
    expect(segment.sectionCount).toBe(3);
    expect([0, 1, 2].map((section) => segment.passagesUnder(section))).toEqual([
      [0, 1, 3, 4],
      [1, 2],
      [2, 3],
    ]);
  });

  test('finds each stem with its passages, as counting over the texts does', () => {
    const many = Array.from(
      { length: 300 },
      (_, index) => PASSAGES[(index * index) % 7] ?? { text: `نص ${index % 40}`, sectionTitle: '' },
    );
    const segment = openSegment(buildSegment(many, TITLE));
    const list = createPostingList();
    const counted = new Map<string, Map<number, number>>();
    let total = 0;
    many.forEach(({ text }, ordinal) => {
      const stems = wordsOf(text)
        .filter((word) => !isStopWord(word))
        .map((word) => stemWord(word));
      expect(segment.lengthOf(ordinal)).toBe(stems.length);
      total += stems.length;
      for (const stem of stems) {
        const passages = counted.get(stem) ?? new Map<number, number>();
        counted.set(stem, passages.set(ordinal, (passages.get(ordinal) ?? 0) + 1));
      }
    });
    expect(segment.totalLength).toBe(total);
    for (const [stem, passages] of counted) {
      const id = segment.findStem(stem);
      expect(segment.stemAt(id)).toBe(stem);
      expect(segment.documentFrequency(id)).toBe(passages.size);
      expect(segment.readPostings(id, list)).toBe(passages.size);
      expect(
        Array.from({ length: list.count }, (_, index) => [list.ordinals[index], list.frequencies[index]]),
      ).toEqual([...passages]);
    }
    expect(segment.findStem('غائب')).toBe(-1);
  });

  test('knows which titles have a stem, and which passages stand under them', () => {
    const segment = openSegment(buildSegment(PASSAGES, TITLE));
    const guide = segment.findStem(stemWord('دليل'));
    expect(segment.titleHas(guide)).toBe(true);
    expect(segment.sectionsWith(guide)).toEqual([0, 1]);
    expect(segment.documentFrequency(guide)).toBe(0);
    const account = segment.findStem(stemWord('حساب'));
    expect(segment.titleHas(account)).toBe(false);
    const fee = segment.findStem(stemWord('الرسوم'));
    expect(segment.sectionsWith(fee)).toEqual([]);
  });

  test('counts words that carry a subject, and knows stop words as such', () => {
    const segment = openSegment(buildSegment([{ text: 'من البيت إلى السوق', sectionTitle: '' }], ''));
    expect(segment.lengthOf(0)).toBe(2);
    expect(segment.findStem('من')).toBe(-1);
    segment.readPassage(0, spelled);
    expect(read()).toContain('من');
    expect(segment.totalLength).toBe(2);
  });

  test('is stemmed in the language of its texts, and says so', () => {
    const text = 'Die Verträge der Kunden werden in den Filialen der Bank mit einem Formular gekündigt.';
    expect(openSegment(buildSegment([{ text, sectionTitle: '' }], 'Handbuch')).language).toBe('de');
    expect(openSegment(buildSegment(PASSAGES, TITLE)).language).toBe('en');
  });

  test('is the same bytes for the same input', () => {
    expect(buildSegment(PASSAGES, TITLE)).toEqual(buildSegment(PASSAGES, TITLE));
  });

  test('has nothing of passages that were taken back', () => {
    const builder = createSegmentBuilder();
    const [first, ...rest] = PASSAGES;
    builder.add(first!);
    for (let index = 0; index < 300; index++)
      builder.add({ text: `زائدة ${index}`, sectionTitle: `باب ${index}` });
    builder.truncate(1);
    for (const passage of rest) builder.add(passage);
    const parts = [...builder.finish(TITLE)].filter((part) => part !== undefined);
    expect(parts).toEqual(buildSegment(PASSAGES, TITLE));
  });

  test('may be empty', () => {
    const segment = openSegment(buildSegment([], ''));
    expect([segment.passageCount, segment.stemCount, segment.sectionCount]).toEqual([0, 0, 0]);
    expect(segment.findStem('ا')).toBe(-1);
  });

  test('opens from a view into a larger buffer, as databases hand them out', () => {
    const parts = buildSegment(PASSAGES, TITLE);
    const moved = parts.map((part) => {
      const buffer = new Uint8Array(part.length + 9);
      buffer.set(part, 5);
      return buffer.subarray(5, 5 + part.length);
    });
    const segment = openSegment(moved);
    segment.readTitles(0, spelled);
    expect(read()).toEqual([...wordsOf(TITLE), ...wordsOf(PASSAGES[0]?.sectionTitle ?? '')]);
  });
});
