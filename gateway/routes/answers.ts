import { type AnswerOrder, answerRequestSchema, streamAnswerRequestSchema } from '#contract/answers.ts';
import { HEADERS } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { Charge } from '#gateway/middleware/meter.ts';
import { reportConsumption } from '#gateway/middleware/respond.ts';
import {
  findAnswer,
  type FoundAnswer,
  type PreparedQuestion,
  rememberExchange,
} from '#gateway/services/answers/answer-question.ts';
import { type Bill, createBill } from '#gateway/services/answers/bill.ts';
import type { SearchTools } from '#gateway/services/answers/search-tools.ts';
import {
  type AnswerPart,
  type FinishedAnswer,
  isUnsupported,
  withoutSupport,
  writeAnswer,
} from '#gateway/services/answers/write-answer.ts';
import { answerHeaders, finishedHeaders, readQuestion, searchHeaders } from './read-question.ts';
import { documentToWire, historyToWire } from './to-wire.ts';

/** Endpoints 6 and 7. */
export function answerRoutes(tools: SearchTools) {
  return {
    answer: bind({
      body: answerRequestSchema,
      async handle(call) {
        const { asked, charge, bill, found } = await begin(call, call.body, false);
        const written = await finish(
          writeAnswer(call.ports, asked, found, { bill, signal: call.signal, isWatched: false }),
        );
        const finished = isUnsupported(written) ? withoutSupport(asked, written) : written;
        await rememberExchange(call.ports, asked, finished.answer);
        await settle(charge, bill, found);
        const response = {
          answer: finished.answer,
          chat_history: historyToWire(found.history),
          retrieved_documents: found.retrieved.map(documentToWire),
        };
        return { response, headers: finishedHeaders(asked, found, finished) };
      },
    }),

    streamAnswer: bind({
      body: streamAnswerRequestSchema,
      async handle(call) {
        const { asked, charge, bill, found } = await begin(call, call.body, true);
        const headers = asked.writer
          ? { [HEADERS.answerer]: asked.answerer, ...searchHeaders(found) }
          : answerHeaders(asked, found);
        return { events: streamAnswer(call, asked, found, charge, bill), headers };
      },
    }),
  };

  /** The question, its reservation, and the passages. */
  async function begin(call: Call, body: AnswerOrder, streams: boolean) {
    if (body.IsStream !== streams)
      throw new GatewayFault('stream-flag', { expected: String(streams) }, { field: 'IsStream' });
    const asked = await readQuestion(call, body, { mayWrite: true });
    const charge = await call.begin(asked.most);
    let unitId: number | null = null;
    // Whoever leaves pays for what was done until then.
    const bill = createBill(({ tokens, estimated }) => charge.note(tokens, { estimated, unitId }));
    const found = await findAnswer(call.ports, tools, asked, { bill, signal: call.signal });
    unitId = bestUnit(found);
    return { asked, charge, bill, found };
  }
}

/** Section 6.3 as `docs/interface-gaps.md` fills it: the documents, the pieces, the final event. */
async function* streamAnswer(
  call: Call,
  asked: PreparedQuestion,
  found: FoundAnswer,
  charge: Charge,
  bill: Bill,
): AsyncGenerator<object, void, void> {
  const { ports, botId, request } = call;
  const detailed = request.headers.get(HEADERS.answerDetail)?.trim() === 'events';
  yield { retrieved_documents: found.retrieved.map(documentToWire) };
  const parts = writeAnswer(ports, asked, found, { bill, signal: call.signal, isWatched: true });
  const { answer } = yield* toEvents(parts, detailed ? found.search : undefined);
  await rememberExchange(ports, asked, answer);
  const tokens = Math.min(bill.total().tokens, charge.most);
  await settle(charge, bill, found);
  yield {
    final: true,
    metadata: { total_tokens: tokens },
    chat_history: historyToWire(found.history),
    consumption: await reportConsumption(ports, { botId, ledger: 'text' }),
  };
}

/** `search`: what was searched in place of the question; undefined: only pieces of text are wanted. */
async function* toEvents(
  parts: AsyncGenerator<AnswerPart, FinishedAnswer, void>,
  search: string | null | undefined,
): AsyncGenerator<object, FinishedAnswer, void> {
  // What is yielded inside is left inside too: leaving this ends the call to the model.
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
    await parts.return({ answer: '', sentences: [], facts: null });
  }
}

/** All of an answer, for whoever does not watch it grow. */
async function finish(parts: AsyncGenerator<AnswerPart, FinishedAnswer, void>): Promise<FinishedAnswer> {
  for (;;) {
    const next = await parts.next();
    if (next.done) return next.value;
  }
}

async function settle(charge: Charge, bill: Bill, found: FoundAnswer): Promise<void> {
  const { tokens, estimated } = bill.total();
  await charge.settle(tokens, { estimated, unitId: bestUnit(found) });
}

/** The unit that pays: that of the best passage. */
const bestUnit = ({ retrieved }: FoundAnswer): number | null => retrieved[0]?.unitId ?? null;
