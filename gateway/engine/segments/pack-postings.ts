import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import type { StringTable } from '#gateway/engine/tables/string-table.ts';
import { type ByteWriter, createByteWriter, packNumbers, packPart } from './byte-writer.ts';
import { packStrings } from './pack-strings.ts';
import type { TitleWords } from './pack-texts.ts';
import { SEGMENT_FORMAT } from './segment.ts';

/** Passages by ordinal. */
interface PassagesToPack {
  /** The section of each. */
  sections: readonly number[];
  /** Numbers of the words of a passage; negative numbers are sentence ends. */
  wordsOf: (ordinal: number) => ArrayLike<number>;
  /** Numbers of its concepts, each as often as it is met: they have postings like words, and add nothing to lengths. */
  conceptsOf: (ordinal: number) => ArrayLike<number>;
}

interface ToPack {
  words: StringTable;
  /** Numbers of the stems among the words, in the order of their letters. */
  stems: Uint32Array;
  /** By number of the word met; -1 for a stop word. */
  wordStems: Int32Array;
  /** By number of the concept. */
  conceptStems: Int32Array;
  passages: PassagesToPack;
  titles: TitleWords;
  language: StemLanguage;
  concepts: ConceptsOfTitles;
}

/** Numbers of the concepts of titles. */
interface ConceptsOfTitles {
  title: readonly number[];
  sections: readonly (readonly number[])[];
}

/** The sorted stems, each with its postings behind it; which titles have it; lengths and sections of the passages. */
export function packPostings(toPack: ToPack): Uint8Array {
  const { words, stems, passages, titles, language } = toPack;
  return packLists({
    ...collectPostings(toPack),
    words,
    stems,
    language,
    sections: passages.sections,
    titled: collectTitledStems(toPack),
    runs: collectRuns(passages.sections, titles.sections.length),
  });
}

/** What a part of postings holds. */
interface ListsToPack extends Pick<ToPack, 'words' | 'stems' | 'language'> {
  lists: PostingLists;
  /** By passage: how many words it has, and its section. */
  lengths: ArrayLike<number>;
  sections: ArrayLike<number>;
  titled: TitledStems;
  /** By section: pairs of the first passage and the one behind the last of each run. */
  runs: readonly (readonly number[])[];
}

/** Packs postings that are collected. */
export function packLists(toPack: ListsToPack): Uint8Array {
  const { words, stems, language, lists, lengths, sections, titled, runs } = toPack;
  const writer = createByteWriter();
  const dictionary = packStrings(words, stems, (stem) => writePostings(writer, lists, stem));
  const packedTitles = packTitledStems(titled);
  const packedRuns = packRuns(runs);
  let totalLength = 0;
  for (let ordinal = 0; ordinal < lengths.length; ordinal++) totalLength += lengths[ordinal] ?? 0;
  return packPart(
    'P',
    SEGMENT_FORMAT,
    [lengths.length, totalLength, runs.length, packedTitles.count, packedRuns.count, ...dictionary.numbers],
    [
      Uint8Array.from(language, (letter) => letter.charCodeAt(0)),
      packNumbers(lengths),
      packNumbers(sections),
      ...packedTitles.blocks,
      ...packedRuns.blocks,
      ...dictionary.blocks,
    ],
  );
}

/** Postings of all stems, one list after the other in the order of stems. */
export interface PostingLists {
  /** By stem, where its list begins; one more entry marks the end. */
  starts: Uint32Array;
  ordinals: Uint32Array;
  frequencies: Uint32Array;
}

/** Counted first, then filled in: no list a stem has to grow. */
function collectPostings({ stems, wordStems, conceptStems, passages }: ToPack): {
  lists: PostingLists;
  lengths: Uint32Array;
} {
  const { sections, wordsOf, conceptsOf } = passages;
  const stemCount = stems.length;
  const starts = new Uint32Array(stemCount + 1);
  const lengths = new Uint32Array(sections.length);
  const lastSeen = new Int32Array(stemCount).fill(-1);
  const eachStem = (visit: (stem: number, ordinal: number, isWord: boolean) => void) => {
    for (let ordinal = 0; ordinal < sections.length; ordinal++) {
      const words = wordsOf(ordinal);
      for (let index = 0; index < words.length; index++) {
        const number = words[index] ?? -1;
        const stem = number < 0 ? -1 : (wordStems[number] ?? -1);
        if (stem >= 0) visit(stem, ordinal, true);
      }
      const concepts = conceptsOf(ordinal);
      for (let index = 0; index < concepts.length; index++)
        visit(conceptStems[concepts[index] ?? 0] ?? 0, ordinal, false);
    }
  };
  eachStem((stem, ordinal, isWord) => {
    if (isWord) lengths[ordinal] = (lengths[ordinal] ?? 0) + 1;
    if (lastSeen[stem] === ordinal) return;
    lastSeen[stem] = ordinal;
    starts[stem + 1] = (starts[stem + 1] ?? 0) + 1;
  });
  for (let stem = 0; stem < stemCount; stem++)
    starts[stem + 1] = (starts[stem + 1] ?? 0) + (starts[stem] ?? 0);
  const next = starts.slice();
  const ordinals = new Uint32Array(starts[stemCount] ?? 0);
  const frequencies = new Uint32Array(ordinals.length);
  lastSeen.fill(-1);
  eachStem((stem, ordinal) => {
    if (lastSeen[stem] !== ordinal) {
      lastSeen[stem] = ordinal;
      const place = next[stem] ?? 0;
      ordinals[place] = ordinal;
      next[stem] = place + 1;
    }
    const place = (next[stem] ?? 1) - 1;
    frequencies[place] = (frequencies[place] ?? 0) + 1;
  });
  return { lists: { starts, ordinals, frequencies }, lengths };
}

