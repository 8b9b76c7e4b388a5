/** A large library made of the shared sets: their sentences shuffled into passages, so that words keep their frequencies. */
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { findSets, loadSet } from './question-sets.ts';
import { createRandom } from './statistics.ts';

export interface LibraryUnit {
  title: string;
  passages: { text: string; sectionTitle: string }[];
}

export interface Library {
  units: LibraryUnit[];
  questions: string[];
}

/** The sets have 60 to 140 words a passage; FAQ answers are shorter and would make the library easier. */
const MIN_SENTENCES = 2;
/** Passages under one section title. */
const A_SECTION = 8;

/**
 * `passages` passages in `units` units whose sizes follow Zipf's law; the largest has a tenth of them. The same every
 * time. `wanted` names sets of the folder, all unless given. A passage has as many sentences as one of the sets has, each drawn from all sets.
 */
export function makeLibrary(
  folder: string,
  { passages, units }: { passages: number; units: number },
  wanted: readonly string[] = [],
): Library {
  const corpus = readCorpus(folder, wanted);
  const random = createRandom(20_261_121);
  const library = sizeUnits(passages, units).map((size, index) => makeUnit(corpus, random, size, index + 1));
  return { units: library, questions: shuffle(corpus.questions, random) };
}

/** What units are made of. */
export interface Corpus {
  sentences: string[];
  /** Numbers of sentences of the sets' passages. */
  lengths: number[];
  titles: string[];
  sections: string[];
  questions: string[];
}

export function readCorpus(folder: string, wanted: readonly string[] = []): Corpus {
  const sets = findSets(folder, wanted).map(loadSet);
  const passages = sets.flatMap((set) => set.passages);
  const cut = passages.map(({ text }) => splitSentences(text).map((sentence) => sentence.text));
  return {
    sentences: cut.flat(),
    lengths: cut.map((list) => list.length).filter((length) => length >= MIN_SENTENCES),
    titles: [...new Set(passages.map(({ title }) => title))],
    sections: [...new Set(passages.map(({ section, title }) => section || title))],
    questions: sets.flatMap((set) => set.questions.map(({ text }) => text)),
  };
}

/** The unit of a number, with so many passages. */
export function makeUnit(
  { sentences, lengths, titles, sections }: Corpus,
  random: () => number,
  size: number,
  number: number,
): LibraryUnit {
  const draw = <Item>(list: readonly Item[], none: Item): Item =>
    list[Math.floor(random() * list.length)] ?? none;
  let sectionTitle = '';
  const passages = Array.from({ length: size }, (_, ordinal) => {
    if (ordinal % A_SECTION === 0) sectionTitle = `${draw(sections, '')} (${ordinal / A_SECTION + 1})`;
    const text = Array.from({ length: draw(lengths, 4) }, () => draw(sentences, '')).join(' ');
    return { text, sectionTitle };
  });
  return { title: `${draw(titles, '')} (${number})`, passages };
}

/** Questions, each in `least` (1) to `most` units. */
export function chooseQuestions(
  questions: readonly string[],
  units: number,
  { count, most, least = 1 }: { count: number; most: number; least?: number },
): { question: string; units: number[] }[] {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, index) => {
    const chosen = new Set<number>();
    const wanted = Math.min(units, least + Math.floor(random() * (most - least + 1)));
    while (chosen.size < wanted) chosen.add(Math.floor(random() * units));
    return { question: questions[index % questions.length] ?? '', units: [...chosen] };
  });
}

/** Sizes like 1, 1/2^s, 1/3^s ... of the largest, with the s that makes them sum up. */
function sizeUnits(passages: number, units: number): number[] {
  const largest = passages / 10;
  const sizesAt = (exponent: number) =>
    Array.from({ length: units }, (_, index) => Math.max(1, Math.round(largest / (index + 1) ** exponent)));
  let [low, high] = [0, 4];
  for (let round = 0; round < 50; round++) {
    const middle = (low + high) / 2;
    if (sizesAt(middle).reduce((sum, size) => sum + size, 0) > passages) low = middle;
    else high = middle;
  }
  return sizesAt(high);
}

export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
