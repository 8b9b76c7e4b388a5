import { estimateTokens } from '#common/estimate-tokens.ts';
import type { ParsedAnswerRequest } from '#contract/answers.ts';
import type { Explanation } from '#contract/explanations.ts';
import { HEADERS, roundCertainty } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type AnswerOf, type Call, type EventsOf, routes } from '#gateway/http/call.ts';
import type { Charge } from '#gateway/http/charge-meter.ts';
import { reportConsumption } from '#gateway/http/respond.ts';
import {
  type FoundAnswer,
  findAnswer,
  type PreparedQuestion,
  quotedTokens,
  readContext,
  saveExchange,
} from '#gateway/modules/answers/services/answer-question.ts';
import { type CostTracker, createCostTracker } from '#gateway/modules/answers/services/cost-tracker.ts';
import { type ExplainedAnswer, explainAnswer } from '#gateway/modules/answers/services/explain-answer.ts';
import { documentView } from '#gateway/modules/answers/services/retrieve.ts';
import { WITHOUT_QUEUE } from '#gateway/modules/answers/services/search-queue.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';
import {
  type AnswerPart,
  type FinishedAnswer,
  writeAnswer,
} from '#gateway/modules/answers/services/write-answer.ts';
import { answerHeaders, bandHeaders, finishedHeaders, readQuestion, searchHeaders } from './read-question.ts';

/** Endpoints 6 and 7. */
export function answerRoutes(tools: SearchTools) {
  return routes({
    async answer(call) {
      const { question, charge, costs, found } = await begin(call, call.body, false);
      const finished = await collectAnswer(
        writeAnswer(call.ports, question, found, { costs, signal: call.signal, isWatched: false }),
      );
      await saveExchange(call.ports, question, finished.answer);
      await settle(charge, costs, found);
      const answer = {
        answer: finished.answer,
        chat_history: found.history,
        retrieved_documents: found.retrieved.map(documentView),
      };
      return { answer, headers: finishedHeaders(question, found, finished) };
    },

    async streamAnswer(call) {
      const { question, charge, costs, found } = await begin(call, call.body, true);
      // Of what a model is to write only the events can tell; small talk is answered without one.
      const isWritten = question.writer && found.evidence;
      const headers = isWritten
        ? { [HEADERS.answerer]: question.answerer, ...searchHeaders(found) }
        : { ...answerHeaders(question, found), ...bandHeaders(found.made) };
      return { events: streamAnswer(call, question, found, charge, costs), headers };
    },
  });

  /** The question, its reservation, and the passages. */
  async function begin(call: Call, body: ParsedAnswerRequest, streams: boolean) {
    if (body.IsStream !== streams)
      throw new GatewayFault('stream-flag', { expected: String(streams) }, { field: 'IsStream' });
    const question = await readQuestion(call, body, { mayWrite: true });
    await call.acquireSlot();
    const place = question.smallTalk ? WITHOUT_QUEUE : tools.queue.enter(call.botId, call.signal);
    try {
      const charge = await reserveBeforeSearch(call, question);
      let unitId: number | null = null;
      // A client that disconnects pays for the work done until then.
      const costs = createCostTracker(({ tokens, estimated }) =>
        charge.recordCost(tokens, { estimated, unitId }),
      );
      const found = await place.run((turn) =>
        findAnswer(call.ports, tools, question, turn, { costs, signal: call.signal }),
      );
      unitId = bestUnit(found);
      // The sentences are chosen: what is reserved is what they cost.
      if (question.maxTokens === null) await call.reserve(quotedTokens(question, found));
      return { question, charge, costs, found };
    } finally {
      place.leave();
    }
  }
}

/** The most that the call can cost; of a quotation what searching costs, where the question alone is affordable. */
async function reserveBeforeSearch(
  call: Call,
  { question, searchTokens, maxTokens }: PreparedQuestion,
): Promise<Charge> {
  if (maxTokens !== null) return call.reserve(maxTokens);
  await call.requireLeft(searchTokens + estimateTokens(question));
  return call.reserve(searchTokens);
}

