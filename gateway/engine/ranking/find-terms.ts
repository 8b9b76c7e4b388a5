import { misspellings } from '#gateway/engine/analysis/misspellings.ts';
import { isNameable } from '#gateway/engine/analysis/nameable-words.ts';
import { relatedStems } from '#gateway/engine/analysis/related-stems.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { stemOtherwise } from '#gateway/engine/analysis/stem-arabic.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import type { QuestionTerm } from '#gateway/engine/question/question.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';
import { createWorkBudget, MAX_ARABIZI_LOOKUPS, MAX_LOOKUPS } from '#gateway/engine/work-budget.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import { entryFinder } from './find-entry.ts';
import type { Hits, HitTable } from './hit-table.ts';

/** The searched parts of a term. */
export type SearchTerm = Pick<QuestionTerm, 'word' | 'alternatives'> & {
  /** The alternatives hold the corrections already: no further misspellings are tried. */
  isCorrected?: true;
};

/** A variant of a term: the own word, an alternative, the other reading, or another word with the same root. */
interface TermVariant {
  /** Worth against the term's own word, 0..1. */
  weight: number;
  idf: number;
  /** Passages with the variant, in the order of the segments; nothing for a segment without any. */
  hits: readonly Hits[];
}

/** A term with its matches in the segments. */
interface FoundTerm {
  /** Variants with any passage. */
  variants: TermVariant[];
  /** Corrected stems, searched because no passage has any variant of the term. */
  corrections: string[];
  /** Rarity of the own word, else of the first variant with a passage; the greatest rarity for a term without passages. */
  idf: number;
  /** Segments in whose language the own word repeats the stem of an earlier term. */
  repeatedIn: ReadonlySet<number>;
}

/** Another word with the same root often has the same subject, and often not. */
const RELATED_WEIGHT = 0.5;
/** A word in no passage may be a misspelling. */
export const MISSPELLED_WEIGHT = 0.6;
const MAX_MISSPELLED = 3;
/** Verbs and adverbs are said in more ways than nouns, and tell fewer passages apart. */
const SHARE_OF_VERBS = 0.75;
/** Weight of the other reading of the first letter, as particle or as part of the word. */
const OTHER_READING_WEIGHT = 0.8;

/**
 * The passages of exactly these segments that say each term, by the way they say it. Rarities are counted in the
 * segments together, text and titles alike, each segment's words being stemmed in its own language. Hits are left in
 * the table. Beyond `MAX_LOOKUPS` the last alternatives are not looked for, and misspelled words in the first segments alone.
 */
