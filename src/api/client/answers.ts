/** Answers from knowledge, and the fields of their response headers. */

import {
  type AnswerEvent,
  type Answerer,
  type AnswerRequest,
  answererEventSchema,
  bandEventSchema,
  type LenientAnswer,
  lenientDocumentsEventSchema,
  lenientFinalEventSchema,
  runEventSchema,
  sentenceEventSchema,
} from '#contract/answers.ts';
import type { Endpoint } from '#contract/contract-error.ts';
import type { ReportedConsumption } from '#contract/envelope.ts';
import {
  type AnswerBand,
  type AnswerKind,
  type ChargeAmount,
  HEADERS,
  KEEP_RUN,
  KEEP_RUN_OF_ALL,
  parseAnswerBand,
  parseAnswerKind,
  parseCertainty,
  parseCharge,
  parseDates,
  parseIndexes,
  parseMoreTitles,
  parseSupport,
  parseText,
  parseTitles,
  RUN_RESULTS,
  type RunResult,
  type SentenceSupport,
} from '#contract/headers.ts';
import { answer as answerOperation, streamAnswer } from '#contract/operations/answers.ts';
import { TruncatedStreamError } from '#src/api/transport/gateway-errors.ts';
import {
  checkStreamForm,
  holdsUnknown,
  isFinalEvent,
  readServerSentEvents,
  type StreamEvent,
} from '#src/api/transport/server-sent-events.ts';
import { throwFaultEvent } from '#src/api/transport/throw-fault-event.ts';
import { draftHeaders } from './draft-headers.ts';
import type { GatewayClient } from './gateway-client.ts';
import { type EventStream, openStream } from './open-stream.ts';

export type AnswerOptions = {
  signal?: AbortSignal | undefined;
  answerer?: Answerer | undefined;
  /** Whether the gateway is asked to keep the question as a run. */
  keep?: boolean;
  /** Whether the index names are those of all units, sent since streams need some. */
  namesAll?: boolean;
  /** Whether drafts take the place of what is live. */
  drafts?: boolean | undefined;
};
export type WholeAnswer = {
  answer: LenientAnswer;
  consumption: ReportedConsumption | undefined;
  /** Titles that were named but not searched. */
  skippedTitles: string[];
  /** Dates of the texts of the documents; empty when the gateway reports none. */
  documentDates: (string | null)[];
  requestId: string | null;
  /** Band and likelihood (0..1) of the answer; null when the gateway reports none, as foreign gateways do. */
  band: AnswerBand | null;
  certainty: number | null;
  /**
   * Kind of the answer and the quoted documents; null when the text is neither quoted nor generated, or the gateway
   * does not say.
   */
  kind: AnswerKind | null;
  quoted: number[];
  /**
   * Answering model; reason for a quotation in place of a generated answer; query that replaced the question. Null:
   * none.
   */
  model: string | null;
  fallback: string | null;
  search: string | null;
  /** Support for each sentence written by a model. */
  sentences: SentenceSupport[];
  /** Whether the gateway keeps the run; null when it does not say, as before the end of a stream. */
  kept: RunResult | null;
  /** Charge as the gateway reports it; null when unreported, as before the end of a stream. */
  charge: ChargeAmount | null;
};
type AnswerHead = Omit<WholeAnswer, 'answer' | 'consumption'>;

/** Skipped titles; a long header gives only the number of the last ones. */
function skippedOf(header: string | null): string[] {
  const more = parseMoreTitles(header);
  return more === 0 ? parseTitles(header) : [...parseTitles(header), `+${more}`];
}

const headOf = (headers: Headers): AnswerHead => ({
  skippedTitles: skippedOf(headers.get(HEADERS.skippedIndexes)),
  documentDates: parseDates(headers.get(HEADERS.documentDates)),
  requestId: headers.get(HEADERS.requestId),
  band: parseAnswerBand(headers.get(HEADERS.answerBand)),
  certainty: parseCertainty(headers.get(HEADERS.answerCertainty)),
  kind: parseAnswerKind(headers.get(HEADERS.answerKind)),
  quoted: parseIndexes(headers.get(HEADERS.quotedDocuments)),
  model: parseText(headers.get(HEADERS.answerModel)),
  fallback: headers.get(HEADERS.answerFallback),
  search: parseText(headers.get(HEADERS.answerSearch)),
  sentences: parseSupport(headers.get(HEADERS.answerSupport)),
  kept: RUN_RESULTS.find((result) => result === headers.get(HEADERS.run)) ?? null,
  charge: parseCharge(headers.get(HEADERS.charge)),
});

