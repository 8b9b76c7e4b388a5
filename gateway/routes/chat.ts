import { chatRequestSchema, multimodalChatRequestSchema } from '#contract/chat.ts';
import { HEADERS } from '#contract/headers.ts';
import { CHAT_LIMITS, IMAGE_LIMITS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { Charge } from '#gateway/middleware/meter.ts';
import { reportConsumption } from '#gateway/middleware/respond.ts';
import { type PreparedChat, prepareChat } from '#gateway/services/chat/prepare-chat.ts';
import { type ChatRun, type ChatUse, runChat } from '#gateway/services/chat/run-chat.ts';
import { checkImages, fetchImages, type SentImage } from '#gateway/services/images/read-images.ts';
import { findServer, SETTING_OF } from '#gateway/services/models/resolve-server.ts';
import type * as z from 'zod/mini';

type Chat = z.output<typeof chatRequestSchema>;

/** Endpoints 1 and 2, and chat with images. */
export const chatRoutes = {
  chat: bind({ body: chatRequestSchema, handle: (call) => answerWhole(call, []) }),
  multimodalChat: bind({
    body: multimodalChatRequestSchema,
    handle: (call) => answerWhole(call, checkImages(call.body.Images ?? [], IMAGE_LIMITS)),
  }),
  streamChat: bind({
    body: chatRequestSchema,
    async handle(call) {
      const begun = await beginChat(call, []);
      return { events: streamChat(call, begun), headers: begun.headers };
    },
  }),
};

interface BegunChat {
  charge: Charge;
  run: ChatRun;
  headers: Record<string, string>;
}

/** What can be paid is asked: the server is found first, since what it holds decides how much can be written. */
async function beginChat(call: Call<Chat>, images: SentImage[]): Promise<BegunChat> {
  const { ports, botId, body, signal } = call;
  const server = await findServer(ports, botId, 'chat');
  const prepared = prepareChat(questionOf(body, images.length), {
    defaultTokens: CHAT_LIMITS.MaxTokens.default,
    imageTokens: IMAGE_LIMITS.tokens,
    contextTokens: server?.contextTokens ?? null,
  });
  const charge = await call.begin(prepared.most);
  if (!server) throw new GatewayFault('model-missing', { setting: SETTING_OF.chat });
  const seen = await showImages(call, prepared, images);
  return {
    charge,
    run: runChat(ports.models, server, seen, signal),
    headers: {
      [HEADERS.answerModel]: encodeURIComponent(server.model),
      ...(prepared.dropped > 0 ? { [HEADERS.historyDropped]: String(prepared.dropped) } : {}),
    },
  };
}

function questionOf({ Message, PromptStyle, ChatHistory = [], Config = {} }: Chat, images: number) {
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
async function showImages(
  { ports, botId, signal }: Call,
  prepared: PreparedChat,
  images: SentImage[],
): Promise<PreparedChat> {
  if (images.length === 0) return prepared;
  const allowedHosts = (await ports.bots.standing(botId))?.settings.allowedHosts ?? [];
  const uris = await fetchImages(ports.media, images, IMAGE_LIMITS, { signal, allowedHosts });
  const { messages, ...order } = prepared.order;
  const message = messages.at(-1);
  if (message) messages.splice(-1, 1, { ...message, images: uris });
  return { ...prepared, order: { ...order, messages } };
}

/** Section 2.3. An answer that failed on its way costs nothing; one that its caller left costs what was written. */
async function answerWhole(call: Call<Chat>, images: SentImage[]) {
  const { charge, run, headers } = await beginChat(call, images);
  let text = '';
  try {
    for await (const piece of run.pieces) text += piece;
  } catch (error) {
    if (call.signal.aborted && text !== '') note(charge, run.use());
    throw error;
  }
  const use = run.use();
  await settle(charge, use);
  const metadata = {
    input_tokens: use.input,
    generated_tokens: use.generated,
    total_tokens: use.input + use.generated,
    generation_time: run.seconds(),
  };
  return { response: { text, metadata }, headers };
}

/** Section 6.1. Whoever leaves, and an answer that breaks off, costs what was sent until then. */
async function* streamChat(
  { ports, botId }: Call,
  { charge, run }: BegunChat,
): AsyncGenerator<object, void, void> {
  for await (const chunk of run.pieces) {
    note(charge, run.use());
    yield { chunk };
  }
  const use = run.use();
  await settle(charge, use);
  yield {
    final: true,
    metadata: { total_tokens: use.input + use.generated },
    consumption: await reportConsumption(ports, { botId, ledger: 'text' }),
  };
}

const costOf = ({ input, generated }: ChatUse): number => input + generated;
const note = (charge: Charge, use: ChatUse) => charge.note(costOf(use), { estimated: use.estimated });
const settle = (charge: Charge, use: ChatUse) => charge.settle(costOf(use), { estimated: use.estimated });
