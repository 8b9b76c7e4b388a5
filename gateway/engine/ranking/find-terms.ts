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
import { findEntry } from './find-entry.ts';
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
  /** Passages with the variant, by segment; undefined for a segment without any. */
  hits: (Hits | undefined)[];
}

/** A term with its matches in the segments. */
interface FoundTerm {
  /** Variants with any passage. */
  variants: TermVariant[];
  /** Corrected stems, searched because no passage has any variant of the term. */
  corrections: string[];
  /** Rarity of the own word, else of the first variant with a passage; the greatest rarity for a term without passages. */
  idf: number;
  /** Whether the own word repeats the stem of an earlier term and has any match, by segment. */
  isRepeated: boolean[];
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
  const readings = segments.map((segment) =>
    stems.spell(segment.language).map((stem): Hits | undefined => {
      const id = findEntry(segment, stem);
      return id < 0 ? undefined : table.read(segment, id);
    }),
  );
  let passages = 0;
  for (const { passageCount } of segments) passages += passageCount;

  const findVariant = (places: readonly number[], weight: number, share: number) => {
    const hits = readings.map((reading) => findAll(places, reading, table));
    let hitCount = 0;
    for (const here of hits) if (here) hitCount += here.end - here.start;
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
  const findStem = (stem: string, weight: number, where: readonly Segment[]) => {
    const hits = where.map((segment): Hits | undefined => {
      const id = segment.findStem(stem);
      return id < 0 ? undefined : table.read(segment, id);
    });
    let hitCount = 0;
    for (const here of hits) if (here) hitCount += here.end - here.start;
    return { weight, idf: inverseDocumentFrequency(hitCount, passages), hits, hitCount, stem };
  };
  const findMisspelled = (spellings: readonly string[], first: readonly Segment[]) =>
    spellings
      .map((stem) => findStem(stem, MISSPELLED_WEIGHT, first))
      .filter(({ hitCount }) => hitCount > 0)
      .sort((a, b) => b.hitCount - a.hitCount)
      .slice(0, MAX_MISSPELLED)
      .map(({ stem }) => findStem(stem, MISSPELLED_WEIGHT, segments));
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
  const first = segments.slice(0, Math.max(0, Math.floor(remaining / Math.max(1, spellingCount))));
  return variants.map(({ itself, said, spellings }, place) => {
    const corrected = findMisspelled(spellings, first);
    const ways = said.length === 0 ? corrected : said;
    const own = lookups[place]?.own ?? NOT_LOOKED_FOR;
    return {
      variants: ways,
      corrections: corrected.map(({ stem }) => stem),
      idf: (ways[0] ?? itself).idf,
      isRepeated: segments.map(
        ({ language }, index) => repeats(language)[place] === true && readings[index]?.[own] !== undefined,
      ),
    };
  });
}

function findAll(
  places: readonly number[],
  reading: readonly (Hits | undefined)[],
  table: HitTable,
): Hits | undefined {
  if (places.length === 1) return reading[places[0] ?? -1];
  const all: Hits[] = [];
  for (const place of places) {
    const hits = reading[place];
    if (!hits) return undefined;
    all.push(hits);
  }
  return table.intersect(all);
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
    addWord: (word: string) => add(`word ${word}`, (language) => stemWord(word, language)),
    addStem: (stem: string) => add(`stem ${stem}`, () => stem),
    spell(language: StemLanguage): readonly string[] {
      let all = spelled.get(language);
      if (!all) spelled.set(language, (all = stemmers.map((stem) => stem(language))));
      return all;
    },
  };
}
