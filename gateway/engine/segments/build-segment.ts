import { append } from '#common/long-lists.ts';
import { codeKeys } from '#gateway/engine/analysis/codes.ts';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { detectStemLanguage, type StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { findWordSpans, normaliseSpan } from '#gateway/engine/analysis/tokenise.ts';
import { findMentions } from '#gateway/engine/lexicon/concept-mentions.ts';
import { conceptStem } from '#gateway/engine/lexicon/lexicon.ts';
import { createNumberLists } from './number-lists.ts';
import { packPostings } from './pack-postings.ts';
import { packTexts, packTitles } from './pack-texts.ts';
import { PASSAGES_PER_PART } from './segment.ts';
import { chooseEncoding, packWords } from './spelling.ts';
import { createStringTable, type Strings, type StringTable } from './string-table.ts';

/** Words remembered at a time in each language: some 10 MB. */
const MAX_CACHED_WORDS = 100_000;

const stems = new Map<StemLanguage, Map<string, string>>();

/** Numbers as they are mostly written. They are their own stems, and a list has one for each row. */
const NUMBER = /^[0-9]+(?:\.[0-9]+)*$/;
/** Spellings that are in normal form already. */
const NORMAL = /^(?:[a-z0-9]+|[0-9]+(?:\.[0-9]+)+)$/;
/** The first letter behind ASCII. */
const BEHIND_ASCII = 128;

/** The stem that a normalised word is indexed under, '' for a stop word; known words are not stemmed again. */
export function stemForIndex(word: string, language: StemLanguage): string {
  if (word.charCodeAt(0) < BEHIND_ASCII && NUMBER.test(word)) return word;
  let cache = stems.get(language);
  if (!cache || cache.size >= MAX_CACHED_WORDS) stems.set(language, (cache = new Map()));
  let stem = cache.get(word);
  if (stem === undefined)
    cache.set(word, (stem = isStopWord(word, language) ? '' : stemWord(word, language)));
  return stem;
}

/** The distinct normalised words of a unit while they are being met. */
interface WordCollector {
  /** Numbers of the words of a text in order. A word's number is its place in `words`. */
  read(text: string): number[];
  /** In the order in which they were first met. */
  words: StringTable;
}

/** Spellings remembered at a time by a unit, and across units: some 20 MB each. */
const MAX_CACHED_SPELLINGS = 100_000;

/** The normalised words of a text in order. */
export function readWords(text: string): string[] {
  return findWordSpans(text).flatMap(normalise);
}

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

/** Numbers words as they come. A spelling is normalised once and then known: a unit says the same words again and again. */
export function createWordCollector(): WordCollector {
  const words = createStringTable();
  const wordsOfSpelling = new Map<string, readonly number[]>();
  const learn = (spelling: string): readonly number[] => {
    if (wordsOfSpelling.size >= MAX_CACHED_SPELLINGS) wordsOfSpelling.clear();
    const numbers = normalise(spelling).map((word) => words.numberOf(word));
    wordsOfSpelling.set(spelling, numbers);
    return numbers;
  };
  return {
    words,
    read(text) {
      const numbers: number[] = [];
      for (const spelling of findWordSpans(text))
        if (spelling.charCodeAt(0) < BEHIND_ASCII && NORMAL.test(spelling))
          numbers.push(words.numberOf(spelling));
        else for (const number of wordsOfSpelling.get(spelling) ?? learn(spelling)) numbers.push(number);
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

/** A passage as numbers of words; each sentence ends with one that is no word's. */
const SENTENCE_END = -1;

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
  const sentencesOf = (ordinal: number): number[][] => {
    const sentences: number[][] = [];
    let sentence: number[] = [];
    for (const word of words.at(ordinal))
      if (word !== SENTENCE_END) sentence.push(word);
      else {
        sentences.push(sentence);
        sentence = [];
      }
    return sentences;
  };
  const countUses = (titles: Iterable<readonly number[]>): Uint32Array => {
    const uses = new Uint32Array(met.words.length);
    const count = (list: Iterable<number>) => {
      for (const word of list) if (word !== SENTENCE_END) uses[word] = (uses[word] ?? 0) + 1;
    };
    for (const title of titles) count(title);
    for (let ordinal = 0; ordinal < words.length(); ordinal++) count(words.at(ordinal));
    return uses;
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
      const conceptNumbers: number[] = [];
      for (const sentence of splitSentences(text)) {
        const sentenceWords = met.read(sentence.text);
        if (sentenceWords.length === 0) continue;
        append(numbers, sentenceWords);
        numbers.push(SENTENCE_END);
        append(conceptNumbers, concepts.read(sentenceWords, sentence.text));
      }
      words.add(numbers);
      mentions.add(conceptNumbers);
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
      const conceptsOfTitles = [titleWords, ...sections].map((words, index) =>
        concepts.read(words, textsOfTitles[index] ?? ''),
      );
      const uses = countUses([titleWords, ...sections]);
      yield undefined;
      const spelling = chooseEncoding(met.words, uses);
      const packed = packWords(met.words, spelling);
      yield undefined;

      // Most stems are words, and are spelled once.
      const stemOfWord = new Int32Array(uses.length).fill(-1);
      for (let number = 0; number < uses.length; number++) {
        // Words that only passages had which were taken back are in no use any more.
        const stem = uses[number] ? stemForIndex(met.words.at(number), language) : '';
        if (stem !== '') stemOfWord[number] = met.words.numberOf(stem);
        if (number % WORDS_PER_STEP === 0) yield undefined;
      }
      const used = new Set(conceptsOfTitles.flat());
      for (let ordinal = 0; ordinal < mentions.length(); ordinal++)
        for (const concept of mentions.at(ordinal)) used.add(concept);
      const stemOfConcept = Int32Array.from(concepts.stems, (stem, concept) =>
        used.has(concept) ? met.words.numberOf(stem) : -1,
      );
      const stems = sortStems(met.words, [stemOfWord, stemOfConcept]);
      const idsOf = (some: Iterable<number>) => Array.from(some, (concept) => stemOfConcept[concept] ?? -1);
      const [conceptsOfTitle = [], ...conceptsOfSections] = conceptsOfTitles.map(idsOf);
      yield undefined;

      yield packPostings({
        stems,
        wordStems: stemOfWord,
        passages: {
          sections: sectionOf,
          wordsOf: (ordinal) => words.at(ordinal),
          conceptsOf: (ordinal) => idsOf(mentions.at(ordinal)),
        },
        titles,
        language,
        concepts: { title: conceptsOfTitle, sections: conceptsOfSections },
      });
      yield packTitles(titles, packed, spelling);
      for (let start = 0; start < words.length(); start += PASSAGES_PER_PART) {
        const count = Math.min(PASSAGES_PER_PART, words.length() - start);
        const texts = Array.from({ length: count }, (_, place) => sentencesOf(start + place));
        yield packTexts(texts, packed);
        if (start % PASSAGES_PER_STEP === 0) yield undefined;
      }
    },
  };
}

/** The stems that lists name by number, sorted; the lists then have their places, and -1 where they named none. */
function sortStems(words: StringTable, lists: readonly Int32Array[]): Strings {
  const places = new Int32Array(words.length).fill(-1);
  let length = 0;
  for (const list of lists)
    for (const number of list) if (number >= 0 && places[number] === -1) places[number] = length++;
  const sorted = new Uint32Array(length);
  for (const [number, place] of places.entries()) if (place >= 0) sorted[place] = number;
  sorted.sort((a, b) => words.compare(a, b));
  for (const [place, number] of sorted.entries()) places[number] = place;
  for (const list of lists)
    for (let index = 0; index < list.length; index++) list[index] = places[list[index] ?? -1] ?? -1;
  return { length, at: (place) => words.at(sorted[place] ?? 0) };
}

/** Reads the concepts and codes of sentences as numbers: places in `stems`, the stems that they are indexed under. */
function createConceptReader(words: Strings) {
  const stems: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (stem: string): number => {
    let number = numbers.get(stem);
    if (number === undefined) numbers.set(stem, (number = stems.push(stem) - 1));
    return number;
  };
  const read = (sentence: readonly number[], text: string): number[] => [
    ...findMentions(sentence.map((number) => words.at(number) ?? '')).map(({ concept }) =>
      numberOf(conceptStem(concept)),
    ),
    ...codeKeys(text).map(numberOf),
  ];
  return { stems, read };
}
