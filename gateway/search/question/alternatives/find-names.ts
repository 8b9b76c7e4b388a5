import type { PlacedAlternative } from '#gateway/search/question/alternatives.ts';
import { FOREIGN_NAMES } from '#gateway/text/analysis/foreign-names.ts';
import { normaliseWord } from '#gateway/text/analysis/normalise.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import type { Token } from '#gateway/text/analysis/tokenise.ts';
import { keepTelling } from './read-expression.ts';

const WEIGHT = 0.8;
const LONGEST = 4;
const PARTICLE = /^(?:[وفبلك]?ال|لل|[وفبلك])(?=...)/u;

/** Other spellings by spelling, normalised words joined by spaces. */
let spellings: Map<string, Set<string>> | undefined;

/** Foreign names of a question in the other script, and in other spellings of its own. */
export function findNames(tokens: readonly Token[], language: StemLanguage): PlacedAlternative[] {
  spellings ??= readNames();
  const words = tokens.map(({ word }) => word);
  const found: PlacedAlternative[] = [];
  for (let place = 0; place < words.length; place++)
    for (let length = Math.min(LONGEST, words.length - place); length > 0; length--) {
      const name = words.slice(place, place + length).join(' ');
      const others = spellings.get(name) ?? spellings.get(name.replace(PARTICLE, ''));
      if (!others) continue;
      for (const other of others) {
        const telling = keepTelling(other.split(' '), language);
        if (telling.words.length > 0 && other !== name)
          found.push({ place, alternative: { ...telling, weight: WEIGHT, origin: 'name' } });
      }
      place += length - 1;
      break;
    }
  return found;
}

function readNames(): Map<string, Set<string>> {
  const index = new Map<string, Set<string>>();
  for (const line of FOREIGN_NAMES.trim().split('\n')) {
    const [arabic, latin] = line.split('=').map(
      (side) =>
        new Set(
          side
            .trim()
            .split(/\s+/)
            .map((name) => name.split('_').map(normaliseWord).join(' ')),
        ),
    );
    if (!arabic || !latin) continue;
    // Two spellings in one script are most often found by the first, which has the same stem: the other script goes first.
    for (const name of arabic) index.set(name, new Set([...latin, ...arabic]));
    for (const name of latin) index.set(name, new Set([...arabic, ...latin]));
    for (const name of arabic)
      if (name.startsWith('ال') && name.length > 5) index.set(name.slice(2), index.get(name) ?? latin);
  }
  return index;
}
