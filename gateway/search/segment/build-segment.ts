import { splitSentences } from '#gateway/text/analysis/sentences.ts';
import { detectStemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { packPostings } from './pack-postings.ts';
import { packTexts, packTitles, type PassageToPack } from './pack-texts.ts';
import { PASSAGES_A_PART } from './segment.ts';
import { chooseSpelling, packWords } from './spelling.ts';
import { stemForIndex } from './stem-cache.ts';
import { createWordCollector } from './word-collector.ts';

/** What a segment keeps of a passage. Its place in the list is the ordinal that ranking returns. */
export interface SegmentPassage {
  text: string;
  sectionTitle: string;
}

/** Passages between two steps: some tenths of a second. */
const STEP = 512;

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
    if (read.length % STEP === 0) yield;
  }

  const { words } = met;
  const stemOfWord = words.map((word) => stemForIndex(word, language));
  const stems = [...new Set(stemOfWord)].filter((stem) => stem !== '').sort();
  const stemIds = new Map(stems.map((stem, id) => [stem, id]));
  const wordStems = Int32Array.from(stemOfWord, (stem) => stemIds.get(stem) ?? -1);
  yield;

  const spelling = chooseSpelling(words, met.uses());
  const packed = packWords(words, spelling);
  const texts: Uint8Array[] = [];
  for (let at = 0; at < read.length; at += PASSAGES_A_PART) {
    texts.push(packTexts(read.slice(at, at + PASSAGES_A_PART), packed));
    if (at % STEP === 0) yield;
  }
  const titles = { title: titleWords, sections };
  return [
    packPostings({ stems, wordStems, passages: read, titles, language }),
    packTitles(titles, packed, spelling),
    ...texts,
  ];
}
