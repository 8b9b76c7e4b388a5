import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { type Saturation, saturate, weighRarity } from './bm25.ts';
import { countHaving, ordinalsHaving } from './find-expression.ts';
import type { QuestionTerm } from '#gateway/search/question/question.ts';
import { createPostingList, type Segment } from '#gateway/search/segment/segment.ts';

/** How a stem counts: in the text by BM25, in titles above it by a share of its rarity. */
export interface StemScoring {
  saturation: Saturation;
  unitTitle: number;
  sectionTitle: number;
}

/** What the first stage found, with what a complete match would have earned. */
export interface TermMatches {
  /** By segment, by passage: the sum over the terms; 0 for a passage that has none. Free to be changed. */
  scores: Float64Array[];
  /** By term of the question: its rarity in the searched segments together, see `weighTerm`. */
  rarities: number[];
}

/** A way of saying a term: its own word, or an alternative. */
interface Way {
  weight: number;
  rarity: number;
  /** By segment: ids of its stems, or nothing where one of them is missing. */
  ids: (readonly number[] | undefined)[];
}

/**
 * Scores all passages of exactly these segments by the question's terms. A passage earns for each term by its best way
 * of saying it, `weight x rarity x (saturation in the text + share for titles)`: rarities are counted in the segments
 * together, text and titles alike, each segment's words being stemmed in its own language.
 */
export function matchTerms(
  terms: readonly Pick<QuestionTerm, 'word' | 'alternatives'>[],
  segments: readonly Segment[],
  scoring: StemScoring,
): TermMatches {
  let words = 0;
  for (const segment of segments) words += segment.totalLength;
  const averageLength = words / Math.max(1, countPassages(segments));
  const scores = segments.map(({ passageCount }) => new Float64Array(passageCount));
  const seen = segments.map(() => new Set<number>());
  const rarities = terms.map((term) => {
    const ways = findWays(term, segments);
    for (const [index, segment] of segments.entries()) {
      const sums = scores[index];
      const found = ways.filter(({ ids }) => ids[index] !== undefined);
      const own = ways[0]?.ids[index]?.[0];
      // Two words of a question may share a stem in this segment's language only.
      if (!sums || found.length === 0 || (own !== undefined && seen[index]?.has(own))) continue;
      if (own !== undefined) seen[index]?.add(own);
      const earning = { averageLength, scoring };
      for (const way of found) earn(segment, way.ids[index] ?? [], way.weight * way.rarity, earning, ledger);
      settle(ledger, sums);
    }
    return rarityOf(ways);
  });
  return { scores, rarities };
}

/**
 * How rare each term is among the passages of exactly these segments: by its own word, or where no passage has that, by
 * the best alternative that any has. A term that nothing says is rarest.
 */
export function weighTerms(
  terms: readonly Pick<QuestionTerm, 'word' | 'alternatives'>[],
  segments: readonly Segment[],
): number[] {
  return terms.map((term) => rarityOf(findWays(term, segments)));
}

function countPassages(segments: readonly Segment[]): number {
  let passages = 0;
  for (const { passageCount } of segments) passages += passageCount;
  return passages;
}

function findWays(
  { word, alternatives }: Pick<QuestionTerm, 'word' | 'alternatives'>,
  segments: readonly Segment[],
): Way[] {
  const passages = countPassages(segments);
  const find = (words: readonly string[], weight: number): Way => {
    const stems = new Map<StemLanguage, string[]>();
    let found = 0;
    const ids = segments.map((segment) => {
      const { language } = segment;
      let own = stems.get(language);
      if (!own) stems.set(language, (own = words.map((each) => stemWord(each, language))));
      const places: number[] = [];
      for (const stem of own) {
        const id = segment.findStem(stem);
        if (id < 0) return undefined;
        places.push(id);
      }
      found += countHaving(segment, places);
      return places;
    });
    return { weight, rarity: weighRarity(found, passages), ids };
  };
  return [find([word], 1), ...alternatives.map(({ words, weight }) => find(words, weight))];
}

function rarityOf(ways: readonly Way[]): number {
  const said = ways.filter(({ ids }) => ids.some((places) => places !== undefined));
  return (said[0] ?? ways[0])?.rarity ?? 0;
}

/** What the ways of saying one term earn in one segment: by passage the most of them. Reused from term to term. */
interface Ledger {
  best: Float64Array;
  /** Passages that earned anything, each once. */
  touched: Uint32Array;
  count: number;
}

const ledger: Ledger = { best: new Float64Array(1024), touched: new Uint32Array(1024), count: 0 };
const postings = createPostingList();

function enter(to: Ledger, ordinal: number, earned: number): void {
  const before = to.best[ordinal] ?? 0;
  if (earned <= before) return;
  if (before === 0) to.touched[to.count++] = ordinal;
  to.best[ordinal] = earned;
}

/** Adds what is in the ledger to the sums, and empties it. */
function settle(from: Ledger, sums: Float64Array): void {
  for (let at = 0; at < from.count; at++) {
    const ordinal = from.touched[at] ?? 0;
    sums[ordinal] = (sums[ordinal] ?? 0) + (from.best[ordinal] ?? 0);
    from.best[ordinal] = 0;
  }
  from.count = 0;
}

/** Enters what these stems earn each passage of a segment: in the text, in titles, or in both together. */
function earn(
  segment: Segment,
  ids: readonly number[],
  rarity: number,
  { averageLength, scoring }: { averageLength: number; scoring: StemScoring },
  to: Ledger,
): void {
  const { saturation, unitTitle, sectionTitle } = scoring;
  if (to.best.length < segment.passageCount) {
    to.best = new Float64Array(segment.passageCount);
    to.touched = new Uint32Array(segment.passageCount);
  }
  if (ids.length > 1) {
    for (const ordinal of ordinalsHaving(segment, ids))
      enter(to, ordinal, rarity * saturate(1, segment.lengthOf(ordinal), averageLength, saturation));
    return;
  }
  const [id = -1] = ids;
  const sections = segment.sectionsWith(id);
  const inUnit = segment.titleHas(id) ? unitTitle : 0;
  const isTitled = inUnit > 0 || sections.length > 0;
  const shareOf = (ordinal: number) =>
    sections.includes(segment.sectionOf(ordinal)) ? sectionTitle : inUnit;
  const count = segment.readPostings(id, postings);
  const { ordinals, frequencies } = postings;
  for (let at = 0; at < count; at++) {
    const ordinal = ordinals[at] ?? 0;
    const share = saturate(frequencies[at] ?? 0, segment.lengthOf(ordinal), averageLength, saturation);
    enter(to, ordinal, rarity * (isTitled ? share + shareOf(ordinal) : share));
  }
  // A section title says it closer by than the unit's; what was entered for the text as well stays, being more.
  for (const section of sections) {
    const runs = segment.passagesUnder(section);
    for (let at = 0; at < runs.length; at += 2)
      for (let ordinal = runs[at] ?? 0; ordinal < (runs[at + 1] ?? 0); ordinal++)
        enter(to, ordinal, rarity * sectionTitle);
  }
  if (inUnit > 0)
    for (let ordinal = 0; ordinal < segment.passageCount; ordinal++)
      enter(to, ordinal, rarity * shareOf(ordinal));
}
