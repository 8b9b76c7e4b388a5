import type { Ports } from '#gateway/ports.ts';
import { explainPassages } from '#gateway/search/explain/explain-passages.ts';
import { explainQuestion } from '#gateway/search/explain/explain-question.ts';
import { LEAST_SUPPORT } from '#gateway/search/answer/extract-answer.ts';
import { LEAST_RELEVANCE, STEEPNESS } from '#gateway/search/ranking/rank.ts';
import { findAnswer, type PreparedQuestion } from './answer-question.ts';
import type { Retrieval } from './retrieve.ts';
import type { SearchTools } from './search-tools.ts';

/** What ended the list of passages. */
export type ListEnd = 'limit' | 'documents' | 'relevance' | 'nothing-left';

/** Quotes the answer to a question, asks no model, remembers nothing of it, and tells what the answer rests on. */
export async function explainAnswer(ports: Ports, tools: SearchTools, asked: PreparedQuestion) {
  const found = await findAnswer(ports, tools, { ...asked, updateContext: false });
  const { units, retrieval, extracted } = found.evidence;
  const searched = units.map(({ segment }) => segment);
  const { question, attainable } = retrieval.ranking;
  const shown = retrieval.passages.map((passage) => {
    const segment = units.findIndex(({ unit }) => unit.id === passage.unitId);
    return { ...passage, segment, titles: `${units[segment]?.unit.title} › ${passage.sectionTitle}` };
  });
  return {
    found,
    reading: explainQuestion(asked.question, question, searched),
    passages: explainPassages(question, searched, shown),
    ranking: { attainable, steepness: STEEPNESS, leastScore: LEAST_RELEVANCE },
    list: {
      end: endOf(retrieval, asked.limit),
      searched: searched.reduce((sum, { passageCount }) => sum + passageCount, 0),
      compared: retrieval.ranking.compared,
      tooFar: retrieval.ranking.tooFar,
      otherDocuments: retrieval.otherDocuments,
    },
    meaning: retrieval.meaning,
    answer: {
      kind: extracted?.kind ?? ('not-asked' as const),
      support: extracted?.support ?? null,
      leastSupport: LEAST_SUPPORT,
      quotes: extracted?.kind === 'quoted' ? extracted.spans : [],
    },
  };
}

export type AnswerExplanation = Awaited<ReturnType<typeof explainAnswer>>;

function endOf({ passages, ranking, otherDocuments }: Retrieval, limit: number): ListEnd {
  if (passages.length >= limit) return 'limit';
  if (otherDocuments > 0) return 'documents';
  return ranking.tooFar > 0 ? 'relevance' : 'nothing-left';
}
