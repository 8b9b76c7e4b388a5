import type { Explanation } from '#contract/explanations.ts';
import { toSearchedQuestion } from '#gateway/engine/explain/describe-alternative.ts';
import { type ExplainedPassage, explainPassages } from '#gateway/engine/explain/explain-passages.ts';
import { explainQuestion } from '#gateway/engine/explain/explain-question.ts';
import { findCourtesies } from '#gateway/engine/question/small-talk.ts';
import type { ExtractedAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { MIN_ANSWERED, MIN_WEAK } from '#gateway/engine/quoting/quote-support.ts';
import { MIN_RELEVANCE, STEEPNESS } from '#gateway/engine/ranking/rank.ts';
import { type FoundAnswer, findAnswer, type PreparedQuestion, type SearchPorts } from './answer-question.ts';
import { createCostTracker } from './cost-tracker.ts';
import type { Retrieval, RetrievedPassage } from './retrieve.ts';
import type { SearchTurn } from './search-queue.ts';
import type { SearchTools } from './search-tools.ts';

/** What ended the list of passages. */
type ListEnd = 'limit' | 'documents' | 'relevance' | 'nothing-left';

/** What an answer rests on, and how that was found. */
export interface ExplainedAnswer {
  found: FoundAnswer;
  reading: ReturnType<typeof explainQuestion>;
  passages: ExplainedPassage<RetrievedPassage & { segment: number; unitTitle: string; titles: string }>[];
  ranking: { attainable: number; steepness: number; minScore: number };
  list: { end: ListEnd; searched: number; scored: number; belowThreshold: number; otherDocuments: number };
  semantic: Retrieval['semantic'];
  answer: Explanation['answer'];
}

const MINIMUMS = { minAnswered: MIN_ANSWERED, minWeak: MIN_WEAK };
const NOTHING_QUOTED = { quotes: [], nearest: [], missing: [] };
/** What there is to explain of a reply to small talk. */
const NOTHING_SEARCHED: Omit<ExplainedAnswer, 'found'> = {
  reading: { terms: [], dropped: [] },
  passages: [],
  ranking: { attainable: 0, steepness: STEEPNESS, minScore: MIN_RELEVANCE },
  list: { end: 'nothing-left', searched: 0, scored: 0, belowThreshold: 0, otherDocuments: 0 },
  semantic: null,
  answer: { band: 'reply', certainty: 1, ...NOTHING_QUOTED, ...MINIMUMS },
};

/** Quotes the answer to a question, asks no model, remembers nothing of it, and tells what the answer rests on. */
export async function explainAnswer(
  ports: SearchPorts,
  tools: SearchTools,
  asked: PreparedQuestion,
  turn: SearchTurn,
  signal?: AbortSignal,
): Promise<ExplainedAnswer> {
  const work = { costs: createCostTracker(), signal };
  const found = await findAnswer(ports, tools, { ...asked, updateContext: false }, turn, work);
  if (!found.evidence) return { found, ...NOTHING_SEARCHED };
  const { units, retrieval, extracted } = found.evidence;
  const searched = units.map(({ segment }) => segment);
  await turn.yieldIfLong();
  const { attainable } = retrieval.ranking;
  const question = toSearchedQuestion(retrieval.ranking, searched);
  const shown = retrieval.passages.map((passage) => {
    const segment = units.findIndex(({ unit }) => unit.id === passage.unitId);
    const unitTitle = units[segment]?.unit.title ?? '';
    return { ...passage, segment, unitTitle, titles: `${unitTitle} › ${passage.sectionTitle}` };
  });
  const reading = explainQuestion(
    asked.question,
    question,
    searched,
    shown.flatMap(({ text, titles }) => [text, titles]),
  );
  const courtesies = findCourtesies(asked.question).map((one) => ({ ...one, reason: 'courtesy' as const }));
  return {
    found,
    reading: {
      terms: reading.terms,
      dropped: [...courtesies, ...reading.dropped].sort((one, other) => one.start - other.start),
    },
    passages: explainPassages(question, searched, shown),
    ranking: { attainable, steepness: STEEPNESS, minScore: MIN_RELEVANCE },
    list: {
      end: listEndOf(retrieval, asked.limit),
      searched: searched.reduce((sum, { passageCount }) => sum + passageCount, 0),
      scored: retrieval.ranking.scored,
      belowThreshold: retrieval.ranking.belowThreshold,
      otherDocuments: retrieval.otherDocuments,
    },
    semantic: retrieval.semantic,
    answer: { ...describeAnswer(found, extracted), ...MINIMUMS },
  };
}

/** What is said, and where its words come from. */
function describeAnswer(
  { made }: FoundAnswer,
  extracted: ExtractedAnswer | null,
): Omit<Explanation['answer'], 'minAnswered' | 'minWeak'> {
  if (!made || !extracted) return { band: 'not-asked', certainty: null, ...NOTHING_QUOTED };
  const { band, certainty, quoteStart } = made;
  if (extracted.band === 'not-found' || band === 'not-found') return { band, certainty, ...NOTHING_QUOTED };
  return {
    band,
    certainty,
    quotes: extracted.spans.map(({ passage, inPassage, inAnswer }) => ({
      passage,
      inPassage,
      inAnswer: { start: inAnswer.start + quoteStart, end: inAnswer.end + quoteStart },
    })),
    nearest: extracted.band === 'weak' ? extracted.nearest : [],
    missing: extracted.missing.map(({ term }) => term),
  };
}

function listEndOf({ passages, ranking, otherDocuments }: Retrieval, limit: number): ListEnd {
  if (passages.length >= limit) return 'limit';
  if (otherDocuments > 0) return 'documents';
  return ranking.belowThreshold > 0 ? 'relevance' : 'nothing-left';
}
