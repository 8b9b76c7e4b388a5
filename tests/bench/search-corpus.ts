/** A large library made of the shared sets: their sentences shuffled into passages, so that words keep their frequencies. */
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { findSets, loadSet } from './question-sets.ts';
import { createRandom } from './statistics.ts';

interface LibraryUnit {
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
  const sets = findSets(folder, wanted).map(loadSet);
  const read = sets.flatMap((set) => set.passages);
  const cut = read.map(({ text }) => splitSentences(text).map((sentence) => sentence.text));
  const sentences = cut.flat();
  const lengths = cut.map((list) => list.length).filter((length) => length >= MIN_SENTENCES);
  const titles = [...new Set(read.map(({ title }) => title))];
  const sections = [...new Set(read.map(({ section, title }) => section || title))];
  const random = createRandom(20_261_121);
  const draw = <Item>(list: readonly Item[], none: Item): Item =>
    list[Math.floor(random() * list.length)] ?? none;

  const made = sizeUnits(passages, units).map((size, at) => {
    let sectionTitle = '';
    const own = Array.from({ length: size }, (_, ordinal) => {
      if (ordinal % A_SECTION === 0) sectionTitle = `${draw(sections, '')} (${ordinal / A_SECTION + 1})`;
      const text = Array.from({ length: draw(lengths, 4) }, () => draw(sentences, '')).join(' ');
      return { text, sectionTitle };
    });
    return { title: `${draw(titles, '')} (${at + 1})`, passages: own };
  });
  const questions = sets.flatMap((set) => set.questions.map(({ text }) => text));
  return { units: made, questions: shuffle(questions, random) };
}

/** Sizes like 1, 1/2^s, 1/3^s ... of the largest, with the s that makes them sum up. */
function sizeUnits(passages: number, units: number): number[] {
  const largest = passages / 10;
  const sizesAt = (exponent: number) =>
    Array.from({ length: units }, (_, at) => Math.max(1, Math.round(largest / (at + 1) ** exponent)));
  let [low, high] = [0, 4];
  for (let round = 0; round < 50; round++) {
    const middle = (low + high) / 2;
    if (sizesAt(middle).reduce((sum, size) => sum + size, 0) > passages) low = middle;
    else high = middle;
  }
  return sizesAt(high);
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