export function findTerms(
  terms: readonly SearchTerm[],
  segments: readonly Segment[],
  table: HitTable,
): FoundTerm[] {
  const budget = createWorkBudget(MAX_LOOKUPS - MAX_ARABIZI_LOOKUPS);
  const stems = createStemList(() => budget.take(segments.length));
  const words = terms.map(({ word }) => stems.addWord(word));
  const owned = new Set(terms.map(({ word }) => stemWord(word)));
  const unlessAsked = (stem: string | undefined, weight: number) =>
    stem === undefined || owned.has(stem) ? [] : [{ places: [stems.addStem(stem)], weight }];
  const lookups = terms.map(({ word, alternatives }, index) => ({
    own: words[index] ?? NOT_LOOKED_FOR,
    others: [
      ...alternatives.map(({ words, stems: own, weight }) => ({
        places: words.length > 0 ? words.map(stems.addWord) : own.map(stems.addStem),
        weight,
      })),
      ...unlessAsked(stemOtherwise(word), OTHER_READING_WEIGHT),
      ...relatedStems(word).flatMap((stem) => unlessAsked(stem, RELATED_WEIGHT)),
    ],
  }));
  const read = (stemIn: (place: number) => string, count: number): Hits[] => {
    const hits: Hits[] = [];
    let stem = stemIn(0);
    let find = entryFinder(stem);
    for (let place = 0; place < count; place++) {
      const segment = segments[place];
      const spelled = stemIn(place);
      if (spelled !== stem) find = entryFinder((stem = spelled));
      const id = segment ? find(segment) : -1;
      if (segment && id >= 0) hits.push(table.read(segment, id, place));
    }
    return hits;
  };
  const spelledIn = segments.map(({ language }) => stems.spell(language));
  const readings = Array.from({ length: stems.length() }, (_, stem) =>
    read((place) => spelledIn[place]?.[stem] ?? '', segments.length),
  );
  let passages = 0;
  for (const { passageCount } of segments) passages += passageCount;

  const countHits = (hits: readonly Hits[]) => {
    let hitCount = 0;
    for (const { start, end } of hits) hitCount += end - start;
    return hitCount;
  };
  const findVariant = (places: readonly number[], weight: number, share: number) => {
    const hits = findAll(places, readings, table);
    const hitCount = countHits(hits);
    return { weight, idf: share * inverseDocumentFrequency(hitCount, passages), hits, hitCount };
  };
  const repeated = new Map<StemLanguage, boolean[]>();
  const repeats = (language: StemLanguage) => {
    let repetitions = repeated.get(language);
    if (!repetitions) {
      const spelled = stems.spell(language);
      const own = lookups.map((term) => spelled[term.own]);
      repeated.set(language, (repetitions = own.map((stem, index) => own.indexOf(stem) < index)));
    }
    return repetitions;
  };
  const findStem = (stem: string, weight: number, first: number) => {
    const hits = read(() => stem, first);
    const hitCount = countHits(hits);
    return { weight, idf: inverseDocumentFrequency(hitCount, passages), hits, hitCount, stem };
  };
  const findMisspelled = (spellings: readonly string[], first: number) =>
    spellings
      .map((stem) => findStem(stem, MISSPELLED_WEIGHT, first))
      .filter(({ hitCount }) => hitCount > 0)
      .sort((a, b) => b.hitCount - a.hitCount)
      .slice(0, MAX_MISSPELLED)
      .map(({ stem }) => findStem(stem, MISSPELLED_WEIGHT, segments.length));
  const variants = lookups.map(({ own, others }, index) => {
    const share = isNameable(terms[index]?.word ?? '') ? 1 : SHARE_OF_VERBS;
    const itself = findVariant([own], 1, share);
    const all = [itself, ...others.map(({ places, weight }) => findVariant(places, weight, share))];
    const said = all.filter(({ hitCount }) => hitCount > 0);
    const { word = '', isCorrected } = terms[index] ?? {};
    const isUnknown = said.length === 0 && !isCorrected;
    return { itself, said, spellings: isUnknown ? misspellings(stemWord(word, segments[0]?.language)) : [] };
  });
  let spellingCount = 0;
  for (const { spellings } of variants) spellingCount += spellings.length;
  const remaining = budget.remaining - MAX_MISSPELLED * variants.length * segments.length;
  const first = Math.min(segments.length, Math.max(0, Math.floor(remaining / Math.max(1, spellingCount))));
  return variants.map(({ itself, said, spellings }, place) => {
    const corrected = findMisspelled(spellings, first);
    const ways = said.length === 0 ? corrected : said;
    const own = lookups[place]?.own ?? NOT_LOOKED_FOR;
    return {
      variants: ways,
      corrections: corrected.map(({ stem }) => stem),
      idf: (ways[0] ?? itself).idf,
      repeatedIn: new Set(
        (readings[own] ?? []).flatMap((hits) =>
          repeats(segments[hits.place]?.language ?? 'en')[place] === true ? [hits.place] : [],
        ),
      ),
    };
  });
}

/** The passages that have the stems at all of these places. */
function findAll(
  places: readonly number[],
  readings: readonly (readonly Hits[])[],
  table: HitTable,
): readonly Hits[] {
  const [first = [], ...others] = places.map((place) => readings[place] ?? []);
  if (others.length === 0) return first;
  const next = others.map(() => 0);
  return first.flatMap((hits) => {
    const all = [hits];
    for (const [index, other] of others.entries()) {
      while ((other[next[index] ?? 0]?.place ?? hits.place) < hits.place)
        next[index] = (next[index] ?? 0) + 1;
      const here = other[next[index] ?? 0];
      if (here?.place !== hits.place) return [];
      all.push(here);
    }
    return [table.intersect(all)];
  });
}

/** The place of a stem for which no budget was left: no segment has it. */
const NOT_LOOKED_FOR = -1;

/** Everything that is looked for, each once, in the stems of any language; `mayAdd` takes the work of one more. */
function createStemList(mayAdd: () => boolean) {
  const places = new Map<string, number>();
  const stemmers: ((language: StemLanguage) => string)[] = [];
  const spelled = new Map<StemLanguage, string[]>();
  const add = (key: string, stem: (language: StemLanguage) => string) => {
    let place = places.get(key);
    if (place === undefined) places.set(key, (place = mayAdd() ? stemmers.push(stem) - 1 : NOT_LOOKED_FOR));
    return place;
  };
  return {
    length: () => stemmers.length,
    addWord: (word: string) => add(`word ${word}`, (language) => stemWord(word, language)),
    addStem: (stem: string) => add(`stem ${stem}`, () => stem),
    spell(language: StemLanguage): readonly string[] {
      let all = spelled.get(language);
      if (!all) spelled.set(language, (all = stemmers.map((stem) => stem(language))));
      return all;
    },
  };
}
