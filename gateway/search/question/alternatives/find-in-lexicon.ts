import type { PlacedAlternative } from '#gateway/search/question/alternatives.ts';
import { findSenses, type Sense } from '#gateway/text/analysis/dialects/lexicon.ts';
import { stripForms } from '#gateway/text/analysis/dialects/word-forms.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import type { Token } from '#gateway/text/analysis/tokenise.ts';
import { keepTelling } from './read-expression.ts';

/** From dialect to standard; everything else that the lexicon joins is further apart. */
const WEIGHTS = { toStandard: 0.6, between: 0.4, meaning: 0.35 };
/** Words of the longest expression that the lexicon has. */
const LONGEST = 3;

/** What a lexicon of Egyptian, Gulf, Levantine and Maghrebi Arabic knows for the words of a question, either way. */
export function findInLexicon(tokens: readonly Token[], language: StemLanguage): PlacedAlternative[] {
  const found: PlacedAlternative[] = [];
  for (const place of tokens.keys())
    for (const { meaning, isDialect } of findSensesAt(tokens, place)) {
      const add = (
        words: readonly string[],
        weight: number,
        origin: PlacedAlternative['alternative']['origin'],
      ) => {
        const telling = keepTelling(words, language);
        if (telling.words.length > 0) found.push({ place, alternative: { ...telling, weight, origin } });
      };
      for (const words of meaning.standard)
        if (isDialect) add(words, WEIGHTS.toStandard, 'dialect');
        else add(words, WEIGHTS.meaning, 'meaning');
      for (const words of meaning.dialect)
        add(words, isDialect ? WEIGHTS.between : WEIGHTS.meaning, 'dialect');
    }
  return found;
}

/** The longest expression that begins at a place; a word alone also without what is written on to it. */
function findSensesAt(tokens: readonly Token[], place: number): readonly Sense[] {
  for (let length = Math.min(LONGEST, tokens.length - place); length > 1; length--) {
    const expression = tokens.slice(place, place + length).map(({ word }) => word);
    const senses = findSenses(expression.join(' '));
    if (senses.length > 0) return senses;
  }
  for (const form of stripForms(tokens[place]?.word ?? '')) {
    const senses = findSenses(form);
    if (senses.length > 0) return senses;
  }
  return [];
}
