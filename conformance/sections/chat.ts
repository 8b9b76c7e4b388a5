/** Sections 2.2, 2.3 and 4, endpoint 1: text generated whole. */
import { chatResponseSchema } from '#contract/chat.ts';
import { envelope } from '#contract/envelope.ts';
import { CHAT_LIMITS } from '#contract/limits.ts';
import type { Call } from '../calls/call.ts';
import type { Exchange } from '../calls/exchange.ts';
import { ANSWER_TOKENS, chatCall, type Fields } from '../calls/requests.ts';
import { type Check, type CheckGroup, fails, note, OK, untestable } from '../check.ts';
import { finds, judgeAccepted } from '../judge.ts';
import { once } from '../lab.ts';
import { valueAt } from '../shapes.ts';
import { both, fill } from '../text.ts';
import { needs, TYPE_NAMES } from '../words.ts';
import { envelopeChecks, refusalChecks, usageGrows } from './envelopes.ts';
import {
  acceptedValues,
  caseOf,
  type FieldEndpoint,
  malformed,
  rangeOf,
  refusedValues,
} from './field-rows.ts';

const probe = once((lab) => lab.call(chatCall()));
const BASE = { id: 'chat.ok', probe };
const numberAt = (exchange: Exchange, name: string) => valueAt(exchange.json, 'Response', 'metadata', name);

/** A chat endpoint, and the same for fields within `Config`. */
export const chatEndpoints = (id: string, base: typeof BASE, call: (fields: Fields) => Call) => ({
  chat: { id, section: '2.2', base, call: (_, fields) => call(fields) } satisfies FieldEndpoint,
  config: {
    id,
    section: '2.2',
    base,
    call: (_, config) => call({ Config: { MaxTokens: ANSWER_TOKENS, ...config } }),
  } satisfies FieldEndpoint,
});

/** Fields that whole and streamed chat judge alike; `styles` are the prompt styles to accept. */
export const chatFieldChecks = (
  { chat, config }: ReturnType<typeof chatEndpoints>,
  styles?: readonly number[],
): Check[] => [
  ...refusedValues(chat, [
    ['Message', 'type', TYPE_NAMES.string, ['?']],
    ['Config', 'type', TYPE_NAMES.object, 'fast'],
  ]),
  ...rangeOf(chat, 'PromptStyle', CHAT_LIMITS.PromptStyle, 'integer', styles),
  ...rangeOf(config, 'Temperature', CHAT_LIMITS.Temperature, 'number'),
];

const response: Check[] = [
  {
    id: BASE.id,
    section: '4',
    rule: both('A message is answered with generated text.', 'يُجاب عن الرسالة بنص مولَّد.'),
    run: async (lab) => judgeAccepted(await probe(lab)),
  },
  ...envelopeChecks('chat', BASE, envelope(chatResponseSchema), '2.3'),
  finds(
    BASE,
    'chat.total_tokens.sum',
    '1',
    both(
      'Text counts input and output: `total_tokens` is the sum of both.',
      'يُحتسب النص دخلًا وخرجًا: `total_tokens` هو مجموعهما.',
    ),
    (exchange) => {
      const [input, generated, total] = ['input_tokens', 'generated_tokens', 'total_tokens'].map((name) =>
        numberAt(exchange, name),
      );
      if (typeof input !== 'number' || typeof generated !== 'number' || typeof total !== 'number')
        return untestable(needs.other('chat.Response.metadata'));
      const sum = both('{input} and {generated} are not {total}', 'مجموع {input} و{generated} ليس {total}');
      return total === input + generated ? OK : note(fill(sum, { input, generated, total }), exchange);
    },
  ),
  finds(
    BASE,
    'chat.MaxTokens.honoured',
    '2.2',
    both(
      '`MaxTokens` is the most tokens that a response has.',
      'الحقل `MaxTokens` هو أكبر عدد رموز في الاستجابة.',
    ),
    (exchange) => {
      const generated = numberAt(exchange, 'generated_tokens');
      if (typeof generated !== 'number')
        return untestable(needs.other('chat.Response.metadata.generated_tokens'));
      const tokens = both('{count} tokens', 'عدد الرموز {count}');
      return generated <= ANSWER_TOKENS
        ? OK
        : fails(fill(tokens, { count: ANSWER_TOKENS }), fill(tokens, { count: generated }), exchange);
    },
  ),
  usageGrows(
    'chat',
    BASE,
    () => chatCall(),
    both(
      'What a call uses is in the `Consumption` that the next one reports.',
      'يظهر استهلاك كل طلب في `Consumption` الذي يذكره الطلب التالي.',
    ),
  ),
];

const endpoints = chatEndpoints('chat', BASE, chatCall);
const { chat, config } = endpoints;
const { min, max } = CHAT_LIMITS.PromptStyle;
const STYLES = Array.from({ length: max - min + 1 }, (_, index) => min + index);

export const chats: CheckGroup = {
  id: 'chat',
  title: both('Chat', 'المحادثة'),
  checks: [
    ...response,
    ...caseOf(chat, 'Message', 'message', 'قل: نعم'),
    ...acceptedValues(chat, [['Config', 'missing', undefined]]),
    ...chatFieldChecks(endpoints, STYLES),
    ...refusedValues(config, [
      ['MaxTokens', 'fraction', TYPE_NAMES.integer, 2.5],
      ['MaxTokens', 'word', TYPE_NAMES.integer, 'many'],
      ['TopProbability', 'word', TYPE_NAMES.number, 'many'],
      ['RepetitionPenalty', 'word', TYPE_NAMES.number, 'many'],
    ]),
    ...acceptedValues(config, [
      ['TopProbability', '', 0.9],
      ['RepetitionPenalty', '', 1.1],
    ]),
    malformed(chat),
    ...refusalChecks(chat, 'Message'),
  ],
};
