import { estimateTokens } from '#common/estimate-tokens.ts';
import type { ParsedAnswerRequest } from '#contract/answers.ts';
import type { Explanation } from '#contract/explanations.ts';
import { HEADERS, roundCertainty } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type AnswerOf, type Call, type EventsOf, routesOf } from '#gateway/http/call.ts';
import type { Charge, CostBasis } from '#gateway/http/charge-meter.ts';
import { reportConsumption } from '#gateway/http/respond.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import {
  findAnswer,
  type PreparedQuestion,
  quotedTokens,
  readContext,
  type SearchOutcome,
  saveExchange,
} from '#gateway/modules/answers/services/answer-question.ts';
import { type CostTracker, createCostTracker } from '#gateway/modules/answers/services/cost-tracker.ts';
import { type ExplainedAnswer, explainAnswer } from '#gateway/modules/answers/services/explain-answer.ts';
import {
  type ProgramRuns,
  type RunRecorder,
  recordRun,
} from '#gateway/modules/answers/services/record-run.ts';
import { documentView } from '#gateway/modules/answers/services/retrieve.ts';
import { WITHOUT_QUEUE } from '#gateway/modules/answers/services/search-queue.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';
import {
  type AnswerPart,
  type FinishedAnswer,
  writeAnswer,
} from '#gateway/modules/answers/services/write-answer.ts';
import { chooseKnowledge } from './choose-knowledge.ts';
import { answerHeaders, bandHeaders, finishedHeaders, readQuestion, searchHeaders } from './read-question.ts';

/** Endpoints 6 and 7. */
export function answerRoutes(tools: SearchTools & ProgramRuns) {
  return routesOf<Ports>()({
    async answer(call) {
      const run = await recordRun(call, 'answer', tools);
      try {
        const begun = await begin(call, call.body, false);
        run?.searched(begun.outcome, begun.costs);
        return await answerWhole(call, begun, run);
      } catch (error) {
        await run?.fail(error);
        throw error;
      }
    },

    async streamAnswer(call) {
      const run = await recordRun(call, 'streamAnswer', tools);
      const begun = await begin(call, call.body, true).catch(async (error: unknown) => {
        await run?.fail(error);
        throw error;
      });
      const { question, costs, outcome } = begun;
      run?.searched(outcome, costs);
      // With a model only the events can carry these facts; small talk is answered without a model.
      const isWritten = question.writer && outcome.evidence;
      const headers = isWritten
        ? { [HEADERS.answerer]: question.answerer, ...searchHeaders(outcome) }
        : { ...answerHeaders(question, outcome), ...bandHeaders(outcome.direct) };
      return { events: recordStream(streamAnswer(call, begun, run), run), headers };
    },
  });

  /** Prepares the question, reserves its cost, and searches. */
  async function begin(original: Call<Ports>, body: ParsedAnswerRequest, streams: boolean) {
    const { call, tools: chosen } = await chooseKnowledge(original, tools);
    if (body.IsStream !== streams)
      throw new GatewayFault('stream-flag', { expected: String(streams) }, { field: 'IsStream' });
    const question = await readQuestion(call, body, { mayWrite: true });
    await call.acquireSlot();
    const place = question.smallTalk ? WITHOUT_QUEUE : tools.searches.enter(call.botId, call.signal);
    try {
      const charge = await reserveBeforeSearch(call, question);
      let unitId: number | null = null;
      // A client that disconnects pays for the work done until then.
      const costs = createCostTracker(({ tokens, estimated }) =>
        charge.recordCost(tokens, { estimated, unitId }),
      );
      const outcome = await place.run((turn) =>
        findAnswer(call.ports, chosen, question, turn, { costs, signal: call.signal }),
      );
      unitId = bestUnit(outcome);
      // A refused quotation must not be charged, so the exact cost of the chosen quotation is reserved beside an earlier
      // reservation, and before a stream begins. Any other quotation is charged in one write once the text is made.
      if (question.maxTokens === null && (streams || charge.maxAmount > 0))
        await call.reserve(quotedTokens(question, outcome));
      return { question, charge, costs, outcome };
    } finally {
      place.leave();
    }
  }
}

/** Reserves the highest cost of the call; for a quotation the cost of the search, if the question is affordable. */
async function reserveBeforeSearch(
  call: Call<Ports>,
  { text, searchTokens, maxTokens }: PreparedQuestion,
): Promise<Charge> {
  if (maxTokens !== null) return call.reserve(maxTokens);
  await call.requireLeft(searchTokens + estimateTokens(text));
  return call.reserve(searchTokens);
}

/** A question whose passages are there and whose cost is reserved. */
interface BegunAnswer {
  question: PreparedQuestion;
  charge: Charge;
  costs: CostTracker;
  outcome: SearchOutcome;
}

