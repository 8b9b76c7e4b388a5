import type { Explanation } from '#contract/explanations.ts';
import type { Ports } from '#gateway/ports.ts';
import type { ExtractedAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { toSearchedQuestion } from '#gateway/engine/explain/describe-alternative.ts';
import { explainPassages } from '#gateway/engine/explain/explain-passages.ts';
import { explainQuestion } from '#gateway/engine/explain/explain-question.ts';
import { MIN_ANSWERED, MIN_WEAK } from '#gateway/engine/quoting/quote-support.ts';
import { MIN_RELEVANCE, STEEPNESS } from '#gateway/engine/ranking/rank.ts';
import { type FoundAnswer, type PreparedQuestion, searchAnswer } from './answer-question.ts';
import type { Retrieval } from './retrieve.ts';
import type { SearchTools } from './search-tools.ts';

/** What ended the list of passages. */
type ListEnd = 'limit' | 'documents' | 'relevance' | 'nothing-left';

/** Quotes the answer to a question, asks no model, remembers nothing of it, and tells what the answer rests on. */
export async function explainAnswer(
  ports: Pick<Ports, 'clock' | 'contexts' | 'index' | 'log' | 'models'>,
  tools: SearchTools,
  asked: PreparedQuestion,
) {
  const found = await searchAnswer(ports, tools, { ...asked, updateContext: false });
  const { units, retrieval, extracted } = found.evidence;
  const searched = units.map(({ segment }) => segment);
  const { attainable } = retrieval.ranking;
  const question = toSearchedQuestion(retrieval.ranking.question, searched);
  // Of small talk nothing is searched.
  const shown = (asked.smallTalk ? [] : retrieval.passages).map((passage) => {
    const segment = units.findIndex(({ unit }) => unit.id === passage.unitId);
    const unitTitle = units[segment]?.unit.title ?? '';
    return { ...passage, segment, unitTitle, titles: `${unitTitle} › ${passage.sectionTitle}` };
  });
  return {
    found,
    reading: explainQuestion(
      asked.question,
      question,
      searched,
      shown.flatMap(({ text, titles }) => [text, titles]),
    ),
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
    answer: { ...describeAnswer(asked, found, extracted), minAnswered: MIN_ANSWERED, minWeak: MIN_WEAK },
  };
}

/** What is said, and where its words come from. */
function describeAnswer(
  { smallTalk }: PreparedQuestion,
  { made }: FoundAnswer,
  extracted: ExtractedAnswer | null,
): Omit<Explanation['answer'], 'minAnswered' | 'minWeak'> {
  const nothing = { quotes: [], nearest: [], missing: [] };
  if (smallTalk) return { band: 'reply', certainty: 1, ...nothing };
  if (!made || !extracted) return { band: 'not-asked', certainty: null, ...nothing };
  const { band, certainty, quoteStart } = made;
  if (extracted.band === 'not-found' || band === 'not-found') return { band, certainty, ...nothing };
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

export type AnswerExplanation = Awaited<ReturnType<typeof explainAnswer>>;

function listEndOf({ passages, ranking, otherDocuments }: Retrieval, limit: number): ListEnd {
  if (passages.length >= limit) return 'limit';
  if (otherDocuments > 0) return 'documents';
  return ranking.belowThreshold > 0 ? 'relevance' : 'nothing-left';
}
