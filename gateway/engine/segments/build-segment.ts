import { findMentions } from '#gateway/engine/lexicon/concept-mentions.ts';
import { conceptStem } from '#gateway/engine/lexicon/lexicon.ts';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { detectStemLanguage, type StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { findWordSpans, normaliseSpan } from '#gateway/engine/analysis/tokenise.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { packPostings } from './pack-postings.ts';
import { packTexts, packTitles, type PassageToPack } from './pack-texts.ts';
import { PASSAGES_PER_PART } from './segment.ts';
import { chooseEncoding, packWords } from './spelling.ts';

/** Words remembered at a time in each language: some 10 MB. */
const MAX_CACHED_WORDS = 100_000;

const stems = new Map<StemLanguage, Map<string, string>>();

/** The stem that a normalised word is indexed under, '' for a stop word; known words are not stemmed again. */
export function stemForIndex(word: string, language: StemLanguage): string {
  let known = stems.get(language);
  if (!known || known.size >= MAX_CACHED_WORDS) stems.set(language, (known = new Map()));
  let stem = known.get(word);
  if (stem === undefined)
    known.set(word, (stem = isStopWord(word, language) ? '' : stemWord(word, language)));
  return stem;
}

/** The distinct normalised words of a unit while they are being met. */
interface WordCollector {
  /** Numbers of the words of a text in order. A word's number is its place in `words`. */
  read(text: string): number[];
  /** In the order in which they were first met. */
  words: readonly string[];
  /** How often each word was met, by number. */
  uses(): Uint32Array;
}

/** Spellings remembered at a time by a unit, and across units: some 20 MB each. */
const MAX_CACHED_SPELLINGS = 100_000;

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
  const words: string[] = [];
  const uses: number[] = [];
  const numbers = new Map<string, number>();
  const known = new Map<string, readonly number[]>();
  const numberOf = (word: string): number => {
    let number = numbers.get(word);
    if (number === undefined) {
      number = words.push(word) - 1;
      uses.push(0);
      numbers.set(word, number);
    }
    return number;
  };
  const learn = (spelling: string): readonly number[] => {
    if (known.size >= MAX_CACHED_SPELLINGS) known.clear();
    const found = normalise(spelling).map(numberOf);
    known.set(spelling, found);
    return found;
  };
  return {
    words,
    uses: () => Uint32Array.from(uses),
    read(text) {
      const found: number[] = [];
      for (const spelling of findWordSpans(text))
        for (const number of known.get(spelling) ?? learn(spelling)) {
          found.push(number);
          uses[number] = (uses[number] ?? 0) + 1;
        }
      return found;
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

/** The index of one unit: `passages` in reading order, `title` the unit's own. Same input, same bytes. */
export function buildSegment(passages: readonly SegmentPassage[], title: string): Uint8Array[] {
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
): Generator<void, Uint8Array[], void> {
  const language = detectStemLanguage([title, ...passages.map(({ text }) => text)]);
  const met = createWordCollector();
  const titleWords = met.read(title);
  const sectionIds = new Map<string, number>();
  const sections: number[][] = [];
  const read: PassageToPack[] = [];
  for (const { text, sectionTitle } of passages) {
    let section = sectionIds.get(sectionTitle);
    if (section === undefined) {
      section = sections.length;
      sectionIds.set(sectionTitle, section);
      sections.push(met.read(sectionTitle));
    }
    const sentences = splitSentences(text).map((sentence) => met.read(sentence.text));
    read.push({ section, sentences: sentences.filter((words) => words.length > 0) });
    if (read.length % PASSAGES_PER_STEP === 0) yield;
  }

  const { words } = met;
  const concepts = createConceptReader(words);
  const conceptsOfPassages: string[][] = [];
  for (const { sentences } of read) {
    conceptsOfPassages.push(sentences.flatMap(concepts.read));
    if (conceptsOfPassages.length % PASSAGES_PER_STEP === 0) yield;
  }
  const conceptsOfTitles = [titleWords, ...sections].map(concepts.read);
  const stemOfWord = words.map((word) => stemForIndex(word, language));
  const stems = [...new Set([...stemOfWord, ...concepts.met])].filter((stem) => stem !== '').sort();
  const stemIds = new Map(stems.map((stem, id) => [stem, id]));
  const idsOf = (some: readonly string[]) => some.map((stem) => stemIds.get(stem) ?? -1);
  const wordStems = Int32Array.from(stemOfWord, (stem) => stemIds.get(stem) ?? -1);
  const [conceptsOfTitle = [], ...conceptsOfSections] = conceptsOfTitles.map(idsOf);
  yield;

  const spelling = chooseEncoding(words, met.uses());
  const packed = packWords(words, spelling);
  const texts: Uint8Array[] = [];
  for (let at = 0; at < read.length; at += PASSAGES_PER_PART) {
    texts.push(packTexts(read.slice(at, at + PASSAGES_PER_PART), packed));
    if (at % PASSAGES_PER_STEP === 0) yield;
  }
  const titles = { title: titleWords, sections };
  return [
    packPostings({
      stems,
      wordStems,
      passages: read,
      titles,
      language,
      concepts: {
        passages: conceptsOfPassages.map(idsOf),
        title: conceptsOfTitle,
        sections: conceptsOfSections,
      },
    }),
    packTitles(titles, packed, spelling),
    ...texts,
  ];
}

/** Reads the concepts of sentences as the stems that they are indexed under. */
function createConceptReader(words: readonly string[]) {
  const met = new Set<string>();
  const read = (sentence: readonly number[]): string[] =>
    findMentions(sentence.map((number) => words[number] ?? '')).map(({ concept }) => {
      const stem = conceptStem(concept);
      met.add(stem);
      return stem;
    });
  return { met, read };
}
