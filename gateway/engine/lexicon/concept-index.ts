import { MAX_WORD_LETTERS } from '#gateway/engine/work-budget.ts';
import type { Concept } from './read-lexicon.ts';
import { isArabic, wordForms, wordKey } from './word-forms.ts';

/** An expression of the lexicon found among words: `length` of them from `place` on. */
interface ConceptMatch {
  place: number;
  length: number;
  /** Ids of the concepts that the expression may mean. */
  concepts: readonly string[];
}

/** Finds concepts among normalised words. */
export interface ConceptIndex {
  /** Every match, longer expressions and those inside them alike, in the order of the words. */
  find(words: readonly string[]): ConceptMatch[];
  /** Concepts of one word alone. */
  conceptsOf(word: string): readonly string[];
}

/** An expression by the key of its first word. */
interface Expression {
  /** Key of each further word. */
  rest: readonly string[];
  concepts: string[];
}

/** What the lexicon has for a word. */
interface KnownWord {
  /** Keys of the lexicon that the word is a form of, the least stripped first. */
  keys: readonly string[];
  /** Expressions that may begin with the word; of single-word expressions, the one with the least stripped key. */
  starts: readonly Expression[];
}

/** Words remembered at a time: some 6 MB. What is not in the lexicon shares one entry. */
const MAX_CACHED_WORDS = 100_000;
const NONE: readonly never[] = [];
const UNKNOWN: KnownWord = { keys: NONE, starts: NONE };

/**
 * An index over concepts. Words are compared without what is written on to them: Arabic ones without article,
 * particles, marks of person and pronouns, others by their English stem.
 */
export function createConceptIndex(concepts: Iterable<Concept>): ConceptIndex {
  const byFirst = new Map<string, Expression[]>();
  const startingWith = (key: string): Expression[] => {
    let expressions = byFirst.get(key);
    if (!expressions) byFirst.set(key, (expressions = []));
    return expressions;
  };
  for (const { id, expressions } of concepts)
    for (const [first = '', ...rest] of expressions) {
      const siblings = startingWith(first);
      const same = siblings.find((sibling) => isSame(sibling.rest, rest));
      if (!same) siblings.push({ rest: rest.length > 0 ? rest : NONE, concepts: [id] });
      else if (!same.concepts.includes(id)) same.concepts.push(id);
      // A key that begins nothing is a key all the same.
      for (const key of rest) startingWith(key);
    }

  const readWord = (word: string): KnownWord => {
    const keys = (isArabic(word) ? wordForms(word) : [wordKey(word)]).filter((form) => byFirst.has(form));
    if (keys.length === 0) return UNKNOWN;
    const expressions = keys.flatMap((key) => byFirst.get(key) ?? []);
    const single = expressions.find(({ rest }) => rest.length === 0);
    return {
      keys,
      starts: expressions.filter((expression) => expression === single || expression.rest.length > 0),
    };
  };
  const cache = new Map<string, KnownWord>();
  const lookUp = (word: string): KnownWord => {
    if (word.length > MAX_WORD_LETTERS) return UNKNOWN;
    let entry = cache.get(word);
    if (!entry) {
      if (cache.size >= MAX_CACHED_WORDS) cache.clear();
      cache.set(word, (entry = readWord(word)));
    }
    return entry;
  };

  return {
    find(words) {
      const matches: ConceptMatch[] = [];
      for (const [place, word] of words.entries())
        for (const { rest, concepts: meant } of lookUp(word).starts) {
          const isThere = rest.every((key, index) => {
            const next = words[place + 1 + index];
            return next !== undefined && continuesWith(lookUp(next).keys, key, next);
          });
          if (isThere) matches.push({ place, length: rest.length + 1, concepts: meant });
        }
      return matches;
    },
    conceptsOf: (word) => lookUp(word).starts.find(({ rest }) => rest.length === 0)?.concepts ?? NONE,
  };
}

/** A further word of an expression may lose what is written on to it only where enough of it is left. */
const MIN_STRIPPED_LETTERS = 4;

const continuesWith = (keys: readonly string[], key: string, word: string): boolean =>
  keys.includes(key) && (key.length >= MIN_STRIPPED_LETTERS || key === wordKey(word));

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);
