import * as chat from '#contract/chat.ts';
import { envelope } from '#contract/envelope.ts';
import { MISSING, type Sample } from './sample.ts';

export const CHAT_SAMPLES: Sample[] = [
  [
    'chat request',
    chat.chatRequestSchema,
    {
      Message: 'مرحبا',
      Config: { Temperature: 0.3, MaxTokens: 10, TopProbability: 0.9, RepetitionPenalty: 1.1 },
      PromptStyle: 5,
      ChatHistory: [{ Role: 'user', Content: 'س' }],
    },
    [
      ['Message', MISSING],
      ['Message', '  '],
      ['Config.Temperature', 1.01],
      ['Config.MaxTokens', 0],
      ['Config.MaxTokens', 1.5],
      ['PromptStyle', 6],
      ['PromptStyle', -1],
      ['ChatHistory.0.Role', 'system'],
      ['ChatHistory.0.Content', 7],
    ],
  ],
  [
    'multimodal chat request',
    chat.multimodalChatRequestSchema,
    { Message: 'ما هذه؟', PromptStyle: 0, Images: ['data:image/png;base64,AA'] },
    [
      ['Images.0', ''],
      ['Images', 'x'],
    ],
  ],
  [
    'chat response',
    envelope(chat.chatResponseSchema),
    {
      StatusCode: 200,
      Response: {
        text: 'أهلًا',
        metadata: { input_tokens: 1, generated_tokens: 2, total_tokens: 3, generation_time: 0.2 },
      },
      Consumption: '3/100',
    },
    [
      ['Response.text', MISSING],
      ['Response.metadata.total_tokens', '3'],
      ['StatusCode', '200'],
      ['Consumption', '3'],
      ['Consumption', MISSING],
    ],
  ],
  [
    'chat final event',
    chat.chatFinalEventSchema,
    { final: true, metadata: { total_tokens: 4 }, consumption: '4/10' },
    [
      ['final', false],
      ['metadata', MISSING],
      ['consumption', 'four'],
    ],
  ],
];
