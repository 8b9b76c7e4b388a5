import type { Explanation } from '#contract/explanations.ts';
import { isNameable } from '#gateway/engine/analysis/nameable-words.ts';
import { toSearchedQuestion } from '#gateway/engine/explain/describe-alternative.ts';
import { type ExplainedPassage, explainPassages } from '#gateway/engine/explain/explain-passages.ts';
import { explainQuestion } from '#gateway/engine/explain/explain-question.ts';
import { findCourtesies } from '#gateway/engine/question/small-talk.ts';
import type { ExtractedAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { MIN_ANSWERED, MIN_WEAK } from '#gateway/engine/quoting/quote-support.ts';
import { MIN_RELEVANCE, STEEPNESS } from '#gateway/engine/ranking/rank.ts';
import {
  findAnswer,
  type PreparedQuestion,
  type SearchOutcome,
  type SearchPorts,
} from './answer-question.ts';
import { createCostTracker } from './cost-tracker.ts';
import type { Retrieval, RetrievedPassage } from './retrieve.ts';
import type { SearchTurn } from './search-queue.ts';
import type { SearchTools } from './search-tools.ts';
import { openAll } from './searched-units.ts';

/** Why the list of passages ends. */
type ListEnd = 'limit' | 'documents' | 'relevance' | 'nothing-left';

/** An answer with its evidence and the steps of its search. */
export interface ExplainedAnswer {
  outcome: SearchOutcome;
  reading: Pick<Explanation, 'terms' | 'dropped'>;
  passages: ExplainedPassage<RetrievedPassage & { segment: number; unitTitle: string; titles: string }>[];
  ranking: { attainable: number; steepness: number; minScore: number };
  list: { end: ListEnd; searched: number; scored: number; belowThreshold: number; otherDocuments: number };
  semantic: Retrieval['semantic'];
  answer: Explanation['answer'];
}

const MINIMUMS = { minAnswered: MIN_ANSWERED, minWeak: MIN_WEAK };
const NOTHING_QUOTED = { quotes: [], nearest: [], missing: [] };
/** The explanation of a reply to small talk. */
const NOTHING_SEARCHED: Omit<ExplainedAnswer, 'outcome'> = {
  reading: { terms: [], dropped: [] },
  passages: [],
  ranking: { attainable: 0, steepness: STEEPNESS, minScore: MIN_RELEVANCE },
  list: { end: 'nothing-left', searched: 0, scored: 0, belowThreshold: 0, otherDocuments: 0 },
  semantic: null,
  answer: { band: 'reply', certainty: 1, ...NOTHING_QUOTED, ...MINIMUMS },
};

/** Quotes the answer to a question without a model, without remembering the exchange, and returns its evidence. */
export async function explainAnswer(
  ports: SearchPorts,
  tools: SearchTools,
  question: PreparedQuestion,
  turn: SearchTurn,
  signal?: AbortSignal,
): Promise<ExplainedAnswer> {
  const work = { costs: createCostTracker(), signal };
  const outcome = await findAnswer(ports, tools, { ...question, updateContext: false }, turn, work);
  if (!outcome.evidence) return { outcome, ...NOTHING_SEARCHED };
  const { units, retrieval, extraction } = outcome.evidence;
  const searched = await openAll(units);
  await turn.yieldIfLong();
  const { attainable } = retrieval.ranking;
  const searchedQuestion = toSearchedQuestion(retrieval.ranking.question, searched);
  const shown = retrieval.passages.map((passage) => {
    const segment = units.placeOf(passage.unitId);
    const unitTitle = units.list[segment]?.title ?? '';
    return { ...passage, segment, unitTitle, titles: `${unitTitle} › ${passage.sectionTitle}` };
  });
  const reading = explainQuestion(
    question.text,
    searchedQuestion,
    searched,
    shown.flatMap(({ text, titles }) => [text, titles]),
  );
  const courtesies = findCourtesies(question.text).map((courtesy) => ({
    ...courtesy,
    reason: 'courtesy' as const,
  }));
  return {
    outcome,
    reading: {
      terms: reading.terms.map((term) => ({
        ...term,
        nameable: isNameable(question.text.slice(term.start, term.end)),
      })),
      dropped: [...courtesies, ...reading.dropped].sort((a, b) => a.start - b.start),
    },
    passages: explainPassages(searchedQuestion, searched, shown),
    ranking: { attainable, steepness: STEEPNESS, minScore: MIN_RELEVANCE },
    list: {
      end: listEndOf(retrieval, question.limit),
      searched: units.corpus.passageCount,
      scored: retrieval.ranking.scored,
      belowThreshold: retrieval.ranking.belowThreshold,
      otherDocuments: retrieval.otherDocuments,
    },
    semantic: retrieval.semantic,
    answer: { ...describeAnswer(outcome, extraction), ...MINIMUMS },
  };
}

/** The text of the answer, and the sources of its words. */
function describeAnswer(
  { direct }: SearchOutcome,
  extraction: ExtractedAnswer | null,
): Omit<Explanation['answer'], 'minAnswered' | 'minWeak'> {
  if (!direct || !extraction) return { band: 'not-asked', certainty: null, ...NOTHING_QUOTED };
  const { band, certainty, quoteStart } = direct;
  if (extraction.band === 'not-found' || band === 'not-found') return { band, certainty, ...NOTHING_QUOTED };
  return {
    band,
    certainty,
    quotes: extraction.spans.map(({ passage, inPassage, inAnswer }) => ({
      passage,
      inPassage,
      inAnswer: { start: inAnswer.start + quoteStart, end: inAnswer.end + quoteStart },
    })),
    nearest: extraction.band === 'weak' ? extraction.nearest : [],
    missing: extraction.missing.map(({ term }) => term),
    ...(extraction.band === 'weak' && extraction.rows && { rows: [...extraction.rows.names] }),
  };
}

function listEndOf({ passages, ranking, otherDocuments }: Retrieval, limit: number): ListEnd {
  if (passages.length >= limit) return 'limit';
  if (otherDocuments > 0) return 'documents';
  return ranking.belowThreshold > 0 ? 'relevance' : 'nothing-left';
}
