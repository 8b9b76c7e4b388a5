import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { type Token, tokenise } from '#gateway/engine/analysis/tokenise.ts';
import { createWorkBudget, MAX_COMPARISONS } from '#gateway/engine/work-budget.ts';
import { keepSignificant, type PlacedAlternative, type Synonyms } from './alternative.ts';

/** The owner said that they are equal: more than what the lexicon says. What the question itself says still goes first. */
const WEIGHT = 0.95;

interface Expression {
  stems: string[];
  key: string;
  /** Words searched for in passages, stop words left out. */
  significant: { words: string[]; stems: string[] };
  group: readonly Expression[];
}

/** Expressions by their first stem. */
type Dictionary = ReadonlyMap<string, readonly Expression[]>;

/** Read once for as long as the same groups are asked with: a thousand groups take tens of milliseconds. */
const dictionaries = new WeakMap<Synonyms, Map<StemLanguage, Dictionary>>();

/**
 * The other expressions of each of the owner's groups that a question has one expression of. Each word of the expression
 * that was asked gets them: where another stands in a passage, none of these words is missing there.
 */
export function findSynonyms(
  tokens: readonly Token[],
  synonyms: Synonyms,
  language: StemLanguage,
): PlacedAlternative[] {
  if (synonyms.length === 0) return [];
  const dictionary = readGroups(synonyms, language);
  const questionStems = tokens.map(({ word }) => stemWord(word, language));
  // Saying an expression again says nothing new.
  const said = new Set<Expression>();
  const budget = createWorkBudget(MAX_COMPARISONS);
  return questionStems.flatMap((stem, place) => {
    const expressions = dictionary.get(stem) ?? [];
    if (!budget.take(expressions.length)) return [];
    return expressions.flatMap((expression) => {
      const isAsked = expression.stems.every((expected, index) => questionStems[place + index] === expected);
      if (!isAsked || said.has(expression)) return [];
      said.add(expression);
      return placeOthers(expression, place);
    });
  });
}

function placeOthers({ stems, key, group }: Expression, place: number): PlacedAlternative[] {
  return group.flatMap(({ key: otherKey, significant }) => {
    if (otherKey === key || significant.words.length === 0) return [];
    const alternative = { ...significant, weight: WEIGHT, origin: 'synonym' as const };
    return stems.map((_, index) => ({ place: place + index, alternative }));
  });
}

function readGroups(synonyms: Synonyms, language: StemLanguage): Dictionary {
  const byLanguage = dictionaries.get(synonyms) ?? new Map<StemLanguage, Dictionary>();
  dictionaries.set(synonyms, byLanguage);
  const dictionary = byLanguage.get(language);
  if (dictionary) return dictionary;
  const byFirst = new Map<string, Expression[]>();
  for (const expressions of synonyms) {
    const group: Expression[] = [];
    for (const text of expressions) {
      const words = tokenise(text).map(({ word }) => word);
      const stems = words.map((word) => stemWord(word, language));
      const [first] = stems;
      if (first === undefined) continue;
      const significant = keepSignificant(words, language);
      const expression = { stems, key: stems.join(' '), significant, group };
      group.push(expression);
      const others = byFirst.get(first);
      if (others) others.push(expression);
      else byFirst.set(first, [expression]);
    }
  }
  byLanguage.set(language, byFirst);
  return byFirst;
}
