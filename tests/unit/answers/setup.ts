/** A gateway with knowledge whose answers the fake server writes, over real HTTP and the real client. */

import { type Answer, answerSchema } from '#contract/answers.ts';
import { HEADERS } from '#contract/headers.ts';
import type { ModelSettings } from '#gateway/modules/models/model.ts';
import { chatServer } from '#tests/support/chat-server.ts';
import {
  type ChatBody,
  type FakeModelOptions,
  startFakeModelServer,
  textOf,
} from '#tests/support/fake-model-server.ts';
import { createTestGateway, type TestGatewayOptions } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';

/** Also what is asked about in other files of the folder. */
export const GUIDE = `# دليل الخدمات

## تجديد جواز السفر

مدة تجديد جواز السفر خمسة أيام عمل، ورسومه ثلاثمئة ريال تدفع عبر المنصة.

## ساعات العمل

يفتح المكتب من الأحد إلى الخميس من الثامنة صباحًا حتى الثانية ظهرًا.
`;
export const ENGLISH = `# Borrowing

## Loans

A member may borrow six books for three weeks. Late books cost one pound a day.
`;
export const FEES = { Question: 'كم رسوم تجديد جواز السفر؟', IndexNames: ['دليل الخدمات'] };
const ANSWER = '/api/v1/RAG/Answer';
const STREAM = '/api/v1/RAG/Stream/Answer';
export const DETAIL = { [HEADERS.answerDetail]: 'events' };

export async function openAnswers({
  model = {},
  server = {},
  units = { 'دليل الخدمات': GUIDE, 'Library rules': ENGLISH },
  ...options
}: TestGatewayOptions & {
  model?: FakeModelOptions;
  server?: Partial<ModelSettings>;
  units?: Record<string, string>;
} = {}) {
  const fake = await startFakeModelServer(model);
  const gateway = await createTestGateway({
    ...options,
    settings: {
      modelServers: { chat: chatServer(fake.url, { model: 'qwen2.5:7b', ...server }) },
      ...options.settings,
    },
  });
  for (const [title, text] of Object.entries(units)) await gateway.addUnit(title, text);
  await gateway.indexAll();
  const post = (path: string, json: object, headers: Record<string, string>) =>
    gateway.call(path, { method: 'POST', json, headers });
  return {
    fake,
    gateway,
    ask: (json: object, headers: Record<string, string> = {}) => post(ANSWER, json, headers),
    stream: (json: object, headers: Record<string, string> = {}) =>
      post(STREAM, { IsStream: true, ...json }, headers),
    /** What reached the model: its instructions, and the last message. */
    prompts: () =>
      fake.bodies<ChatBody>('chat/completions').map((body) => ({
        body,
        system: textOf(body.messages[0]),
        user: textOf(body.messages.at(-1)),
      })),
    ledger: () => gateway.ports.ledger.state(1, 'text'),
    context: () =>
      gateway.call('/api/AIKnowledge/1/context').then((response) => responseOf<object>(response)),
    async close() {
      await gateway.close();
      await fake.close();
    },
  };
}

export type OpenedAnswers = Awaited<ReturnType<typeof openAnswers>>;

export const answerOf = async (response: Response): Promise<Answer> =>
  answerSchema.parse(await responseOf(response));

/** A stream that is over, by kinds of its events. */
export function sortEvents(events: Record<string, unknown>[]) {
  const of = <Value>(name: string) =>
    events.flatMap((event) => (name in event ? [event[name] as Value] : []));
  return {
    text: of<string>('chunk').join(''),
    chunks: of<string>('chunk'),
    answerer: of<Record<string, unknown>>('answerer'),
    sentences: of<{ from: number; to: number; level: string; documents: number[] }>('sentence'),
    kinds: events.map((event) => Object.keys(event)[0]),
    last: events.at(-1) ?? {},
  };
}
