/** Sections 2.7, 2.8 and 4, endpoint 6: questions answered whole. */

import * as z from 'zod/mini';
import { answerSchema } from '#contract/answers.ts';
import { envelope } from '#contract/envelope.ts';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import type { Exchange } from '../calls/exchange.ts';
import { answerCall, type Fields } from '../calls/requests.ts';
import { type Check, type CheckGroup, type Finding, note, OK, untestable } from '../check.ts';
import {
  accepts,
  finds,
  judgeAccepted,
  judgeRefused,
  judgeType,
  ofSuccess,
  refuses,
  whyUntestable,
} from '../judge.ts';
import { type Lab, once } from '../lab.ts';
import { shapeChecks, valueAt } from '../shapes.ts';
import { both, fill, type Text } from '../text.ts';
import { needs, valueText } from '../words.ts';
import { ANSWER_BASE, ANSWER_OK, ASKED, ask, isWaiting, notYet, wholeAnswer } from './asked-units.ts';
import { errorChecks } from './errors.ts';
import { indexChecks } from './named-indexes.ts';
import { rangeChecks } from './ranges.ts';
import { judgeStatusCode } from './status-code.ts';

const response: Check[] = [
  {
    id: ANSWER_OK,
    section: '4',
    rule: both('A question about a registered unit is answered.', 'يُجاب عن سؤال حول وحدة مسجلة.'),
    run: async (lab) => {
      const exchange = await wholeAnswer(lab);
      return isWaiting(exchange) ? notYet(lab, exchange) : judgeAccepted(exchange);
    },
  },
  ...ASKED.map(
    ({ id, question, name }): Check => ({
      id,
      section: '3',
      rule: fill(
        both(
          'A unit is indexed by itself after its registration, and then found by its title: the {name}.',
          'تُفهرس الوحدة تلقائيًا بعد تسجيلها، ثم يُعثر عليها بعنوانها: {name}.',
        ),
        { name },
      ),
      run: async (lab) => {
        const { exchange, isFound } = await question(lab);
        if (isFound) return OK;
        return exchange.status === 200 || isWaiting(exchange)
          ? notYet(lab, exchange)
          : ofSuccess(exchange, ANSWER_OK, () => OK);
      },
    }),
  ),
  finds(
    {
      id: 'answer.type',
      section: '2.1',
      rule: both('The response is JSON.', 'الاستجابة بصيغة JSON.'),
      after: ANSWER_OK,
    },
    wholeAnswer,
    (exchange) => judgeType(exchange, 'application/json'),
  ),
  judgeStatusCode('answer', ANSWER_OK, wholeAnswer),
  ...shapeChecks({
    id: 'answer',
    section: (path) => (path.startsWith('Response') ? '2.8' : '2.1'),
    schema: envelope(z.extend(answerSchema, { chat_history: z.array(z.unknown()) })),
    probe: wholeAnswer,
    after: ANSWER_OK,
  }),
  finds(
    {
      id: 'answer.score.order',
      section: '2.8',
      rule: both(
        'The best passage comes first: relevance does not grow down the list.',
        'الأفضل أولًا: لا تزيد درجة الصلة مع النزول في القائمة.',
      ),
      after: ANSWER_OK,
    },
    wholeAnswer,
    (exchange) => {
      const documents = valueAt(exchange.json, 'Response', 'retrieved_documents');
      const scores = Array.isArray(documents)
        ? documents.map((document: unknown) => Number(valueAt(document, 'score')))
        : [];
      if (scores.length === 0) return untestable(needs.items);
      return scores.every((score, index) => index === 0 || !(score > (scores[index - 1] ?? score)))
        ? OK
        : note(
            fill(both('the scores are {scores}', 'الدرجات هي {scores}'), { scores: valueText(scores) }),
            exchange,
          );
    },
  ),
];

const refused = (id: string, rule: Text, fields: Fields, section = '2.7'): Check =>
  refuses({ id: `answer.${id}`, section, rule }, ANSWER_BASE, (lab) => ask(lab, fields));
