import { misspellings } from '#gateway/engine/analysis/misspellings.ts';
import { isNameable } from '#gateway/engine/analysis/nameable-words.ts';
import { relatedStems } from '#gateway/engine/analysis/related-stems.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { stemOtherwise } from '#gateway/engine/analysis/stem-arabic.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import type { QuestionTerm } from '#gateway/engine/question/question.ts';
import { createWorkBudget, MAX_ARABIZI_LOOKUPS, MAX_LOOKUPS } from '#gateway/engine/work-budget.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import { type Corpus, locate } from './corpus.ts';
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
  /** Passages with the variant, in the order of the parts; nothing for a part without any. */
  hits: readonly Hits[];
}

/** A term with its matches in the corpus. */
interface FoundTerm {
  /** Variants with any passage. */
  variants: TermVariant[];
  /** Corrected stems, searched because no passage has any variant of the term. */
  corrections: string[];
  /** Rarity of the own word, else of the first variant with a passage; the greatest rarity for a term without passages. */
  idf: number;
  /** Places of units with the own word, in whose language it repeats the stem of an earlier term. */
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
 * The passages of exactly this corpus that say each term, by the way they say it. Rarities are counted in the units
 * together, text and titles alike, each unit's words being stemmed in its own language. Hits are left in the table.
 * Beyond `MAX_LOOKUPS`, counted as if each unit were looked at, the last alternatives are not looked for, and misspelled words in
 * the first units alone.
 */
export function findTerms(terms: readonly SearchTerm[], corpus: Corpus, table: HitTable): FoundTerm[] {
  const { parts, unitCount, passageCount } = corpus;
  const budget = createWorkBudget(MAX_LOOKUPS - MAX_ARABIZI_LOOKUPS);
  const stems = createStemList(() => budget.take(unitCount));
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
  /** Of units whose first passage has a number lower than `end`. */
  const read = (stemIn: (part: number) => string, end: number): Hits[] => {
    const hits: Hits[] = [];
    let stem = stemIn(0);
    let find = entryFinder(stem);
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index];
      if (!part || part.first >= end) continue;
      const spelled = stemIn(index);
      if (spelled !== stem) find = entryFinder((stem = spelled));
      const id = find(part.postings);
      if (id >= 0) hits.push(table.read(part, id, index, end));
    }
    return hits;
  };
  const spelledIn = parts.map(({ postings }) => stems.spell(postings.language));
  const readings = Array.from({ length: stems.length() }, (_, stem) =>
    read((part) => spelledIn[part]?.[stem] ?? '', passageCount),
  );

  const countHits = (hits: readonly Hits[]) => {
    let hitCount = 0;
    for (const { start, end } of hits) hitCount += end - start;
    return hitCount;
  };
  const findVariant = (places: readonly number[], weight: number, share: number) => {
    const hits = findAll(places, readings, table);
    const hitCount = countHits(hits);
    return { weight, idf: share * inverseDocumentFrequency(hitCount, passageCount), hits, hitCount };
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
  const findStem = (stem: string, weight: number, end: number) => {
    const hits = read(() => stem, end);
    const hitCount = countHits(hits);
    return { weight, idf: inverseDocumentFrequency(hitCount, passageCount), hits, hitCount, stem };
  };
  const findMisspelled = (spellings: readonly string[], end: number) =>
    spellings
      .map((stem) => findStem(stem, MISSPELLED_WEIGHT, end))
      .filter(({ hitCount }) => hitCount > 0)
      .sort((a, b) => b.hitCount - a.hitCount)
      .slice(0, MAX_MISSPELLED)
      .map(({ stem }) => findStem(stem, MISSPELLED_WEIGHT, passageCount));
  const variants = lookups.map(({ own, others }, index) => {
    const share = isNameable(terms[index]?.word ?? '') ? 1 : SHARE_OF_VERBS;
    const itself = findVariant([own], 1, share);
    const all = [itself, ...others.map(({ places, weight }) => findVariant(places, weight, share))];
    const said = all.filter(({ hitCount }) => hitCount > 0);
    const { word = '', isCorrected } = terms[index] ?? {};
    const isUnknown = said.length === 0 && !isCorrected;
    return { itself, said, spellings: isUnknown ? misspellings(stemWord(word, corpus.languages[0])) : [] };
  });
  let spellingCount = 0;
  for (const { spellings } of variants) spellingCount += spellings.length;
  const remaining = budget.remaining - MAX_MISSPELLED * variants.length * unitCount;
  const first = Math.min(unitCount, Math.max(0, Math.floor(remaining / Math.max(1, spellingCount))));
  /** Places of the units that hits are in. */
  const placesOf = ({ part, start, end }: Hits): number[] => {
    const { place = 0, numbers } = parts[part] ?? {};
    if (!numbers) return [place];
    return Array.from(
      { length: end - start },
      (_, index) => locate(corpus, numbers[table.ordinalAt(start + index)] ?? 0).segment,
    );
  };
  return variants.map(({ itself, said, spellings }, term) => {
    const corrected = findMisspelled(spellings, corpus.starts[first] ?? 0);
    const ways = said.length === 0 ? corrected : said;
    const own = lookups[term]?.own ?? NOT_LOOKED_FOR;
    return {
      variants: ways,
      corrections: corrected.map(({ stem }) => stem),
      idf: (ways[0] ?? itself).idf,
      repeatedIn: new Set(
        (readings[own] ?? []).flatMap((hits) =>
          repeats(parts[hits.part]?.postings.language ?? 'en')[term] === true ? placesOf(hits) : [],
        ),
      ),
    };
  });
}

/** The passages that have all of these stems, by place in the list of stems. */
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
      while ((other[next[index] ?? 0]?.part ?? hits.part) < hits.part) next[index] = (next[index] ?? 0) + 1;
      const here = other[next[index] ?? 0];
      if (here?.part !== hits.part) return [];
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
