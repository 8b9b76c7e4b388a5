import { foldText } from '#common/fold-text.ts';
import type { Pause } from './passage-change.ts';

/** A word in more texts than these tells none from another. */
const MAX_TEXTS_OF_A_WORD = 12;
/** Texts that are compared in full with one text. */
const MAX_CANDIDATES = 3;
/** Share of their words that two versions of one text have in common. */
const MIN_LIKENESS = 0.5;

const TEXTS_PER_TURN = 50;

/**
 * Pairs texts that share at least half of their words, each text once; to each of `after` the index of its partner in
 * `before`, or -1. Partners are looked up by their rare words, so time grows with the number of words.
 */
export async function pairByLikeness(
  before: readonly string[],
  after: readonly string[],
  pause: Pause,
): Promise<number[]> {
  if (before.length === 0 || after.length === 0) return after.map(() => -1);
  const sets: Set<string>[] = [];
  const textsOfWord = new Map<string, number[]>();
  for (const [index, text] of before.entries()) {
    const words = wordsOf(text);
    sets.push(words);
    for (const word of words) {
      const texts = textsOfWord.get(word);
      if (texts === undefined) textsOfWord.set(word, [index]);
      else if (texts.length <= MAX_TEXTS_OF_A_WORD) texts.push(index);
    }
    if (index % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await pause();
  }
  const pairs: number[] = [];
  const taken = new Set<number>();
  for (const [index, text] of after.entries()) {
    // Texts whose words are all frequent, such as rows of one table, are looked for where they stood.
    const likely = Math.floor((index * before.length) / after.length);
    const words = wordsOf(text);
    const shared = new Map<number, number>();
    for (const place of [likely - 1, likely, likely + 1]) if (sets[place]) shared.set(place, 0);
    for (const word of words) {
      const texts = textsOfWord.get(word) ?? [];
      if (texts.length > MAX_TEXTS_OF_A_WORD) continue;
      for (const place of texts) shared.set(place, (shared.get(place) ?? 0) + 1);
    }
    const partner = findPartner(words, sets, shared, taken);
    pairs.push(partner);
    taken.add(partner);
    if (index % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await pause();
  }
  return pairs;
}

/** The most alike of the texts that share the most rare words; -1 where none is alike enough. */
function findPartner(
  words: ReadonlySet<string>,
  sets: readonly ReadonlySet<string>[],
  shared: ReadonlyMap<number, number>,
  taken: ReadonlySet<number>,
): number {
  const [best] = [...shared]
    .filter(([place]) => !taken.has(place))
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_CANDIDATES)
    .map(([place]) => ({ place, likeness: likenessOf(words, sets[place] ?? new Set()) }))
    .sort((a, b) => b.likeness - a.likeness);
  return best === undefined || best.likeness < MIN_LIKENESS ? -1 : best.place;
}

const wordsOf = (text: string): Set<string> => new Set(foldText(text).split(' '));

function likenessOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared++;
  return (2 * shared) / (words.size + others.size);
}
