import type * as z from 'zod/mini';
import type { chatRequestSchema } from '#contract/chat.ts';
import { HEADERS } from '#contract/headers.ts';
import { CHAT_LIMITS, IMAGE_LIMITS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type Call, type EventsOf, routesOf } from '#gateway/http/call.ts';
import type { Charge } from '#gateway/http/charge-meter.ts';
import { reportConsumption } from '#gateway/http/respond.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import {
  checkImages,
  fetchImages,
  type ImageInput,
} from '#gateway/modules/chat/services/images/read-images.ts';
import { type PreparedChat, prepareChat } from '#gateway/modules/chat/services/prepare-chat.ts';
import { type ChatRun, type ChatTokenUsage, runChat } from '#gateway/modules/chat/services/run-chat.ts';
import { findServer, SETTING_BY_PURPOSE } from '#gateway/modules/models/services/resolve-server.ts';

type ParsedChatRequest = z.output<typeof chatRequestSchema>;
type ChatCall = Call<Ports> & { body: ParsedChatRequest };

/** Endpoints 1 and 2, and chat with images. */
export const chatRoutes = routesOf<Ports>()({
  chat: (call) => answerWhole(call, []),
  multimodalChat: (call) => answerWhole(call, checkImages(call.body.Images ?? [], IMAGE_LIMITS)),
  async streamChat(call) {
    const begun = await beginChat(call, []);
    return { events: streamChat(call, begun), headers: begun.headers };
  },
});

interface StartedChat {
  charge: Charge;
  run: ChatRun;
  headers: Record<string, string>;
}

/** What can be paid is asked: the server is found first, since what it holds decides how much can be written. */
async function beginChat(call: ChatCall, images: ImageInput[]): Promise<StartedChat> {
  const { ports, botId, body, signal } = call;
  const server = await findServer(ports, botId, 'chat');
  const prepared = prepareChat(questionOf(body, images.length), {
    defaultTokens: CHAT_LIMITS.MaxTokens.default,
    imageTokens: IMAGE_LIMITS.tokens,
    contextTokens: server?.contextTokens ?? null,
  });
  const charge = await call.reserve(prepared.maxTokens);
  if (!server) throw new GatewayFault('model-not-configured', { setting: SETTING_BY_PURPOSE.chat });
  const seen = await attachImages(call, prepared, images);
  return {
    charge,
    run: runChat(ports.models, server, seen, signal),
    headers: {
      [HEADERS.answerModel]: encodeURIComponent(server.model),
      ...(prepared.dropped > 0 ? { [HEADERS.historyDropped]: String(prepared.dropped) } : {}),
    },
  };
}

function questionOf(
  { Message, PromptStyle, ChatHistory = [], Config = {} }: ParsedChatRequest,
  images: number,
) {
  const { Temperature, MaxTokens, TopProbability, RepetitionPenalty } = Config;
  return {
    message: Message,
    style: PromptStyle,
    history: ChatHistory.map(({ Role, Content }) => ({ role: Role, content: Content })),
    maxTokens: MaxTokens,
    settings: {
      ...(Temperature === undefined ? {} : { temperature: Temperature }),
      ...(TopProbability === undefined ? {} : { topP: TopProbability }),
      ...(RepetitionPenalty === undefined ? {} : { repetitionPenalty: RepetitionPenalty }),
    },
    images,
  };
}

/** The images go with the message, fetched from where the bot's own pages may come from. */
async function attachImages(
  { ports, botId, signal }: Call<Ports>,
  prepared: PreparedChat,
  images: ImageInput[],
): Promise<PreparedChat> {
  if (images.length === 0) return prepared;
  const allowedHosts = (await ports.bots.getCached(botId))?.settings.allowedHosts ?? [];
  const uris = await fetchImages(ports.media, images, IMAGE_LIMITS, { signal, allowedHosts });
  const { messages, ...order } = prepared.request;
  const message = messages.at(-1);
  if (message) messages.splice(-1, 1, { ...message, images: uris });
  return { ...prepared, request: { ...order, messages } };
}

/**
 * Section 2.3. A failed answer costs nothing; an answer whose caller disconnected costs the text written until then.
 */
async function answerWhole(call: ChatCall, images: ImageInput[]) {
  const { charge, run, headers } = await beginChat(call, images);
  let text = '';
  try {
    for await (const piece of run.pieces) text += piece;
  } catch (error) {
    if (call.signal.aborted && text !== '') recordUsage(charge, run.usage());
    throw error;
  }
  const use = run.usage();
  await settle(charge, use);
  const metadata = {
    input_tokens: use.input,
    generated_tokens: use.generated,
    total_tokens: use.input + use.generated,
    generation_time: run.seconds(),
  };
  return { answer: { text, metadata }, headers };
}

/** Section 6.1. Whoever leaves, and an answer that breaks off, costs what was sent until then. */
async function* streamChat(call: Call<Ports>, { charge, run }: StartedChat): EventsOf<'streamChat'> {
  for await (const chunk of run.pieces) {
    recordUsage(charge, run.usage());
    yield { chunk };
  }
  const use = run.usage();
  await settle(charge, use);
  yield {
    final: true,
    metadata: { total_tokens: use.input + use.generated },
    consumption: await reportConsumption(call),
  };
}

const chargeAmount = ({ input, generated }: ChatTokenUsage): number => input + generated;
const recordUsage = (charge: Charge, use: ChatTokenUsage) =>
  charge.recordCost(chargeAmount(use), { estimated: use.estimated });
const settle = (charge: Charge, use: ChatTokenUsage) =>
  charge.settle(chargeAmount(use), { estimated: use.estimated });
