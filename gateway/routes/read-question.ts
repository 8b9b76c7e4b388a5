import { ANSWERERS, type AnswerOrder } from '#contract/answers.ts';
import { HEADERS, printIndexes, printTitles } from '#contract/headers.ts';
import type { Call } from '#gateway/middleware/call.ts';
import { validate } from '#gateway/middleware/validate.ts';
import {
  type AnswererKind,
  type FoundAnswer,
  type PreparedQuestion,
  prepareQuestion,
} from '#gateway/services/answers/answer-question.ts';
import * as z from 'zod/mini';

const answererSchema = z.object({ [HEADERS.answerer]: z._default(z.enum(ANSWERERS), 'extractive') });

/** The question of a call as the services take it; its indexes are found, or the call is refused. */
export async function readQuestion(call: Call, body: AnswerOrder): Promise<PreparedQuestion> {
  return prepareQuestion(call.ports, {
    botId: call.botId,
    keyId: call.key.id,
    question: body.Question,
    names: body.IndexNames,
    limit: body.Limit,
    maxDocuments: body.MaxLimit,
    maxOutputTokens: body.MaxOutputTokens,
    updateContext: body.UpdateGlobal,
    answerer: answererOf(call),
  });
}

function answererOf({ request, language }: Call): AnswererKind {
  const header = request.headers.get(HEADERS.answerer) ?? undefined;
  return validate(answererSchema, { [HEADERS.answerer]: header }, language)[HEADERS.answerer];
}

/** Which answerer it was, what its answer is and quotes, and the named indexes that could not be searched. */
export function answerHeaders(
  { answerer }: PreparedQuestion,
  { skipped, evidence }: Pick<FoundAnswer, 'skipped'> & { evidence?: FoundAnswer['evidence'] },
): Record<string, string> {
  const named = skipped.length > 0 ? { [HEADERS.skippedIndexes]: printTitles(skipped) } : {};
  const extracted = evidence?.extracted;
  return {
    [HEADERS.answerer]: answerer,
    ...(extracted ? { [HEADERS.answerKind]: extracted.kind } : {}),
    ...(extracted?.kind === 'quoted' ? { [HEADERS.quotedDocuments]: printIndexes(extracted.from) } : {}),
    ...named,
  };
}