async function answerWhole(
  call: Call<Ports>,
  { question, charge, costs, outcome }: BegunAnswer,
  run: RunRecorder | undefined,
) {
  const finished = await collectAnswer(
    writeAnswer(call.ports, question, outcome, { costs, signal: call.signal, isWatched: false }),
  );
  // The quotation is made, so its exact cost is known.
  if (question.maxTokens === null)
    await call.spend(quotedTokens(question, outcome), costs.total().tokens, basisOf(costs, outcome));
  await saveExchange(call.ports, question, finished.answer);
  await settle(charge, costs, outcome);
  const result = await run?.complete(finished);
  const answer = {
    answer: finished.answer,
    chat_history: outcome.history,
    retrieved_documents: outcome.passages.map(documentView),
  };
  const headers = finishedHeaders(question, outcome, finished);
  return { answer, headers: result === undefined ? headers : { ...headers, [HEADERS.run]: result } };
}

/** The events, with how they ended recorded: also where nobody takes them to the end. */
async function* recordStream(
  events: EventsOf<'streamAnswer'>,
  run: RunRecorder | undefined,
): EventsOf<'streamAnswer'> {
  try {
    for await (const event of events) {
      if ('chunk' in event) run?.wrote(event.chunk);
      yield event;
    }
  } catch (error) {
    await run?.fail(error);
    throw error;
  } finally {
    await run?.cut();
  }
}

/** Section 6.3, completed by `docs/interface-gaps.md`: documents, pieces of text, final event. */
async function* streamAnswer(
  call: Call<Ports>,
  { question, charge, costs, outcome }: BegunAnswer,
  run: RunRecorder | undefined,
): EventsOf<'streamAnswer'> {
  const { ports, request } = call;
  const detailed = request.headers.get(HEADERS.answerDetail)?.trim() === 'events';
  yield { retrieved_documents: outcome.passages.map(documentView) };
  const parts = writeAnswer(ports, question, outcome, { costs, signal: call.signal, isWatched: true });
  const finished = yield* toEvents(parts, detailed ? outcome.search : undefined);
  const { answer, judged } = finished;
  await saveExchange(ports, question, answer);
  const tokens = Math.min(costs.total().tokens, charge.maxAmount);
  await settle(charge, costs, outcome);
  if (detailed && judged) yield { ...judged, certainty: roundCertainty(judged.certainty) };
  const result = await run?.complete(finished);
  if (detailed && result) yield { run: result };
  yield {
    final: true,
    metadata: { total_tokens: tokens },
    chat_history: outcome.history,
    consumption: await reportConsumption(call),
  };
}

/** `search`: the text searched in place of the question; undefined when the client wants only pieces of text. */
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

/** Runs the writer to its end and returns the finished answer. */
async function collectAnswer(
  parts: AsyncGenerator<AnswerPart, FinishedAnswer, void>,
): Promise<FinishedAnswer> {
  for (;;) {
    const next = await parts.next();
    if (next.done) return next.value;
  }
}

async function settle(charge: Charge, costs: CostTracker, outcome: SearchOutcome): Promise<void> {
  await charge.settle(costs.total().tokens, basisOf(costs, outcome));
}

const basisOf = (costs: CostTracker, outcome: SearchOutcome): CostBasis => ({
  estimated: costs.total().estimated,
  unitId: bestUnit(outcome),
});

/** The unit charged for the call: the unit of the best passage. */
const bestUnit = ({ passages }: SearchOutcome): number | null => passages[0]?.unitId ?? null;

/** The remembered conversation of bot and key (extension). */
export const contextRoutes = routesOf<Ports>()({
  readContext: async ({ ports, botId, key }) => ({
    answer: { items: await readContext(ports, botId, key.id) },
  }),

  async clearContext({ ports, botId, key }) {
    await ports.contexts.clear(botId, key.id);
    return { answer: { items: [] } };
  },
});

/** Explains an answer (extension). */
export function explanationRoutes(tools: SearchTools) {
  return routesOf<Ports>()({
    async explainAnswer(original) {
      const { call, tools: chosen } = await chooseKnowledge(original, tools);
      // Free of charge, but an explanation costs as much work as an answer, so it counts against the limits.
      await call.reserve(0);
      const question = await readQuestion(call, call.body, { mayWrite: false });
      const place = tools.searches.enter(call.botId, call.signal);
      const explained = await place.run((turn) =>
        explainAnswer(call.ports, chosen, question, turn, call.signal),
      );
      const headers = answerHeaders(question, explained.outcome);
      return { answer: toApiExplanation(question, explained), headers };
    },
  });
}

function toApiExplanation(
  { text, limit, maxDocuments }: PreparedQuestion,
  { reading, passages, ranking, list, semantic, answer }: ExplainedAnswer,
): Explanation {
  return {
    question: text,
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
