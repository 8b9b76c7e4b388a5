import * as z from 'zod/mini';
import { ANSWERERS, type ParsedAnswerRequest } from '#contract/answers.ts';
import {
  HEADERS,
  printCertainty,
  printDates,
  printIndexes,
  printSupport,
  printText,
  printTitles,
} from '#contract/headers.ts';
import type { Call } from '#gateway/http/call.ts';
import { preferredLanguage } from '#gateway/http/language.ts';
import { validate } from '#gateway/http/validate.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import {
  type PreparedQuestion,
  prepareQuestion,
  type SearchOutcome,
} from '#gateway/modules/answers/services/answer-question.ts';
import { searchedNames } from '#gateway/modules/answers/services/record-run.ts';
import type { FinishedAnswer } from '#gateway/modules/answers/services/write-answer.ts';
import { findServer } from '#gateway/modules/models/services/resolve-server.ts';

const answererSchema = z.object({ [HEADERS.answerer]: z.optional(z.enum(ANSWERERS)) });

/**
 * The question of a call, as services take it; unknown indexes refuse the call. The bot's chat server writes the answer
 * when `mayWrite` is set and the call names no answerer.
 */
export async function readQuestion(
  call: Call<Ports>,
  body: ParsedAnswerRequest,
  { mayWrite }: { mayWrite: boolean },
): Promise<PreparedQuestion> {
  const wanted = answererOf(call);
  const writer =
    mayWrite && wanted === undefined ? await findServer(call.ports, call.botId, 'chat') : undefined;
  return prepareQuestion(call.ports, {
    botId: call.botId,
    keyId: call.key.id,
    text: body.Question,
    names: searchedNames({ request: call.request, body }),
    limit: body.Limit,
    maxDocuments: body.MaxLimit,
    maxOutputTokens: body.MaxOutputTokens,
    updateContext: body.UpdateGlobal,
    answerer: writer ? 'generated' : (wanted ?? 'extractive'),
    temperature: body.Temperature,
    writer: writer ?? null,
    language: preferredLanguage(call.request.headers.get('Accept-Language')),
    weakAnswers: (await call.ports.bots.getCached(call.botId))?.settings.weakAnswers ?? 'hedged',
  });
}

function answererOf({ request, language }: Call<Ports>) {
  const header = request.headers.get(HEADERS.answerer) ?? undefined;
  return validate(answererSchema, { [HEADERS.answerer]: header }, language)[HEADERS.answerer];
}

/** Headers known before the answer: dates of the documents, skipped indexes, and the text searched in place of the question. */
export function searchHeaders({
  passages,
  skippedNames,
  search,
}: Pick<SearchOutcome, 'passages' | 'skippedNames' | 'search'>): Record<string, string> {
  const dates = passages.map(({ readOn }) => readOn);
  return {
    ...(dates.some((date) => date !== null) ? { [HEADERS.documentDates]: printDates(dates) } : {}),
    ...(skippedNames.length > 0 ? { [HEADERS.skippedIndexes]: printTitles(skippedNames) } : {}),
    ...(search === null ? {} : { [HEADERS.answerSearch]: printText(search) }),
  };
}

/** Headers of an answer without a model: answerer, quoted documents and skipped indexes. */
export function answerHeaders(
  { answerer }: PreparedQuestion,
  outcome: SearchOutcome,
): Record<string, string> {
  const quoted = outcome.direct?.quoted ?? [];
  return { [HEADERS.answerer]: answerer, ...quotationHeaders(quoted), ...searchHeaders(outcome) };
}

/** Headers of a finished answer, with or without a model. */
export function finishedHeaders(
  { answerer }: PreparedQuestion,
  outcome: SearchOutcome,
  { facts, sentences, judged }: FinishedAnswer,
): Record<string, string> {
  const { kind, model, fallback, quoted } = facts ?? {};
  return {
    [HEADERS.answerer]: fallback ? 'extractive' : answerer,
    ...(kind === 'generated' ? { [HEADERS.answerKind]: kind } : quotationHeaders(quoted ?? [])),
    ...bandHeaders(judged),
    ...(model ? { [HEADERS.answerModel]: printText(model) } : {}),
    ...(fallback ? { [HEADERS.answerFallback]: fallback } : {}),
    ...(sentences.length > 0 ? { [HEADERS.answerSupport]: printSupport(sentences) } : {}),
    ...searchHeaders(outcome),
  };
}

/** Band and certainty of an answer; no headers for passages without an answer. */
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
