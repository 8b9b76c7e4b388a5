/** Sections 4 and 6.1, endpoint 2: text generated in a stream. */

import { ANSWER_TOKENS, streamChatCall } from '../calls/requests.ts';
import { type Check, type CheckGroup, fails, OK } from '../check.ts';
import { judgeCount } from '../judge.ts';
import { once } from '../lab.ts';
import { both } from '../text.ts';
import { valueText } from '../words.ts';
import { chatEndpoints, chatFieldChecks } from './chat.ts';
import { refusalChecks } from './envelopes.ts';
import { acceptedValues } from './field-rows.ts';
import {
  CONSUMPTION,
  type Event,
  eventCheck,
  isText,
  memberChecks,
  NUMBER,
  okOf,
  streamChecks,
  TEXT,
} from './streams.ts';

const probe = once((lab) => lab.call(streamChatCall()));
const STREAM = { id: 'chat-stream', section: '6.1', probe, endpoint: 2, textFields: ['chunk'] };
const endpoints = chatEndpoints('chat-stream', { id: okOf(STREAM), probe }, streamChatCall);
const { chat } = endpoints;

const isPiece = (event: Event) => 'chunk' in event;
const PIECE = {
  name: both('each event with text', 'كل حدث فيه نص'),
  check: 'chat-stream.chunk',
  pick: (all: readonly Event[]) =>
    all.find((event) => isPiece(event) && !isText(event['chunk'])) ?? all.find(isPiece),
};
const FINAL = {
  name: both('the final event', 'الحدث الختامي'),
  check: 'chat-stream.final',
  pick: (all: readonly Event[]) => all.find((event) => 'final' in event),
};

const events: Check[] = [
  eventCheck(
    STREAM,
    'chunk',
    both('The text comes in events with `chunk`.', 'يصل النص في أحداث فيها `chunk`.'),
    (all, exchange) =>
      all.some(isPiece)
        ? OK
        : fails(both('events with `chunk`', 'أحداث فيها `chunk`'), valueText(all[0]), exchange),
  ),
  eventCheck(
    STREAM,
    'final',
    both('The stream ends with the event that has `final`.', 'ينتهي التدفق بالحدث الذي فيه `final`.'),
    (all, exchange) =>
      'final' in (all.at(-1) ?? {})
        ? OK
        : fails(
            both('`final` in the last event', '`final` في الحدث الأخير'),
            valueText(all.at(-1)),
            exchange,
          ),
  ),
  eventCheck(
    STREAM,
    'final.once',
    both('Only one event has `final`.', 'حدث واحد فقط فيه `final`.'),
    (all, exchange) => {
      const count = all.filter((event) => 'final' in event).length;
      return judgeCount(
        both('{count} final events', 'عدد الأحداث الختامية {count}'),
        Math.min(count, 1),
        count,
        exchange,
      );
    },
  ),
  ...memberChecks(STREAM, [
    ['chunk.text', PIECE, ['chunk'], TEXT],
    ['final.true', FINAL, ['final'], { name: both('`true`', '`true`'), fits: (value) => value === true }],
    ['final.total_tokens', FINAL, ['metadata', 'total_tokens'], NUMBER],
    ['final.consumption', FINAL, ['consumption'], CONSUMPTION],
  ]),
];

export const streamedChats: CheckGroup = {
  id: 'chat-stream',
  title: both('Streamed chat', 'المحادثة المتدفقة'),
  checks: [
    ...streamChecks(STREAM),
    ...events,
    ...acceptedValues(chat, [
      [
        'Config',
        '',
        {},
        {
          fields: { PromptStyle: 4, Config: { Temperature: 0.2, MaxTokens: ANSWER_TOKENS } },
          rule: both(
            'The request is that of a whole response: with `Config` and `PromptStyle`.',
            'الطلب هو نفسه طلب الاستجابة الكاملة: مع `Config` و`PromptStyle`.',
          ),
        },
      ],
    ]),
    ...chatFieldChecks(endpoints),
    ...refusalChecks(
      chat,
      'Message',
      both(
        '`Message` is required; a call without it is refused with 400, before the stream begins.',
        'الحقل `Message` مطلوب؛ ويُرفض الطلب بدونه بالحالة 400 قبل بدء التدفق.',
      ),
    ),
  ],
};