/** Document frequency, then each passage's distance from the one before, doubled, one more where the stem stands once. */
function writePostings(
  writer: ByteWriter,
  { starts, ordinals, frequencies }: PostingLists,
  stem: number,
): Uint8Array {
  const end = starts[stem + 1] ?? 0;
  let place = starts[stem] ?? 0;
  let previous = -1;
  writer.clear();
  writer.varint(end - place);
  for (; place < end; place++) {
    const ordinal = ordinals[place] ?? 0;
    const frequency = frequencies[place] ?? 0;
    const distance = (ordinal - previous - 1) * 2;
    previous = ordinal;
    if (frequency === 1) writer.varint(distance + 1);
    else {
      writer.varint(distance);
      writer.varint(frequency);
    }
  }
  return writer.view();
}

/** The stems that titles have. */
export interface TitledStems {
  /** By stem, its sections in order; an entry without any for a stem of the unit's title alone. */
  sectionsOf: ReadonlyMap<number, readonly number[]>;
  /** Stems of the unit's title. */
  inTitle: ReadonlySet<number>;
}

function collectTitledStems({
  wordStems,
  conceptStems,
  titles: { title, sections },
  concepts,
}: ToPack): TitledStems {
  const sectionsOf = new Map<number, number[]>();
  const stemsOf = (words: readonly number[], concepts: readonly number[] = []) => [
    ...words.map((word) => wordStems[word] ?? -1),
    ...concepts.map((concept) => conceptStems[concept] ?? -1),
  ];
  const listOf = (stem: number) => {
    if (stem < 0) return undefined;
    let list = sectionsOf.get(stem);
    if (!list) sectionsOf.set(stem, (list = []));
    return list;
  };
  for (const stem of stemsOf(title, concepts.title)) listOf(stem);
  const inTitle = new Set(sectionsOf.keys());
  for (const [section, words] of sections.entries())
    for (const stem of stemsOf(words, concepts.sections[section])) {
      const list = listOf(stem);
      if (list && list.at(-1) !== section) list.push(section);
    }
  return { sectionsOf, inTitle };
}

/** Sorted ids, and for each whether the unit's title has it and which section titles. */
function packTitledStems({ sectionsOf, inTitle }: TitledStems) {
  const stems = [...sectionsOf.keys()].sort((a, b) => a - b);
  const writer = createByteWriter();
  const starts: number[] = [];
  for (const stem of stems) {
    starts.push(writer.length());
    const list = sectionsOf.get(stem) ?? [];
    writer.varint(list.length * 2 + (inTitle.has(stem) ? 1 : 0));
    let previous = -1;
    for (const section of list) {
      writer.varint(section - previous - 1);
      previous = section;
    }
  }
  return { count: stems.length, blocks: [packNumbers(stems), packNumbers(starts), writer.finish()] };
}

/** The runs of passages under each section title: where each begins, and where it ends. */
function collectRuns(sections: readonly number[], sectionCount: number): number[][] {
  const runs: number[][] = Array.from({ length: sectionCount }, () => []);
  for (const [ordinal, section] of sections.entries()) {
    const run = runs[section];
    if (run?.at(-1) === ordinal) run[run.length - 1] = ordinal + 1;
    else run?.push(ordinal, ordinal + 1);
  }
  return runs;
}

/** Runs section by section. */
function packRuns(runs: readonly (readonly number[])[]) {
  const starts = [0];
  for (const run of runs) starts.push((starts.at(-1) ?? 0) + run.length);
  const flat = runs.flat();
  return { count: flat.length, blocks: [packNumbers(starts), packNumbers(flat)] };
}
