import type { Call, Context, Handler } from './context.ts';
import { Refusal } from './refusal.ts';
import { answerFrom, retrieve } from './retrieve.ts';
import { sendEvents, sendJson } from './send.ts';
import { numberOf, textOf } from './shapes.ts';

/** Defaults and ranges of section 2.7. */
function find({ knowledge, meter }: Context, { body }: Call) {
  const question = textOf(body, 'Question');
  const limit = numberOf(body, 'Limit', [1, 50], 10);
  numberOf(body, 'Temperature', [0, 1], 0.1);
  numberOf(body, 'MaxOutputTokens', [1, 4096], 1024);
  const names = body['IndexNames'];
  if (names !== undefined && !Array.isArray(names)) throw new Refusal(400, 'IndexNames must be an array');
  const passages = retrieve(question, knowledge.textsOf(names as string[] | undefined), limit);
  const answer = answerFrom(passages, question);
  return { passages, answer, tokens: meter.spend(question, answer) };
}

/** Endpoint 6. */
export const answer: Handler = (context, call) => {
  if (call.body['IsStream'] === true) throw new Refusal(400, 'IsStream must be false');
  const { passages, answer } = find(context, call);
  const said = { answer, chat_history: [], retrieved_documents: passages };
  sendJson(call.response, 200, { StatusCode: 200, Response: said, Consumption: context.meter.print() });
};

const piecesOf = (text: string): string[] => text.match(/\S+\s*/gu) ?? [];

/** Endpoint 7. Section 6.3 promises chunks, metadata and citations, and shows none of their fields. */
export const streamAnswer: Handler = async (context, call) => {
  if (call.body['IsStream'] !== true) throw new Refusal(400, 'IsStream must be true');
  if (call.body['IndexNames'] === undefined) throw new Refusal(400, 'IndexNames is required');
  const { passages, answer, tokens } = find(context, call);
  const consumption = context.meter.print();
  const events =
    context.switches.answerEvents === 'own'
      ? [
          ...piecesOf(answer).map((content) => ({ type: 'token', content })),
          { type: 'sources', items: passages.map(({ text, score }) => ({ text, score })) },
          { type: 'done', usage: { tokens, quota: consumption } },
        ]
      : [
          ...piecesOf(answer).map((chunk) => ({ chunk })),
          { final: true, metadata: { total_tokens: tokens }, retrieved_documents: passages, consumption },
        ];
  await sendEvents(call.response, events, call.fault);
};
