import type { PlacedAlternative } from '#gateway/search/question/alternatives.ts';
import { findMonth } from '#gateway/text/analysis/months.ts';
import { readNumber, spellNumber } from '#gateway/text/analysis/numbers.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import type { Token } from '#gateway/text/analysis/tokenise.ts';
import { keepTelling } from './read-expression.ts';

const WEIGHTS = { number: 0.8, month: 0.9 };

/** Numbers in digits and in words, and months in other calendars' and languages' names, for those of a question. */
export function findNumbers(tokens: readonly Token[], language: StemLanguage): PlacedAlternative[] {
  const words = tokens.map(({ word }) => word);
  const found: PlacedAlternative[] = [];
  const add = (place: number, other: readonly string[], weight: number) => {
    const telling = keepTelling(other, language);
    if (telling.words.length > 0)
      found.push({ place, alternative: { ...telling, weight, origin: 'number' } });
  };
  for (let place = 0; place < words.length; place++) {
    for (const name of findMonth(words, place)) add(place, name, WEIGHTS.month);
    const digits = words[place] ?? '';
    if (/^\d+$/.test(digits))
      for (const spelled of spellNumber(Number(digits))) add(place, spelled, WEIGHTS.number);
    const read = readNumber(words, place);
    if (!read) continue;
    add(place, [String(read.value)], WEIGHTS.number);
    place += read.length - 1;
  }
  return found;
}
