import { append } from '#common/long-lists.ts';
import { codeKeys } from '#gateway/engine/analysis/codes.ts';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { detectStemLanguage, type StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { stemsIn } from '#gateway/engine/analysis/stems-in.ts';
import { normaliseSpan, scanWords, tokenise, type WordSink } from '#gateway/engine/analysis/tokenise.ts';
import { numberMentions } from '#gateway/engine/lexicon/concept-mentions.ts';
import { conceptIndex, conceptStem } from '#gateway/engine/lexicon/lexicon.ts';
import { StringTable } from '#gateway/engine/tables/string-table.ts';
import { createNumberLists, type NumberLists } from './number-lists.ts';
import { packPostings } from './pack-postings.ts';
import { packTexts, packTitles, SENTENCE_END } from './pack-texts.ts';
import { PASSAGES_PER_PART } from './segment.ts';
import { sortByLetters } from './sort-by-letters.ts';
import { chooseEncoding, packWords } from './spelling.ts';

/** Numbers as they are mostly written. They are their own stems, and a list has one for each row. */
const NUMBER = /^[0-9]+(?:\.[0-9]+)*$/;
const [POINT, ZERO, BEHIND_DIGITS] = [46, 48, 58];

/** The stem that a normalised word is indexed under, '' for a stop word. */
export const stemForIndex = (word: string, language: StemLanguage): string =>
  word.charCodeAt(0) < BEHIND_DIGITS && NUMBER.test(word) ? word : stemsIn(language).of(word);

/** The distinct normalised words of a unit while they are being met. */
interface WordCollector {
  /** Numbers of the words of a stretch of a text in order. A word's number is its place in `words`. */
  read(text: string, start?: number, end?: number): number[];
  /** In the order in which they were first met. */
  words: StringTable;
}

/** Spellings remembered at a time that normalising takes long for: some 20 MB. */
const MAX_CACHED_SPELLINGS = 100_000;

/** The normalised words of a text in order. */
export const readWords = (text: string): string[] => tokenise(text).map(({ word }) => word);

/** Units of one library say the same words: what one has normalised, the next ones need not. */
const normalised = new Map<string, readonly string[]>();

function normalise(spelling: string): readonly string[] {
  let words = normalised.get(spelling);
  if (words) return words;
  words = normaliseSpan(spelling);
  if (normalised.size >= MAX_CACHED_SPELLINGS) normalised.clear();
  // A slice of a text would keep the whole of it in memory.
  normalised.set(spelling.length > 12 ? Array.from(spelling).join('') : spelling, words);
  return words;
}

/** Numbers words as they come. */
export function createWordCollector(): WordCollector {
  const words = new StringTable();
  let numbers: number[] = [];
  const sink: WordSink = {
    add: (letters, length) => numbers.push(words.numberOfLetters(letters, 0, length)),
    addSpan: (span) => {
      for (const word of normalise(span)) numbers.push(words.numberOf(word));
    },
  };
  return {
    words,
    read(text, start = 0, end = text.length) {
      numbers = [];
      scanWords(text, start, end, sink);
      return numbers;
    },
  };
}

/** What a segment keeps of a passage. Its place in the list is the ordinal that ranking returns. */
export interface SegmentPassage {
  text: string;
  sectionTitle: string;
}

/** Passages between two steps: some tenths of a second. */
const PASSAGES_PER_STEP = 512;
const WORDS_PER_STEP = 65_536;
/** More than is looked at to tell the language of a unit. */
const SAMPLE_CHARACTERS = 40_000;

/** The index of one unit: `passages` in reading order, `title` the unit's own. Same input, same bytes. */
export function buildSegment(passages: readonly SegmentPassage[], title: string): Uint8Array[] {
  const builder = createSegmentBuilder();
  for (const passage of passages) builder.add(passage);
  return [...builder.finish(title)].filter((part) => part !== undefined);
}

/** Makes a segment of passages that come one after the other, of which it keeps numbers of words and no text. */
export interface SegmentBuilder {
  add(passage: SegmentPassage): void;
  passageCount(): number;
  /** Takes back all passages from a place on. */
  truncate(passageCount: number): void;
  /** The parts in order; `undefined` between them is a moment in which others may have the thread. */
  finish(title: string): Generator<Uint8Array | undefined, void, void>;
}

/** Builds the segment of a unit from passages that are added one by one. */
export function createSegmentBuilder(): SegmentBuilder {
  const met = createWordCollector();
  const concepts = createConceptReader(met.words);
  const sectionIds = new Map<string, number>();
  const sections: number[][] = [];
  /** By passage. */
  const sectionOf: number[] = [];
  const sectionsBefore: number[] = [];
  const words = createNumberLists();
  const mentions = createNumberLists();
  let sample: string[] = [];
  let sampled = 0;

  const readSection = (title: string): number => {
    let section = sectionIds.get(title);
    if (section === undefined) {
      section = sections.push(met.read(title)) - 1;
      sectionIds.set(title, section);
    }
    return section;
  };
  return {
    passageCount: () => words.length(),
    add({ text, sectionTitle }) {
      if (sampled < SAMPLE_CHARACTERS) {
        sample.push(text);
        sampled += text.length;
      }
      sectionsBefore.push(sections.length);
      sectionOf.push(readSection(sectionTitle));
      const numbers: number[] = [];
      const codes: number[] = [];
      for (const sentence of splitSentences(text)) {
        const sentenceWords = met.read(text, sentence.start, sentence.end);
        if (sentenceWords.length === 0) continue;
        append(numbers, sentenceWords);
        numbers.push(SENTENCE_END);
        append(codes, concepts.readCodes(sentence.text));
      }
      words.add(numbers);
      mentions.add([...concepts.read(numbers), ...codes]);
    },
    truncate(passageCount) {
      const sectionCount = sectionsBefore[passageCount] ?? sections.length;
      for (const [title, section] of sectionIds) if (section >= sectionCount) sectionIds.delete(title);
      for (const list of [sections, sectionOf, sectionsBefore])
        list.length = Math.min(list.length, list === sections ? sectionCount : passageCount);
      if (passageCount < sample.length) {
        sample = sample.slice(0, passageCount);
        sampled = sample.reduce((sum, { length }) => sum + length, 0);
      }
      words.truncate(passageCount);
      mentions.truncate(passageCount);
    },
    *finish(title) {
      const language = detectStemLanguage([title, ...sample]);
      const titleWords = met.read(title);
      const titles = { title: titleWords, sections };
      const textsOfTitles = [title, ...sectionIds.keys()];
      const conceptsOfTitles = [titleWords, ...sections].map((words, index) => [
        ...concepts.read(words),
        ...concepts.readCodes(textsOfTitles[index] ?? ''),
      ]);
      const uses = new Uint32Array(met.words.length);
      countUses([titleWords, ...sections], words, uses);
      yield undefined;
      const spelling = chooseEncoding(met.words, uses);
      const packed = packWords(met.words, spelling);
      yield undefined;

      // Most stems are words, and are spelled once.
      const stemOfWord = new Int32Array(uses.length).fill(-1);
      for (let start = 0; start < uses.length; start += WORDS_PER_STEP) {
        const end = Math.min(uses.length, start + WORDS_PER_STEP);
        for (let number = start; number < end; number++)
          // Words that only passages had which were taken back are in no use any more.
          if (uses[number] !== 0) stemOfWord[number] = numberOfStem(met.words, number, language);
        yield undefined;
      }
      const usesOfConcepts = new Uint32Array(concepts.stems.length);
      countUses(conceptsOfTitles, mentions, usesOfConcepts);
      const stemOfConcept = Int32Array.from(concepts.stems, (stem, concept) =>
        usesOfConcepts[concept] === 0 ? -1 : met.words.numberOf(stem),
      );
      const stems = sortStems(met.words, [stemOfWord, stemOfConcept]);
      const [conceptsOfTitle = [], ...conceptsOfSections] = conceptsOfTitles;
      yield undefined;

      yield packPostings({
        words: met.words,
        stems,
        wordStems: stemOfWord,
        conceptStems: stemOfConcept,
        passages: {
          sections: sectionOf,
          wordsOf: (ordinal) => words.at(ordinal),
          conceptsOf: (ordinal) => mentions.at(ordinal),
        },
        titles,
        language,
        concepts: { title: conceptsOfTitle, sections: conceptsOfSections },
      });
      yield packTitles(titles, packed, spelling);
      for (let start = 0; start < words.length(); start += PASSAGES_PER_PART) {
        const count = Math.min(PASSAGES_PER_PART, words.length() - start);
        yield packTexts(count, (place) => words.at(start + place), packed);
        if (start % PASSAGES_PER_STEP === 0) yield undefined;
      }
    },
  };
}

/** Counts numbers from 0 on of the titles and of the passages. */
function countUses(titles: readonly (readonly number[])[], passages: NumberLists, into: Uint32Array): void {
  const count = (list: ArrayLike<number>) => {
    for (let index = 0; index < list.length; index++) {
      const number = list[index] ?? -1;
      if (number >= 0) into[number] = (into[number] ?? 0) + 1;
    }
  };
  for (const title of titles) count(title);
  for (let ordinal = 0; ordinal < passages.length(); ordinal++) count(passages.at(ordinal));
}

/** The number of the stem that a word is indexed under; -1 for a stop word. */
function numberOfStem(words: StringTable, number: number, language: StemLanguage): number {
  if (isNumber(words, number)) return number;
  const stem = stemsIn(language).at(words, number);
  return stem === '' ? -1 : words.numberOf(stem);
}

/** Whether a normalised word is a number, with points or without. */
function isNumber(words: StringTable, number: number): boolean {
  const array = words.arrayOf(number);
  const start = words.startOf(number);
  const end = start + words.lengthOf(number);
  for (let index = start; index < end; index++) {
    const letter = array[index] ?? 0;
    if (letter >= BEHIND_DIGITS || (letter < ZERO && letter !== POINT)) return false;
  }
  return true;
}

/** The stems that lists name by number, sorted; the lists then have their places, and -1 where they named none. */
function sortStems(words: StringTable, lists: readonly Int32Array[]): Uint32Array {
  const places = new Int32Array(words.length).fill(-1);
  let length = 0;
  for (const list of lists)
    for (let index = 0; index < list.length; index++) {
      const number = list[index] ?? -1;
      if (number >= 0 && places[number] === -1) places[number] = length++;
    }
  const sorted = new Uint32Array(length);
  for (let number = 0; number < places.length; number++) {
    const place = places[number] ?? -1;
    if (place >= 0) sorted[place] = number;
  }
  sortByLetters(words, sorted);
  for (let place = 0; place < length; place++) places[sorted[place] ?? 0] = place;
  for (const list of lists)
    for (let index = 0; index < list.length; index++) {
      const number = list[index] ?? -1;
      if (number >= 0) list[index] = places[number] ?? -1;
    }
  return sorted;
}

/** Reads the concepts and codes of texts as numbers: places in `stems`, the stems that they are indexed under. */
function createConceptReader(words: StringTable) {
  const lexicon = conceptIndex();
  /** By number of a word, what the lexicon has for it. */
  const entries: number[] = [];
  const stems: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (stem: string): number => {
    let number = numbers.get(stem);
    if (number === undefined) numbers.set(stem, (number = stems.push(stem) - 1));
    return number;
  };
  /** By concept, its number and one more. */
  const met = new Uint32Array(lexicon.ids.length);
  const numberOfConcept = (concept: number): number =>
    (met[concept] ||= numberOf(conceptStem(lexicon.ids[concept] ?? '')) + 1) - 1;
  return {
    stems,
    /** Of words, sentence by sentence. */
    read(list: readonly number[]): number[] {
      while (entries.length < words.length) entries.push(lexicon.entryAt(words, entries.length));
      const { count, concepts } = numberMentions(list.map((word) => entries[word] ?? 0));
      return Array.from({ length: count }, (_, mention) => numberOfConcept(concepts[mention] ?? 0));
    },
    readCodes: (text: string): number[] => codeKeys(text).map(numberOf),
  };
}
