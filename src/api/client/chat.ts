/** Chat: whole, streamed, and with images, which are answered whole. */
import * as z from 'zod/mini';
import { chunkEventSchema } from '#contract/answers.ts';
import type { ChatRequest, multimodalChatRequestSchema } from '#contract/chat.ts';
import { type Endpoint, parseResponse } from '#contract/contract-error.ts';
import { type Consumption, consumptionSchema } from '#contract/envelope.ts';
import { type ChargeAmount, HEADERS, parseCharge, parseText } from '#contract/headers.ts';
import { chat, multimodalChat, streamChat } from '#contract/operations/chat.ts';
import { errorAtEnd, readServerSentEvents } from '#src/api/transport/server-sent-events.ts';
import { throwFaultEvent } from '#src/api/transport/throw-fault-event.ts';
import type { GatewayClient } from './gateway-client.ts';
import { type EventStream, openStream } from './open-stream.ts';

/** A foreign final event may leave out its counts. */
const finalEventSchema = z.object({
  metadata: z.optional(z.nullable(z.object({ total_tokens: z.optional(z.number()) }))),
  consumption: z.optional(consumptionSchema),
});

export type ChatEvent =
  | { chunk: string }
  | { final: true; totalTokens: number | undefined; consumption: string | undefined };

/**
 * The checked events of streamed chat (6.1). A last piece within the final event, and keys we do not know, are read too. A
 * fault event is thrown as its error, and an end before the final event as a cut stream: what came before was yielded.
 */
async function* readChatEvents(
  endpoint: Endpoint,
  response: Response,
  requestId: string | undefined,
  onConsumption: (consumption: string | undefined) => void,
): AsyncGenerator<ChatEvent> {
  const parse = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown) =>
    parseResponse(endpoint, schema, value, { isEvent: true });
  const seen = { pieces: 0, unknown: 0 };
  for await (const event of readServerSentEvents(endpoint, response)) {
    throwFaultEvent(event, { endpoint, requestId }, onConsumption);
    if ('chunk' in event) seen.pieces += 1;
    else seen.unknown += 1;
    if ('chunk' in event && event.chunk !== null) yield { chunk: parse(chunkEventSchema, event).chunk };
    if ('final' in event && event.final !== false && event.final !== null) {
      const { metadata, consumption } = parse(finalEventSchema, event);
      onConsumption(consumption);
      yield { final: true, totalTokens: metadata?.total_tokens, consumption };
      return;
    }
  }
  throw errorAtEnd(endpoint, seen);
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
  consumption: Consumption | undefined;
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
  const { answer, consumption, headers } = await client.exchange(operation, {
    body: request,
    timeout: false,
    signal,
  });
  return {
    ...parseResponseHeaders(headers),
    text: answer.text,
    totalTokens: answer.metadata?.total_tokens,
    consumption,
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
