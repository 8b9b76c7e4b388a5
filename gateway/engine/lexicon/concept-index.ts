import { StringTable, spell } from '#gateway/engine/tables/string-table.ts';
import { createWordMemo } from '#gateway/engine/tables/word-memo.ts';
import { MAX_WORD_LETTERS } from '#gateway/engine/work-budget.ts';
import { createExpressionTree } from './expression-tree.ts';
import type { PackedLexicon } from './read-lexicon.ts';
import { eachForm, isArabic, wordKey } from './word-forms.ts';

/** An expression of the lexicon found among words: `length` of them from `place` on. */
interface ConceptMatch {
  place: number;
  length: number;
  /** Ids of the concepts that the expression may mean. */
  concepts: readonly string[];
}

/** Finds concepts among normalised words. Concepts are numbered in the order of the lexicon. */
export interface ConceptIndex {
  /** Id by number. */
  readonly ids: readonly string[];
  /** Every match, longer expressions and those inside them alike, in the order of the words. */
  find(words: readonly string[]): ConceptMatch[];
  /** Concepts of one word alone. */
  conceptsOf(word: string): readonly string[];
  /** What the lexicon has for a word, as a number that stays; 0 for nothing. */
  entryOf(word: string): number;
  /** The same for a word of a list. */
  entryAt(words: StringTable, place: number): number;
  /** `find` over what the lexicon has for each word: `visit` gets an expression for `meaningsOf`. */
  match(entries: ArrayLike<number>, visit: (expression: number, place: number, length: number) => void): void;
  /** Visits the concepts that an expression may mean. */
  meaningsOf(expression: number, visit: (concept: number) => void): void;
}

/** Words remembered at a time: some 3 MB. */
const MAX_CACHED_WORDS = 100_000;
/** A further word of an expression may lose what is written on to it only where enough of it is left. */
const MIN_STRIPPED_LETTERS = 4;
const FEMININE_ENDING = 'ه'.charCodeAt(0);
const NONE: readonly never[] = [];

/** Of a word, with room for an ending. */
const letters = new Uint16Array(MAX_WORD_LETTERS + 1);

/**
 * An index over concepts. Words are compared without what is written on to them: Arabic ones without article,
 * particles, marks of person and pronouns, others by their English stem.
 */
export function createConceptIndex(lexicon: PackedLexicon): ConceptIndex {
  const keys = new StringTable();
  for (const key of lexicon.keys.split(' ')) keys.numberOf(key);
  const tree = createExpressionTree(lexicon.concepts, keys.length);
  /**
   * Entries one behind the other: how many keys the word is a form of, then each, the least stripped first, doubled, and
   * one more where an expression may go on with it. Words that are forms of the same keys share an entry.
   */
  const entries: number[] = [0];
  const entryOfKeys = new Map<number | string, number>();

  /** Keys that an Arabic word is a form of, the least stripped first. */
  const findForms = (word: string): number[] => {
    const forms: number[] = [];
    const costs: number[] = [];
    for (let index = 0; index < word.length; index++) letters[index] = word.charCodeAt(index);
    eachForm(word, (start, end, isFeminine, cost) => {
      const replaced = letters[end] ?? 0;
      if (isFeminine) letters[end] = FEMININE_ENDING;
      const key = keys.find(letters, start, isFeminine ? end + 1 : end);
      letters[end] = replaced;
      const before = key < 0 ? -1 : forms.indexOf(key);
      if (before >= 0) costs[before] = Math.min(cost, costs[before] ?? 0);
      else if (key >= 0) costs[forms.push(key) - 1] = cost;
    });
    if (forms.length < 2) return forms;
    const order = [...forms.keys()].sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0));
    return order.map((place) => forms[place] ?? 0);
  };
  const learn = (word: string): number => {
    const own = wordKey(word);
    const ownKey = keys.find(spell(own), 0, own.length);
    const forms = isArabic(word) ? findForms(word) : ownKey < 0 ? NONE : [ownKey];
    if (forms.length === 0) return 0;
    const entry = forms.map(
      (key) => key * 2 + (key === ownKey || keys.lengthOf(key) >= MIN_STRIPPED_LETTERS ? 1 : 0),
    );
    const name = entry.length > 1 ? entry.join() : (entry[0] ?? 0);
    const entryBefore = entryOfKeys.get(name);
    if (entryBefore !== undefined) return entryBefore;
    const added = entries.push(entry.length, ...entry) - entry.length - 1;
    entryOfKeys.set(name, added);
    return added;
  };
  const memo = createWordMemo(MAX_CACHED_WORDS, learn);
  const entryOf = (word: string): number => (word.length > MAX_WORD_LETTERS ? 0 : memo.of(word));

  /** Expressions that begin with a key at a place, and how many words each has. */
  const expressions: number[] = [];
  const lengths: number[] = [];
  let count = 0;
  const add = (expression: number, length: number): void => {
    let to = count++;
    for (; to > 0 && tree.orderOf(expressions[to - 1] ?? 0) > tree.orderOf(expression); to--) {
      expressions[to] = expressions[to - 1] ?? 0;
      lengths[to] = lengths[to - 1] ?? 0;
    }
    expressions[to] = expression;
    lengths[to] = length;
  };
  const goOn = (words: ArrayLike<number>, place: number, node: number, length: number): void => {
    const entry = words[place + length] ?? 0;
    const end = entry === 0 ? 0 : entry + (entries[entry] ?? 0);
    for (let index = entry + 1; index <= end; index++) {
      const key = entries[index] ?? 0;
      const next = (key & 1) === 1 ? tree.childOf(node, key >> 1) : 0;
      if (next === 0) continue;
      if (tree.orderOf(next) > 0) add(next, length + 1);
      if (tree.hasChildren(next)) goOn(words, place, next, length + 1);
    }
  };
  const match: ConceptIndex['match'] = (words, visit) => {
    for (let place = 0; place < words.length; place++) {
      const entry = words[place] ?? 0;
      if (entry === 0) continue;
      let hasSingle = false;
      const end = entry + (entries[entry] ?? 0);
      for (let index = entry + 1; index <= end; index++) {
        const key = (entries[index] ?? 0) >> 1;
        count = 0;
        // Of single-word expressions, only the one with the least stripped key.
        if (!hasSingle && tree.orderOf(key) > 0) {
          hasSingle = true;
          add(key, 1);
        }
        if (tree.hasChildren(key)) goOn(words, place, key, 1);
        for (let match = 0; match < count; match++)
          visit(expressions[match] ?? 0, place, lengths[match] ?? 0);
      }
    }
  };
  const idsOf = (expression: number): string[] => {
    const ids: string[] = [];
    tree.meaningsOf(expression, (concept) => ids.push(tree.ids[concept] ?? ''));
    return ids;
  };

  return {
    ids: tree.ids,
    find(words) {
      const matches: ConceptMatch[] = [];
      match(words.map(entryOf), (expression, place, length) =>
        matches.push({ place, length, concepts: idsOf(expression) }),
      );
      return matches;
    },
    conceptsOf(word) {
      const entry = entryOf(word);
      const end = entry === 0 ? 0 : entry + (entries[entry] ?? 0);
      for (let index = entry + 1; index <= end; index++) {
        const key = (entries[index] ?? 0) >> 1;
        if (tree.orderOf(key) > 0) return idsOf(key);
      }
      return NONE;
    },
    entryOf,
    entryAt: (words, place) => (words.lengthOf(place) > MAX_WORD_LETTERS ? 0 : memo.at(words, place)),
    match,
    meaningsOf: (expression, visit) => tree.meaningsOf(expression, visit),
  };
}
