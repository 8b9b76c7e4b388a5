/** Sections 2.2, 2.3 and 4, endpoint 1: text generated whole. */
import { chatResponseSchema } from '#contract/chat.ts';
import { envelope } from '#contract/envelope.ts';
import { CHAT_LIMITS } from '#contract/limits.ts';
import type { Exchange } from '../calls/exchange.ts';
import { ANSWER_TOKENS, chatCall, type Fields } from '../calls/requests.ts';
import { type Check, type CheckGroup, fails, note, OK, untestable } from '../check.ts';
import { accepts, finds, judgeAccepted, judgeRefused, judgeType, refuses } from '../judge.ts';
import { once } from '../lab.ts';
import { shapeChecks, valueAt } from '../shapes.ts';
import { both, fill, type Text } from '../text.ts';
import { needs } from '../words.ts';
import { chatFieldChecks } from './chat-fields.ts';
import { errorChecks } from './errors.ts';
import { judgeStatusCode } from './status-code.ts';
import { usageGrows } from './usage-growth.ts';

const AFTER = 'chat.ok';
const probe = once((lab) => lab.call(chatCall()));
const BASE = { id: AFTER, probe };
const numberAt = (exchange: Exchange, name: string) => valueAt(exchange.json, 'Response', 'metadata', name);

const response: Check[] = [
  {
    id: AFTER,
    section: '4',
    rule: both('A message is answered with generated text.', 'يُجاب عن الرسالة بنص مولَّد.'),
    run: async (lab) => judgeAccepted(await probe(lab)),
  },
  finds(
    {
      id: 'chat.type',
      section: '2.1',
      rule: both('The response is JSON.', 'الاستجابة بصيغة JSON.'),
      after: AFTER,
    },
    probe,
    (exchange) => judgeType(exchange, 'application/json'),
  ),
  judgeStatusCode('chat', AFTER, probe),
  ...shapeChecks({
    id: 'chat',
    section: (path) => (path.startsWith('Response') ? '2.3' : '2.1'),
    schema: envelope(chatResponseSchema),
    probe,
    after: AFTER,
  }),
  finds(
    {
      id: 'chat.total_tokens.sum',
      section: '1',
      rule: both(
        'Text counts input and output: `total_tokens` is the sum of both.',
        'يُحتسب النص دخلًا وخرجًا: `total_tokens` هو مجموعهما.',
      ),
      after: AFTER,
    },
    probe,
    (exchange) => {
      const [input, generated, total] = ['input_tokens', 'generated_tokens', 'total_tokens'].map((name) =>
        numberAt(exchange, name),
      );
      if (typeof input !== 'number' || typeof generated !== 'number' || typeof total !== 'number')
        return untestable(needs.other('chat.Response.metadata'));
      return total === input + generated
        ? OK
        : note(
            fill(both('{input} and {generated} are not {total}', 'مجموع {input} و{generated} ليس {total}'), {
              input,
              generated,
              total,
            }),
            exchange,
          );
    },
  ),
  finds(
    {
      id: 'chat.MaxTokens.honoured',
      section: '2.2',
      rule: both(
        '`MaxTokens` is the most tokens that a response has.',
        'الحقل `MaxTokens` هو أكبر عدد رموز في الاستجابة.',
      ),
      after: AFTER,
    },
    probe,
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
];

const again = once(async (lab) => {
  await probe(lab);
  return lab.call(chatCall());
});
const usage = usageGrows(
  'chat',
  both(
    'What a call uses is in the `Consumption` that the next one reports.',
    'يظهر استهلاك كل طلب في `Consumption` الذي يذكره الطلب التالي.',
  ),
  BASE,
  again,
);

const withConfig = (config: Fields) => chatCall({ Config: { MaxTokens: ANSWER_TOKENS, ...config } });
const taken = (id: string, rule: Text, fields: Fields): Check =>
  accepts({ id: `chat.${id}`, section: '2.2', rule }, () => chatCall(fields), BASE);
const refused = (id: string, rule: Text, fields: Fields, section = '2.2'): Check =>
  refuses({ id: `chat.${id}`, section, rule }, BASE, () => chatCall(fields));
const withoutMessage = once((lab) => lab.call(chatCall({ Message: undefined })));
const notANumber = both('`{name}` is a number; a word: 400.', 'الحقل `{name}` رقم، وكلمة بدلًا منه: 400.');

const { PromptStyle } = CHAT_LIMITS;
const STYLES = Array.from(
  { length: PromptStyle.max - PromptStyle.min + 1 },
  (_, index) => PromptStyle.min + index,
);
const fields = chatFieldChecks('chat', BASE, chatCall, STYLES);

const requests: Check[] = [
  {
    id: 'chat.Message.missing',
    section: '2.2',
    rule: both('Without `Message`: 400.', 'بدون `Message`: 400.'),
    run: async (lab) => judgeRefused(await withoutMessage(lab)),
  },
  fields.messageType,
  refused(
    'Message.case',
    both(
      'Names of fields are case-sensitive: `message` is not `Message`.',
      'أسماء الحقول حساسة لحالة الأحرف: `message` ليس `Message`.',
    ),
    { Message: undefined, message: 'قل: نعم' },
    '0',
  ),
  taken('Config.missing', both('`Config` is optional.', 'الحقل `Config` اختياري.'), { Config: undefined }),
  fields.configType,
  ...fields.ranges,
  refuses(
    {
      id: 'chat.MaxTokens.fraction',
      section: '2.2',
      rule: both('`MaxTokens` is a whole number; 2.5: 400.', 'الحقل `MaxTokens` عدد صحيح، والقيمة 2.5: 400.'),
    },
    BASE,
    () => withConfig({ MaxTokens: 2.5 }),
  ),
  ...['MaxTokens', 'TopProbability', 'RepetitionPenalty'].map((name) =>
    refuses({ id: `chat.${name}.word`, section: '2.2', rule: fill(notANumber, { name }) }, BASE, () =>
      withConfig({ [name]: 'many' }),
    ),
  ),
  ...(
    [
      ['TopProbability', 0.9],
      ['RepetitionPenalty', 1.1],
    ] as const
  ).map(([name, value]) =>
    accepts(
      {
        id: `chat.${name}`,
        section: '2.2',
        rule: fill(both('`{name}` may be {value}.', 'يقبل الحقل `{name}` القيمة {value}.'), { name, value }),
      },
      () => withConfig({ [name]: value }),
      BASE,
    ),
  ),
  refuses(
    {
      id: 'chat.malformed',
      section: '7',
      rule: both('A body that is not JSON: 400.', 'متن ليس بصيغة JSON: 400.'),
    },
    BASE,
    () => ({
      ...chatCall(),
      raw: '{"Message": ',
    }),
  ),
];

export const chats: CheckGroup = {
  id: 'chat',
  title: both('Chat', 'المحادثة'),
  checks: [...response, usage, ...requests, ...errorChecks('chat', 'chat.Message.missing', withoutMessage)],
};
