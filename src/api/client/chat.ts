/** Chat: whole, streamed, and with images, which are answered whole. */
import type * as z from 'zod/mini';
import { lenientFinalEventSchema } from '#contract/answers.ts';
import type { ChatRequest, multimodalChatRequestSchema } from '#contract/chat.ts';
import type { Endpoint } from '#contract/contract-error.ts';
import { type ChargeAmount, HEADERS, parseCharge, parseText } from '#contract/headers.ts';
import { chat, multimodalChat, streamChat } from '#contract/operations/chat.ts';
import { TruncatedStreamError } from '#src/api/transport/gateway-errors.ts';
import {
  checkStreamForm,
  holdsUnknown,
  isFinalEvent,
  readServerSentEvents,
  type StreamEvent,
} from '#src/api/transport/server-sent-events.ts';
import { throwFaultEvent } from '#src/api/transport/throw-fault-event.ts';
import type { GatewayClient } from './gateway-client.ts';
import { type EventStream, openStream } from './open-stream.ts';

export type ChatEvent = { chunk: string } | z.infer<typeof lenientFinalEventSchema>;

/**
 * The checked events of streamed chat (6.1). A last piece within the final event, and keys we do not know, are read too. A
 * fault event is thrown as its error, and an end before the final event as a cut stream: what came before was yielded.
 */
async function* readChatEvents(
  endpoint: Endpoint,
  response: Response,
  requestId: string | undefined,
  onConsumption: (consumption: unknown) => void,
): AsyncGenerator<ChatEvent> {
  const seen = { pieces: 0, unknown: 0 };
  let final: StreamEvent | undefined;
  for await (const event of readServerSentEvents(endpoint, response, isFinalEvent)) {
    throwFaultEvent(event, { endpoint, requestId }, onConsumption);
    if (isFinalEvent(event)) final = event;
    if (typeof event['chunk'] === 'string') {
      seen.pieces += 1;
      yield { chunk: event['chunk'] };
    } else if (holdsUnknown(event)) seen.unknown += 1;
  }
  onConsumption(final?.['consumption']);
  checkStreamForm(endpoint, seen);
  if (final === undefined) throw new TruncatedStreamError();
  yield lenientFinalEventSchema.parse(final);
}

export type ImageChatRequest = z.input<typeof multimodalChatRequestSchema>;
type AbortOptions = { signal?: AbortSignal | undefined };
/** What the response headers report. */
export type ChatResponseInfo = {
  requestId: string | null;
  charge: ChargeAmount | null;
  /** The model that answers; null where the gateway does not say. */
  model: string | null;
  /** Earlier messages that the model had no room for. */
  droppedMessages: number;
};

type ChatCompletion = ChatResponseInfo & {
  text: string;
  /** Input and output together; undefined where the gateway does not count. */
  totalTokens: number | undefined;
};

const parseResponseHeaders = (headers: Headers): ChatResponseInfo => ({
  requestId: headers.get(HEADERS.requestId),
  charge: parseCharge(headers.get(HEADERS.charge)),
  model: parseText(headers.get(HEADERS.answerModel)),
  droppedMessages: Number(/^\d{1,6}$/.exec(headers.get(HEADERS.historyDropped) ?? '')?.[0] ?? 0),
});

/** `multimodalChat` takes images. */
export async function fetchChat(
  client: GatewayClient,
  operation: typeof chat | typeof multimodalChat,
  request: ImageChatRequest,
  { signal }: AbortOptions = {},
): Promise<ChatCompletion> {
  const { answer, headers } = await client.exchange(operation, {
    body: request,
    timeout: false,
    signal,
  });
  return {
    ...parseResponseHeaders(headers),
    text: answer.text,
    totalTokens: answer.metadata?.total_tokens,
  };
}

export function openChatStream(
  client: GatewayClient,
  request: ChatRequest,
  { signal }: AbortOptions = {},
): EventStream<ChatResponseInfo, ChatEvent> {
  const httpRequest = client.buildRequest(streamChat, { body: request, signal });
  return openStream(client.http, httpRequest, parseResponseHeaders, (...source) =>
    readChatEvents(streamChat, ...source),
  );
}
