import * as z from 'zod/mini';
import type { ChatRequest, multimodalChatRequestSchema } from '#contract/chat.ts';
import { chatResponseSchema } from '#contract/chat.ts';
import { ENDPOINTS, type EndpointId, pathOf } from '#contract/endpoints.ts';
import type { Consumption } from '#contract/envelope.ts';
import { envelope, parseConsumption } from '#contract/envelope.ts';
import type { ChargeFigure } from '#contract/headers.ts';
import { HEADERS, parseCharge } from '#contract/headers.ts';
import { parseResponse } from '#contract/mismatch.ts';
import type { ChatEvent } from './chat-stream.ts';
import { readChatEvents } from './chat-stream.ts';
import type { Connection } from './connection.ts';
import type { Http } from './http.ts';

export type ImageChatRequest = z.input<typeof multimodalChatRequestSchema>;
type Order = { signal?: AbortSignal | undefined };
/** What the head of an answer tells. */
export type ChatOutcome = {
  requestId: string | null;
  charge: ChargeFigure | null;
  /** The model that answers; null where the gateway does not say. */
  model: string | null;
  /** Earlier messages that the model had no room for. */
  dropped: number;
};

export type ChatWhole = ChatOutcome & {
  text: string;
  /** Input and output together; undefined where the gateway does not count. */
  totalTokens: number | undefined;
  consumption: Consumption | undefined;
};
export type ChatStream = {
  /** Resolves when the gateway has begun to answer. */
  opened: Promise<ChatOutcome>;
  /** To be read once; leaving it ends the request. */
  events: AsyncIterable<ChatEvent>;
};

/** Endpoints 1 and 2, and the variant that takes images, which answers whole. */
export type ChatClient = {
  whole: (request: ChatRequest, options?: Order) => Promise<ChatWhole>;
  withImages: (request: ImageChatRequest, options?: Order) => Promise<ChatWhole>;
  stream: (request: ChatRequest, options?: Order) => ChatStream;
};

export type ChatEndpoint = 'chat' | 'streamChat' | 'multimodalChat';

/** The address of an endpoint that carries the model family in its path. */
export function chatPath(id: ChatEndpoint, { modelFamily }: Pick<Connection, 'modelFamily'>): string {
  return pathOf(id, { Model: modelFamily });
}

/** Names travel percent-encoded; what cannot be read is taken as it is. */
function decodeName(header: string | null): string | null {
  try {
    return header === null ? null : decodeURIComponent(header);
  } catch {
    return header;
  }
}

/** What a foreign gateway leaves out of its counts is not known; the text it must send. */
const looseResponseSchema = z.object({
  text: z.string(),
  metadata: z.optional(z.nullable(z.partial(chatResponseSchema.shape.metadata))),
});

export function createChatClient(connection: Pick<Connection, 'modelFamily'>, http: Http): ChatClient {
  const orderOf = (
    id: ChatEndpoint & EndpointId,
    json: ImageChatRequest,
    signal: AbortSignal | undefined,
  ) => ({
    method: ENDPOINTS[id].method,
    path: chatPath(id, connection),
    json,
    timeout: false as const,
    signal,
  });
  const outcomeOf = (headers: Headers): ChatOutcome => ({
    requestId: headers.get(HEADERS.requestId),
    charge: parseCharge(headers.get(HEADERS.charge)),
    model: decodeName(headers.get(HEADERS.answerModel)),
    dropped: Number(/^\d{1,6}$/.exec(headers.get(HEADERS.historyDropped) ?? '')?.[0] ?? 0),
  });

  const answerWhole = async (
    id: 'chat' | 'multimodalChat',
    request: ImageChatRequest,
    { signal }: Order = {},
  ): Promise<ChatWhole> => {
    const { body, headers } = await http.call(orderOf(id, request, signal));
    const answered = parseResponse(id, envelope(looseResponseSchema), body) as {
      Response: z.output<typeof looseResponseSchema>;
      Consumption: string;
    };
    return {
      ...outcomeOf(headers),
      text: answered.Response.text,
      totalTokens: answered.Response.metadata?.total_tokens,
      consumption: parseConsumption(answered.Consumption),
    };
  };

  return {
    whole: (request, options) => answerWhole('chat', request, options),
    withImages: (request, options) => answerWhole('multimodalChat', request, options),
    stream: (request, { signal } = {}) => {
      const controller = new AbortController();
      const both = signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]);
      const response = http.open(orderOf('streamChat', request, both));
      const opened = response.then(({ headers }) => outcomeOf(headers));
      // Whoever reads only the events learns of a failure there.
      opened.catch(() => undefined);
      const events = (async function* () {
        try {
          const answered = await response;
          const requestId = answered.headers.get(HEADERS.requestId) ?? undefined;
          yield* readChatEvents('streamChat', answered, requestId, http.tap);
        } finally {
          controller.abort();
        }
      })();
      return { opened, events };
    },
  };
}
