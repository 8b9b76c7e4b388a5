/** Asks every question of a set as it stands, without the passage that answers it, and without its whole article. */
import { extractAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { createCorpus } from '#gateway/engine/ranking/corpus.ts';
import { matchCandidates, rank } from '#gateway/engine/ranking/rank.ts';
import { termWeights } from '#gateway/engine/ranking/term-weights.ts';
import { type IndexedUnit, indexUnit, indexUnits } from './index-units.ts';
import { judgeable, type QuestionSet } from './question-sets.ts';
import { startClock } from './run-ranker.ts';

export interface AnsweredQuestion {
  golds: readonly string[];
  /** Refusal off: the quote, empty where nothing resembles the question, and how sure it is. */
  unrefused: { text: string; support: number };
  /** How sure the answer is that is given all the same once what answers is gone. */
  support: Record<'withoutPassage' | 'withoutArticle', number>;
  /** As the product answers: the quote, or undefined where it refuses. */
  refusing: Record<'asked' | 'withoutPassage' | 'withoutArticle', string | undefined>;
  /** Ranking and quoting, refusal off. */
  milliseconds: number;
}

const PASSAGES = 10;
const LIMITS = { maxCharacters: 400 };

/** `cpu`: milliseconds of processor time an answer, refusal off. */
export function askSet(set: QuestionSet): { answered: AnsweredQuestion[]; cpu: number } {
  const units = indexUnits(set.passages);
  const questions = judgeable(set).filter(({ answers }) => answers.length > 0);
  for (const { text } of questions.slice(0, 100)) answer(text, units);
  const clock = startClock();
  const timed = questions.map(({ text }) => {
    const begun = performance.now();
    return { given: answer(text, units), milliseconds: performance.now() - begun };
  });
  const { cpu } = clock();
  const cut = cutPassages(set);
  const answered = questions.map(({ text, answers, relevant }, index): AnsweredQuestion => {
    const own = new Set(units.filter(({ ids }) => ids.some((id) => relevant.includes(id))));
    const others = units.filter((unit) => !own.has(unit));
    const rest = units.flatMap((unit) => (own.has(unit) ? cut(unit, relevant) : [unit]));
    const { given, milliseconds } = timed[index] ?? { given: NOTHING, milliseconds: Number.NaN };
    const withoutPassage = answer(text, rest);
    const withoutArticle = answer(text, others);
    return {
      golds: answers,
      unrefused: given,
      milliseconds,
      support: { withoutPassage: withoutPassage.support, withoutArticle: withoutArticle.support },
      refusing: {
        asked: given.refusing(),
        withoutPassage: withoutPassage.refusing(),
        withoutArticle: withoutArticle.refusing(),
      },
    };
  });
  return { answered, cpu: cpu / Math.max(1, questions.length) };
}

interface Given {
  text: string;
  support: number;
  /** The same question answered as the product does: undefined where it refuses. */
  refusing: () => string | undefined;
}

const NOTHING: Given = { text: '', support: 0, refusing: () => undefined };

function answer(question: string, units: readonly IndexedUnit[]): Given {
  const byTitle = new Map(units.map((unit) => [unit.unitId, unit]));
  const passages = rank(question, units, { limit: PASSAGES }).flatMap(({ unitId, ordinal, score }) => {
    const unit = byTitle.get(unitId);
    const passage = unit?.passages[ordinal];
    return passage ? [{ ...passage, title: unitId, language: unit.segment.language, score }] : [];
  });
  const corpus = createCorpus(units.map(({ segment }) => segment));
  const limits = { ...LIMITS, weights: termWeights(matchCandidates(question, corpus)) };
  const answer = extractAnswer(question, passages, { ...limits, minAnswered: 0, minWeak: 0 });
  return {
    text: answer.band === 'answered' ? answer.text : '',
    support: answer.certainty,
    refusing: () => {
      const given = extractAnswer(question, passages, limits);
      return given.band === 'answered' ? given.text : undefined;
    },
  };
}

/** Units without certain passages, indexed again: rarities must not know what was taken out. */
function cutPassages(set: QuestionSet) {
  const groups = Map.groupBy(set.passages, ({ title }) => title);
  const cache = new Map<string, IndexedUnit[]>();
  return ({ unitId }: IndexedUnit, ids: readonly string[]): IndexedUnit[] => {
    const key = JSON.stringify([unitId, ids]);
    let units = cache.get(key);
    if (!units) {
      const remaining = (groups.get(unitId) ?? []).filter(({ id }) => !ids.includes(id));
      units = remaining.length > 0 ? [indexUnit(unitId, remaining)] : [];
      cache.set(key, units);
    }
    return units;
  };
}
