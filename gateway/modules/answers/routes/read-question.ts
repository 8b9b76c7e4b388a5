import * as z from 'zod/mini';
import { ANSWERERS, type ParsedAnswerRequest } from '#contract/answers.ts';
import {
  HEADERS,
  printCertainty,
  printIndexes,
  printSupport,
  printText,
  printTitles,
} from '#contract/headers.ts';
import type { Call } from '#gateway/http/call.ts';
import { validate } from '#gateway/http/validate.ts';
import {
  type FoundAnswer,
  type PreparedQuestion,
  prepareQuestion,
} from '#gateway/modules/answers/services/answer-question.ts';
import type { FinishedAnswer } from '#gateway/modules/answers/services/write-answer.ts';
import { findServer } from '#gateway/modules/models/services/resolve-server.ts';

const answererSchema = z.object({ [HEADERS.answerer]: z.optional(z.enum(ANSWERERS)) });

/**
 * The question of a call as the services take it; its indexes are found, or the call is refused. Where a model may write
 * and the call does not say otherwise, the bot's chat server is to.
 */
export async function readQuestion(
  call: Call,
  body: ParsedAnswerRequest,
  { mayWrite }: { mayWrite: boolean },
): Promise<PreparedQuestion> {
  const wanted = answererOf(call);
  const writer =
    mayWrite && wanted === undefined ? await findServer(call.ports, call.botId, 'chat') : undefined;
  return prepareQuestion(call.ports, {
    botId: call.botId,
    keyId: call.key.id,
    question: body.Question,
    names: body.IndexNames,
    limit: body.Limit,
    maxDocuments: body.MaxLimit,
    maxOutputTokens: body.MaxOutputTokens,
    updateContext: body.UpdateGlobal,
    answerer: writer ? 'generated' : (wanted ?? 'extractive'),
    temperature: body.Temperature,
    writer: writer ?? null,
    weakAnswers: (await call.ports.bots.getCached(call.botId))?.settings.weakAnswers ?? 'hedged',
  });
}

function answererOf({ request, language }: Call) {
  const header = request.headers.get(HEADERS.answerer) ?? undefined;
  return validate(answererSchema, { [HEADERS.answerer]: header }, language)[HEADERS.answerer];
}

/** What was searched and what could not be: known before the answer is. */
export function searchHeaders({
  skipped,
  search,
}: Pick<FoundAnswer, 'skipped' | 'search'>): Record<string, string> {
  return {
    ...(skipped.length > 0 ? { [HEADERS.skippedIndexes]: printTitles(skipped) } : {}),
    ...(search === null ? {} : { [HEADERS.answerSearch]: printText(search) }),
  };
}

/** Which answerer it was, what its answer quotes, and the named indexes that could not be searched. */
export function answerHeaders({ answerer }: PreparedQuestion, found: FoundAnswer): Record<string, string> {
  const quoted = found.made?.quoted ?? [];
  return { [HEADERS.answerer]: answerer, ...quotationHeaders(quoted), ...searchHeaders(found) };
}

/** The same of an answer that is there, whoever made it. */
export function finishedHeaders(
  asked: PreparedQuestion,
  found: FoundAnswer,
  { facts, sentences, judged }: FinishedAnswer,
): Record<string, string> {
  const { kind, model, fallback, quoted } = facts ?? {};
  return {
    [HEADERS.answerer]: fallback ? 'extractive' : asked.answerer,
    ...(kind === 'generated' ? { [HEADERS.answerKind]: kind } : quotationHeaders(quoted ?? [])),
    ...bandHeaders(judged),
    ...(model ? { [HEADERS.answerModel]: printText(model) } : {}),
    ...(fallback ? { [HEADERS.answerFallback]: fallback } : {}),
    ...(sentences.length > 0 ? { [HEADERS.answerSupport]: printSupport(sentences) } : {}),
    ...searchHeaders(found),
  };
}

/** How sure an answer is; nothing of passages alone. */
export const bandHeaders = (judged: FinishedAnswer['judged']): Record<string, string> =>
  judged === null
    ? {}
    : {
        [HEADERS.answerBand]: judged.band,
        [HEADERS.answerCertainty]: printCertainty(judged.certainty),
      };

const quotationHeaders = (quoted: readonly number[]): Record<string, string> =>
  quoted.length === 0
    ? {}
    : { [HEADERS.answerKind]: 'quoted', [HEADERS.quotedDocuments]: printIndexes(quoted) };
