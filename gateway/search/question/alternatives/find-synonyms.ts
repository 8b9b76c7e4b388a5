import type { PlacedAlternative, Synonyms } from '#gateway/search/question/alternatives.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { type Token, tokenise } from '#gateway/text/analysis/tokenise.ts';
import { keepTelling } from './read-expression.ts';

/** The owner said that they are equal; what the question itself says still goes first. */
const WEIGHT = 0.9;

interface Expression {
  words: string[];
  stems: string[];
  key: string;
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
  const asked = tokens.map(({ word }) => stemWord(word, language));
  return asked.flatMap((stem, place) =>
    (dictionary.get(stem) ?? [])
      .filter(({ stems }) => stems.every((each, at) => asked[place + at] === each))
      .flatMap((expression) => placeOthers(expression, place, language)),
  );
}

function placeOthers(
  { stems, key, group }: Expression,
  place: number,
  language: StemLanguage,
): PlacedAlternative[] {
  return group.flatMap((other) => {
    const telling = keepTelling(other.words, language);
    if (other.key === key || telling.words.length === 0) return [];
    const alternative = { ...telling, weight: WEIGHT, origin: 'synonym' as const };
    return stems.map((_, at) => ({ place: place + at, alternative }));
  });
}

function readGroups(synonyms: Synonyms, language: StemLanguage): Dictionary {
  const byLanguage = dictionaries.get(synonyms) ?? new Map<StemLanguage, Dictionary>();
  dictionaries.set(synonyms, byLanguage);
  const known = byLanguage.get(language);
  if (known) return known;
  const byFirst = new Map<string, Expression[]>();
  for (const written of synonyms) {
    const group: Expression[] = [];
    for (const text of written) {
      const words = tokenise(text).map(({ word }) => word);
      const stems = words.map((word) => stemWord(word, language));
      const [first] = stems;
      if (first === undefined) continue;
      const expression = { words, stems, key: stems.join(' '), group };
      group.push(expression);
      byFirst.set(first, [...(byFirst.get(first) ?? []), expression]);
    }
  }
  byLanguage.set(language, byFirst);
  return byFirst;
}
