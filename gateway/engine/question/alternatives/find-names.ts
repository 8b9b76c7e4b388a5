import { normaliseWord } from '#common/fold-text.ts';
import { FOREIGN_NAMES } from '#gateway/engine/analysis/foreign-names.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import type { Token } from '#gateway/engine/analysis/tokenise.ts';
import { alternativeAt, type PlacedAlternative } from './alternative.ts';

const RATING = { weight: 0.8, origin: 'name' } as const;
const MAX_EXPRESSION_WORDS = 4;
const PARTICLE = /^(?:[وفبلك]?ال|لل|[وفبلك])(?=...)/u;

const PLURAL = /(?<=....)ات$/u;
const LATIN = /^[a-z]+$/;

/** Other spellings by spelling, normalised words joined by spaces. */
let spellings: Map<string, Set<string>> | undefined;

/** Foreign names of a question in the other script, and in other spellings of its own. */
export function findNames(tokens: readonly Token[], language: StemLanguage): PlacedAlternative[] {
  spellings ??= readNames();
  const words = tokens.map(({ word }) => word);
  const alternatives: PlacedAlternative[] = [];
  for (let place = 0; place < words.length; place++)
    for (let length = Math.min(MAX_EXPRESSION_WORDS, words.length - place); length > 0; length--) {
      const name = words.slice(place, place + length).join(' ');
      const others = findSpellings(spellings, name);
      if (!others) continue;
      for (const other of others)
        if (other !== name) alternatives.push(...alternativeAt(place, other.split(' '), language, RATING));
      place += length - 1;
      break;
    }
  return alternatives;
}

/** Spellings of a name that may be in the plural, or be written together with a particle. */
function findSpellings(index: ReadonlyMap<string, Set<string>>, name: string): Set<string> | undefined {
  const bare = name.replace(PARTICLE, '');
  return (
    index.get(name) ??
    index.get(bare) ??
    index.get(name.replace(PLURAL, '')) ??
    index.get(bare.replace(PLURAL, '')) ??
    (LATIN.test(name) ? index.get(stemWord(name, 'en')) : undefined)
  );
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