/** Of the operations, the stream reads what asks for events on the answerer, the support of each sentence and the band. */
export const answerHeaders = ({
  answerer,
  keep = false,
  namesAll = false,
  drafts = false,
}: Omit<AnswerOptions, 'signal'>) => ({
  [HEADERS.answerer]: answerer,
  [HEADERS.answerDetail]: 'events',
  [HEADERS.run]: keep ? (namesAll ? KEEP_RUN_OF_ALL : KEEP_RUN) : undefined,
  ...draftHeaders(drafts),
});

export async function fetchAnswer(
  client: GatewayClient,
  request: AnswerRequest,
  options: AnswerOptions = {},
): Promise<WholeAnswer> {
  const { answer, consumption, headers } = await client.exchange(answerOperation, {
    body: { ...request, IsStream: false },
    timeout: false,
    signal: options.signal,
    headers: answerHeaders(options),
  });
  return { answer, consumption, ...headOf(headers) };
}

export function openAnswerStream(
  client: GatewayClient,
  request: AnswerRequest,
  options: AnswerOptions = {},
): EventStream<AnswerHead, AnswerEvent> {
  const httpRequest = client.buildRequest(streamAnswer, {
    body: { ...request, IsStream: true },
    signal: options.signal,
    headers: answerHeaders(options),
  });
  return openStream(client.http, httpRequest, headOf, (...source) =>
    readAnswerEvents(streamAnswer, ...source),
  );
}

/** Texts under the name of section 2.8: pieces, or each the whole text so far. */
function joinAnswers(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  const isGrowing = texts.every((text, index) => text.startsWith(texts[index - 1] ?? ''));
  return isGrowing || last === texts.slice(0, -1).join('') ? last : texts.join('');
}

/** Events of our gateways only: another gateway may use the same names with other meanings. */
const readDetails = (event: object) =>
  [answererEventSchema, sentenceEventSchema, bandEventSchema, runEventSchema].flatMap((schema) => {
    const { data } = schema.safeParse(event);
    return data === undefined ? [] : [data];
  });

/**
 * The checked events of a streamed answer (6.3). The interface does not show their fields, so other orders, events
 * that carry several of them and keys we do not know are read too. A fault event is thrown as its error. In a stream
 * without `chunk`, `answer` is the text; no other name is guessed.
 */
async function* readAnswerEvents(
  endpoint: Endpoint,
  response: Response,
  requestId: string | undefined,
  onConsumption: (consumption: unknown) => void,
): AsyncGenerator<AnswerEvent> {
  const seen = { pieces: 0, unknown: 0 };
  const answers: string[] = [];
  let final: StreamEvent | undefined;
  for await (const event of readServerSentEvents(endpoint, response, isFinalEvent)) {
    throwFaultEvent(event, { endpoint, requestId }, onConsumption);
    if (isFinalEvent(event)) final = event;
    const documents = lenientDocumentsEventSchema.parse(event);
    const hasDocuments = documents.retrieved_documents !== undefined;
    if (hasDocuments) yield documents;
    const details = readDetails(event);
    yield* details;
    const { chunk, answer } = event;
    if (typeof chunk === 'string') {
      seen.pieces += 1;
      yield { chunk };
    } else if (typeof answer === 'string') answers.push(answer);
    else if (!hasDocuments && details.length === 0 && holdsUnknown(event)) seen.unknown += 1;
  }
  const text = seen.pieces === 0 ? joinAnswers(answers) : '';
  if (text !== '') yield { chunk: text };
  onConsumption(final?.consumption);
  if (text === '') checkStreamForm(endpoint, seen);
  if (final === undefined) throw new TruncatedStreamError();
  yield lenientFinalEventSchema.parse(final);
}
