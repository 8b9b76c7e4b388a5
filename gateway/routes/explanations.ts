import { type Explanation, explainRequestSchema } from '#contract/explanations.ts';
import { bind } from '#gateway/middleware/bind.ts';
import { type AnswerExplanation, explainAnswer } from '#gateway/services/answers/explain-answer.ts';
import type { RankingParts } from '#gateway/search/ranking/rank.ts';
import type { SearchTools } from '#gateway/services/answers/search-tools.ts';
import { answerHeaders, readQuestion } from './read-question.ts';
import { documentToWire } from './to-wire.ts';

/** Why a question is answered as it is (extension). */
export function explanationRoutes(tools: SearchTools) {
  return {
    explainAnswer: bind({
      body: explainRequestSchema,
      async handle(call) {
        // It costs nothing, but it works as hard as an answer does.
        await call.begin(0);
        const asked = await readQuestion(call, call.body, { mayWrite: false });
        const explained = await explainAnswer(call.ports, tools, asked);
        return { response: toWire(asked, explained), headers: answerHeaders(asked, explained.found) };
      },
    }),
  };
}

/** The parts of a ranking score by their names on the wire. */
const KINDS: Record<keyof RankingParts, string> = {
  stems: 'words',
  grams: 'letters',
  title: 'title',
  sentence: 'sentence',
  meaning: 'meaning',
};

function toWire(
  { question, limit, maxDocuments }: { question: string; limit: number; maxDocuments: number },
  { reading, passages, ranking, list, meaning, answer }: AnswerExplanation,
): Explanation {
  return {
    question,
    terms: reading.terms.map(({ alternatives, ...term }) => ({
      ...term,
      alternatives: alternatives.map(({ words, ...alternative }) => ({
        ...alternative,
        text: words.join(' '),
      })),
    })),
    dropped: reading.dropped,
    passages: passages.map(({ shown, sum, terms, marks }) => ({
      document: documentToWire(shown),
      unitId: shown.unitId,
      ordinal: shown.ordinal,
      sum,
      parts: Object.entries(shown.parts).map(([part, value]) => ({
        kind: KINDS[part as keyof RankingParts],
        value,
      })),
      terms,
      marks,
    })),
    ranking,
    list: { ...list, limit, maxDocuments },
    meaning,
    answer,
  };
}