/** Section 6.3 as `docs/interface-gaps.md` fills it: the documents, the pieces, the final event. */
async function* streamAnswer(
  call: Call,
  asked: PreparedQuestion,
  found: FoundAnswer,
  charge: Charge,
  costs: CostTracker,
): EventsOf<'streamAnswer'> {
  const { ports, request } = call;
  const detailed = request.headers.get(HEADERS.answerDetail)?.trim() === 'events';
  yield { retrieved_documents: found.retrieved.map(documentView) };
  const parts = writeAnswer(ports, asked, found, { costs, signal: call.signal, isWatched: true });
  const { answer, judged } = yield* toEvents(parts, detailed ? found.search : undefined);
  await saveExchange(ports, asked, answer);
  const tokens = Math.min(costs.total().tokens, charge.maxAmount);
  await settle(charge, costs, found);
  if (detailed && judged) yield { ...judged, certainty: roundCertainty(judged.certainty) };
  yield {
    final: true,
    metadata: { total_tokens: tokens },
    chat_history: found.history,
    consumption: await reportConsumption(call),
  };
}

/** `search`: what was searched in place of the question; undefined: only pieces of text are wanted. */
async function* toEvents(
  parts: AsyncGenerator<AnswerPart, FinishedAnswer, void>,
  search: string | null | undefined,
): AsyncGenerator<AnswerOf<'streamAnswer'>, FinishedAnswer, void> {
  // Ending this generator early also ends the call to the model.
  try {
    for (;;) {
      const next = await parts.next();
      if (next.done) return next.value;
      const part = next.value;
      if ('chunk' in part) yield part;
      else if (search === undefined) continue;
      else yield 'answerer' in part ? { answerer: { ...part.answerer, search } } : part;
    }
  } finally {
    await parts.return({ answer: '', sentences: [], facts: null, judged: null });
  }
}

/** The whole answer, without its parts. */
async function collectAnswer(
  parts: AsyncGenerator<AnswerPart, FinishedAnswer, void>,
): Promise<FinishedAnswer> {
  for (;;) {
    const next = await parts.next();
    if (next.done) return next.value;
  }
}

async function settle(charge: Charge, costs: CostTracker, found: FoundAnswer): Promise<void> {
  const { tokens, estimated } = costs.total();
  await charge.settle(tokens, { estimated, unitId: bestUnit(found) });
}

/** The unit that the cost is recorded for: that of the best passage. */
const bestUnit = ({ retrieved }: FoundAnswer): number | null => retrieved[0]?.unitId ?? null;

/** The context of bot and key that `UpdateGlobal` reads and feeds (extension). */
export const contextRoutes = routes({
  readContext: async ({ ports, botId, key }) => ({
    answer: { items: await readContext(ports, botId, key.id) },
  }),

  async clearContext({ ports, botId, key }) {
    await ports.contexts.clear(botId, key.id);
    return { answer: { items: [] } };
  },
});

/** Why a question is answered as it is (extension). */
export function explanationRoutes(tools: SearchTools) {
  return routes({
    async explainAnswer(call) {
      // It costs nothing, but it works as hard as an answer does.
      await call.reserve(0);
      const asked = await readQuestion(call, call.body, { mayWrite: false });
      const place = tools.queue.enter(call.botId, call.signal);
      const explained = await place.run((turn) => explainAnswer(call.ports, tools, asked, turn, call.signal));
      return { answer: toApiExplanation(asked, explained), headers: answerHeaders(asked, explained.found) };
    },
  });
}

function toApiExplanation(
  { question, limit, maxDocuments }: { question: string; limit: number; maxDocuments: number },
  { reading, passages, ranking, list, semantic, answer }: ExplainedAnswer,
): Explanation {
  return {
    question,
    terms: reading.terms,
    dropped: reading.dropped,
    passages: passages.map(({ shown, sum, terms, marks }) => ({
      document: documentView(shown),
      unitId: shown.unitId,
      unitTitle: shown.unitTitle,
      ordinal: shown.ordinal,
      sum,
      parts: Object.entries(shown.parts).map(([part, value]) => ({
        kind: part === 'stems' ? 'words' : part,
        value,
      })),
      terms,
      marks,
    })),
    ranking,
    list: { ...list, limit, maxDocuments },
    semantic,
    answer,
  };
}
