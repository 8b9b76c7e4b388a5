/** Answers from knowledge, and the fields of their response headers. */

import type * as z from 'zod/mini';
import {
  type Answer,
  type AnswerEvent,
  type Answerer,
  type AnswerRequest,
  answererEventSchema,
  bandEventSchema,
  chunkEventSchema,
  lenientAnswerFinalEventSchema,
  lenientDocumentsEventSchema,
  sentenceEventSchema,
} from '#contract/answers.ts';
import { type Endpoint, parseResponse } from '#contract/contract-error.ts';
import type { Consumption } from '#contract/envelope.ts';
import {
  type AnswerBand,
  type AnswerKind,
  type ChargeAmount,
  HEADERS,
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
  type SentenceSupport,
} from '#contract/headers.ts';
import { answer as answerOperation, streamAnswer } from '#contract/operations/answers.ts';
import { errorAtEnd, readServerSentEvents } from '#src/api/transport/server-sent-events.ts';
import { throwFaultEvent } from '#src/api/transport/throw-fault-event.ts';
import type { GatewayClient } from './gateway-client.ts';
import { type EventStream, openStream } from './open-stream.ts';

export type AnswerOptions = {
  signal?: AbortSignal | undefined;
  answerer?: Answerer | undefined;
};
export type WholeAnswer = {
  answer: Answer;
  consumption: Consumption;
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
  /** Charge as the gateway reports it; null when unreported, as before the end of a stream. */
  charge: ChargeAmount | null;
  seconds: number;
};
type AnswerHead = Omit<WholeAnswer, 'answer' | 'consumption' | 'seconds'>;

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
  charge: parseCharge(headers.get(HEADERS.charge)),
});

/** Of the operations, the stream reads what asks for events on the answerer, the support of each sentence and the band. */
export const answerHeaders = ({ answerer }: Pick<AnswerOptions, 'answerer'>) => ({
  [HEADERS.answerer]: answerer,
  [HEADERS.answerDetail]: 'events',
});

export async function fetchAnswer(
  client: GatewayClient,
  request: AnswerRequest,
  options: AnswerOptions = {},
): Promise<WholeAnswer> {
  const start = performance.now();
  const { answer, consumption, headers } = await client.exchange(answerOperation, {
    body: { ...request, IsStream: false },
    timeout: false,
    signal: options.signal,
    headers: answerHeaders(options),
  });
  const seconds = (performance.now() - start) / 1000;
  return { answer, consumption: consumption ?? { used: 0, total: 0 }, seconds, ...headOf(headers) };
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

type ConsumptionListener = (consumption: string | undefined) => void;

/**
 * The checked events of a streamed answer (6.3). The interface does not show their fields, so other orders, events
 * that carry several of them and keys we do not know are read too. A fault event is thrown as its error; the text under
 * another name is not guessed.
 */
async function* readAnswerEvents(
  endpoint: Endpoint,
  response: Response,
  requestId: string | undefined,
  onConsumption: ConsumptionListener,
): AsyncGenerator<AnswerEvent> {
  const parse = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown) =>
    parseResponse(endpoint, schema, value, { isEvent: true });
  const seen = { pieces: 0, unknown: 0 };
  for await (const event of readServerSentEvents(endpoint, response)) {
    throwFaultEvent(event, { endpoint, requestId }, onConsumption);
    const isFinal = 'final' in event && event.final !== false;
    const hasDocuments = 'retrieved_documents' in event;
    if (hasDocuments && !isFinal) yield parse(lenientDocumentsEventSchema, event);
    let isDetail = false;
    // Events of our gateways only: another gateway may use the same names with other meanings.
    for (const schema of [answererEventSchema, sentenceEventSchema, bandEventSchema]) {
      const detail = schema.safeParse(event);
      if (!detail.success) continue;
      isDetail = true;
      yield detail.data;
    }
    if ('chunk' in event) {
      seen.pieces += 1;
      yield parse(chunkEventSchema, event);
    } else if (!hasDocuments && !isDetail) seen.unknown += 1;
    if (isFinal) {
      const final = parse(lenientAnswerFinalEventSchema, event);
      onConsumption(final.consumption);
      yield final;
      return;
    }
  }
  throw errorAtEnd(endpoint, seen);
}
