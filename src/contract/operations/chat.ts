/** Chat completion: whole, streamed, and with images. */
import { chunkEventSchema } from '#contract/answers.ts';
import {
  chatFinalEventSchema,
  chatRequestSchema,
  chatResponseSchema,
  lenientChatResponseSchema,
  multimodalChatRequestSchema,
} from '#contract/chat.ts';
import { HEADERS } from '#contract/headers.ts';
import { IMAGE_LIMITS } from '#contract/limits.ts';
import { modelParams } from '#contract/params.ts';
import { MODEL_FAULTS } from './faults.ts';
import { type Operation, spends } from './operation.ts';

const chats = {
  ...spends,
  params: modelParams,
  unnamedFields: ['ChatHistory'],
  responseHeaders: [HEADERS.answerModel, HEADERS.historyDropped],
} as const;
const answer = {
  as: 'envelope',
  schema: chatResponseSchema,
  lenient: lenientChatResponseSchema,
} as const;
const example = {
  body: { Message: 'مرحبا', Config: { Temperature: 0.3, MaxTokens: 200 }, PromptStyle: 4 },
} as const;

export const chat = {
  ...chats,
  id: 'chat',
  path: '/api/v1/{Model}/chat/completions',
  summary: 'Generates text from a message and returns it whole.',
  kind: 'documented',
  body: { form: 'json', schema: chatRequestSchema },
  answer,
  faults: [...MODEL_FAULTS, 'chat-too-long'],
  example,
} as const satisfies Operation;

export const streamChat = {
  ...chats,
  id: 'streamChat',
  path: '/api/v1/{Model}/stream/chat/completions',
  summary: 'Generates text from a message and streams it piece by piece.',
  kind: 'documented',
  body: { form: 'json', schema: chatRequestSchema },
  answer: { as: 'events', event: chunkEventSchema, last: chatFinalEventSchema },
  faults: [...MODEL_FAULTS, 'chat-too-long'],
  example,
} as const satisfies Operation;

export const multimodalChat = {
  ...chats,
  id: 'multimodalChat',
  path: '/api/v2/{Model}/chat/completions',
  summary: 'Generates text from a message and images, given as URLs or data URIs.',
  body: { form: 'json', schema: multimodalChatRequestSchema, maxBytes: IMAGE_LIMITS.bodyBytes },
  answer,
  faults: [...MODEL_FAULTS, 'chat-too-long', 'image-unreadable', 'image-too-large', 'image-not-fetched'],
  example: {
    body: {
      Message: 'ما هذه؟',
      Images: [
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJRU5ErkJggg==',
      ],
    },
  },
} as const satisfies Operation;
