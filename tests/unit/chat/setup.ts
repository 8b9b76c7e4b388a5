/** A gateway whose chat is answered by the fake server, over real HTTP and the real client. */
import type { ModelSettings } from '#gateway/modules/models/model.ts';
import { chatServer } from '#tests/support/chat-server.ts';
import { type FakeModelOptions, startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { createTestGateway, type TestGatewayOptions } from '#tests/support/gateway.ts';

export const CHAT = '/api/v1/Model/chat/completions';
export const STREAM = '/api/v1/Model/stream/chat/completions';
export const IMAGES = '/api/v2/Model/chat/completions';

interface ChatBody {
  messages: { role: string; content: unknown }[];
  max_tokens: number;
  [field: string]: unknown;
}

export async function openChat({
  model = {},
  server = {},
  ...options
}: TestGatewayOptions & { model?: FakeModelOptions; server?: Partial<ModelSettings> } = {}) {
  const fake = await startFakeModelServer(model);
  const gateway = await createTestGateway({
    ...options,
    settings: { modelServers: { chat: chatServer(fake.url, server) }, ...options.settings },
  });
  return {
    fake,
    gateway,
    ask: (json: object, path = CHAT, headers: Record<string, string> = {}) =>
      gateway.call(path, { method: 'POST', json, headers }),
    /** What reached the model, from the first call on. */
    bodies: () => fake.bodies<ChatBody>('chat/completions'),
    ledger: () => gateway.ports.ledger.state(1, 'text'),
    async close() {
      await gateway.close();
      await fake.close();
    },
  };
}

export type OpenedChat = Awaited<ReturnType<typeof openChat>>;

export interface Answered {
  text: string;
  metadata: {
    input_tokens: number;
    generated_tokens: number;
    total_tokens: number;
    generation_time: number;
  };
}

/** The text of a stream that is over, and its last event. */
export function readEvents(events: Record<string, unknown>[]) {
  const chunks = events.flatMap(({ chunk }) => (typeof chunk === 'string' ? [chunk] : []));
  return { text: chunks.join(''), chunks, last: events.at(-1) };
}
