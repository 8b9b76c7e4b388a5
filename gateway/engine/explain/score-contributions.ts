import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { Question, QuestionTerm } from '#gateway/engine/question/question.ts';
import { createCorpus } from '#gateway/engine/ranking/corpus.ts';
import { scoreTerms } from '#gateway/engine/ranking/rank.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';
import { createWorkBudget, MAX_LOOKUPS } from '#gateway/engine/work-budget.ts';

/** A passage of one of the searched segments. */
export interface Place {
  segment: number;
  ordinal: number;
}

/** What a term adds to the part `stems` of a passage, and which alternative that was earned by; null: the word itself. */
interface TermContribution {
  value: number;
  alternative: number | null;
}

/** Stems of a term without alternatives: the word, the other reading and five related stems. */
const OWN_STEMS = 7;
const countStems = (terms: readonly QuestionTerm[]): number =>
  terms.reduce((sum, { alternatives }) => sum + OWN_STEMS + alternatives.length, 0);
/** Differences below are those of adding in another order. */
const EPSILON = 1e-9;

/**
 * By passage, what each term of a question adds to its part `stems`: the ranking's own scoring, run for one term at a
 * time. A word whose stem an earlier word has in a segment's language adds nothing there, as in the ranking. Beyond
 * `MAX_LOOKUPS` what alternatives earned counts as the word's own.
 */
export function scoreContributions(
  { terms }: Pick<Question, 'terms'>,
  segments: readonly Segment[],
  shown: readonly Place[],
): TermContribution[][] {
  const corpus = createCorpus(segments);
  const { languages } = corpus;
  const stemsOf = ({ word }: QuestionTerm) => languages.map((language) => stemWord(word, language));
  const scoreAll = (some: readonly QuestionTerm[]) => {
    const corrected = some.map((term) => ({ ...term, isCorrected: true as const }));
    const { scores } = scoreTerms(corrected, corpus);
    return shown.map(({ segment, ordinal }) => scores[(corpus.starts[segment] ?? 0) + ordinal] ?? 0);
  };
  const budget = createWorkBudget(MAX_LOOKUPS);
  const byTerm = terms.map((term, index) => {
    const own = stemsOf(term);
    const earlier = terms
      .slice(0, index)
      .filter((other) => stemsOf(other).some((stem, index) => stem === own[index]));
    const before = earlier.length > 0 ? scoreAll(earlier) : undefined;
    const scoreWith = (alternatives: QuestionTerm['alternatives']) =>
      scoreAll([...earlier, { ...term, alternatives }]).map(
        (score, passage) => score - (before?.[passage] ?? 0),
      );
    const values = scoreWith(term.alternatives);
    const foundBy: (number | null)[] = shown.map(() => null);
    if (term.alternatives.length > 0) {
      const asItself = scoreWith([]);
      let open = shown.flatMap((_, passage) =>
        (values[passage] ?? 0) - (asItself[passage] ?? 0) > EPSILON ? [passage] : [],
      );
      for (const [index, alternative] of term.alternatives.entries()) {
        if (open.length === 0 || !budget.take(countStems([...earlier, term]) * segments.length)) break;
        const alone = scoreWith([alternative]);
        const isEnough = (passage: number) => (values[passage] ?? 0) - (alone[passage] ?? 0) <= EPSILON;
        for (const passage of open.filter(isEnough)) foundBy[passage] = index;
        open = open.filter((passage) => !isEnough(passage));
      }
    }
    return { values, foundBy };
  });
  return shown.map((_, passage) =>
    byTerm.map(({ values, foundBy }) => {
      const value = values[passage] ?? 0;
      return { value: value > EPSILON ? value : 0, alternative: foundBy[passage] ?? null };
    }),
  );
}
