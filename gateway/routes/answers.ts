import { type AnswerOrder, answerRequestSchema, streamAnswerRequestSchema } from '#contract/answers.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { Charge } from '#gateway/middleware/meter.ts';
import { reportConsumption } from '#gateway/middleware/respond.ts';
import {
  cutAnswer,
  findAnswer,
  type FoundAnswer,
  type PreparedQuestion,
  priceAnswer,
  rememberExchange,
} from '#gateway/services/answers/answer-question.ts';
import type { SegmentCache } from '#gateway/services/answers/segment-cache.ts';
import type { SynonymCache } from '#gateway/services/synonyms/synonym-cache.ts';
import { answerHeaders, readQuestion } from './read-question.ts';
import { documentToWire, historyToWire } from './to-wire.ts';

/** Endpoints 6 and 7. */
export function answerRoutes(segments: SegmentCache, synonyms: SynonymCache) {
  return {
    answer: bind({
      body: answerRequestSchema,
      async handle(call) {
        const asked = await prepare(call, call.body, false);
        const charge = await call.begin(asked.most);
        const found = await findAnswer(call.ports, segments, synonyms, asked);
        const { answer, retrieved, history } = found;
        await rememberExchange(call.ports, asked, answer);
        await charge.settle(priceAnswer(asked, answer), { unitId: bestUnit(found) });
        const response = {
          answer,
          chat_history: historyToWire(history),
          retrieved_documents: retrieved.map(documentToWire),
        };
        return { response, headers: answerHeaders(asked, found) };
      },
    }),

    streamAnswer: bind({
      body: streamAnswerRequestSchema,
      async handle(call) {
        const asked = await prepare(call, call.body, true);
        const charge = await call.begin(asked.most);
        const found = await findAnswer(call.ports, segments, synonyms, asked);
        return { events: streamAnswer(call, asked, found, charge), headers: answerHeaders(asked, found) };
      },
    }),
  };
}

/** Section 6.3 as `docs/interface-gaps.md` fills it: the documents, the pieces, the final event. */
async function* streamAnswer(
  call: Call,
  asked: PreparedQuestion,
  found: FoundAnswer,
  charge: Charge,
): AsyncGenerator<object, void, void> {
  const { answer, retrieved, history } = found;
  const grounds = { unitId: bestUnit(found) };
  const { ports, botId } = call;
  let sent = '';
  // Whoever leaves pays for what was sent until then.
  charge.note(priceAnswer(asked, sent), grounds);
  yield { retrieved_documents: retrieved.map(documentToWire) };
  for (const chunk of cutAnswer(answer)) {
    sent += chunk;
    charge.note(priceAnswer(asked, sent), grounds);
    yield { chunk };
  }
  await rememberExchange(ports, asked, answer);
  const tokens = Math.min(priceAnswer(asked, answer), charge.most);
  await charge.settle(tokens, grounds);
  yield {
    final: true,
    metadata: { total_tokens: tokens },
    chat_history: historyToWire(history),
    consumption: await reportConsumption(ports, { botId, ledger: 'text' }),
  };
}

/** The unit that pays: that of the best passage. */
const bestUnit = ({ retrieved }: FoundAnswer): number | null => retrieved[0]?.unitId ?? null;

async function prepare(call: Call, body: AnswerOrder, streams: boolean): Promise<PreparedQuestion> {
  if (body.IsStream !== streams)
    throw new GatewayFault('stream-flag', { expected: String(streams) }, { field: 'IsStream' });
  return readQuestion(call, body);
}