const withoutQuestion = once(async (lab) => lab.call(await ask(lab, { Question: undefined })));

const bodies: Check[] = [
  {
    id: 'answer.Question.missing',
    section: '2.7',
    rule: both('Without `Question`: 400.', 'بدون `Question`: 400.'),
    run: async (lab) => judgeRefused(await withoutQuestion(lab)),
  },
  refused(
    'Question.type',
    both('`Question` is a text; a list: 400.', 'الحقل `Question` نص، وقائمة بدلًا منه: 400.'),
    { Question: ['?'] },
  ),
  refused(
    'Question.case',
    both(
      'Names of fields are case-sensitive: `question` is not `Question`.',
      'أسماء الحقول حساسة لحالة الأحرف: `question` ليس `Question`.',
    ),
    { Question: undefined, question: 'ما الرمز؟' },
    '0',
  ),
  refused(
    'IndexNames.type',
    both('`IndexNames` is a list; a number: 400.', 'الحقل `IndexNames` قائمة، ورقم بدلًا منها: 400.'),
    { IndexNames: 7 },
  ),
  refused(
    'IndexNames.items',
    both('`IndexNames` holds texts; objects: 400.', 'عناصر `IndexNames` نصوص، والكائنات: 400.'),
    { IndexNames: [{}] },
  ),
  refused(
    'IsStream.type',
    both(
      '`IsStream` is `true` or `false`; a word: 400.',
      'الحقل `IsStream` هو `true` أو `false`، وكلمة بدلًا منه: 400.',
    ),
    { IsStream: 'perhaps' },
  ),
  accepts(
    {
      id: 'answer.IsStream.false',
      section: '4',
      rule: both('`IsStream` may be `false`.', 'يقبل الحقل `IsStream` القيمة `false`.'),
    },
    (lab) => ask(lab, { IsStream: false }),
    ANSWER_BASE,
  ),
  {
    id: 'answer.IsStream.true',
    section: '4',
    rule: both('This endpoint is for `IsStream` `false`.', 'نقطة النهاية هذه للقيمة `false` في `IsStream`.'),
    run: async (lab) =>
      ofSuccess(await wholeAnswer(lab), ANSWER_OK, () => OK).outcome === 'ok'
        ? noteIfTaken(await lab.call(await ask(lab, { IsStream: true })))
        : untestable(needs.other(ANSWER_OK)),
  },
  refuses(
    {
      id: 'answer.malformed',
      section: '7',
      rule: both('A body that is not JSON: 400.', 'متن ليس بصيغة JSON: 400.'),
    },
    ANSWER_BASE,
    () => ({
      ...answerCall(''),
      raw: '{"Question": ',
    }),
  ),
];

function noteIfTaken(exchange: Exchange): Finding {
  const reason = whyUntestable(exchange);
  if (reason) return untestable(reason);
  return exchange.status >= 400
    ? OK
    : note(
        fill(both('`true` was answered with {type}', 'أُجيبت القيمة `true` بالنوع {type}'), {
          type: valueText(exchange.type),
        }),
        exchange,
      );
}

/** The ranges of both answering endpoints. */
export const answerRanges = (
  id: string,
  base: typeof ANSWER_BASE,
  call: (lab: Lab, fields: Fields) => ReturnType<typeof ask>,
): Check[] =>
  (['Limit', 'Temperature', 'MaxOutputTokens'] as const).flatMap((name) => {
    const { min, max } = ANSWER_LIMITS[name];
    const range = { name, section: '2.7', min, max, isWhole: name !== 'Temperature' };
    return rangeChecks(id, range, base, (lab, value) => call(lab, { [name]: value }));
  });

export const answers: CheckGroup = {
  id: 'answer',
  title: both('Answers', 'الإجابات'),
  checks: [
    ...response,
    ...indexChecks,
    ...answerRanges('answer', ANSWER_BASE, ask),
    ...bodies,
    ...errorChecks('answer', 'answer.Question.missing', withoutQuestion),
  ],
};
