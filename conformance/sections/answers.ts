/** Sections 2.7, 2.8 and 4, endpoint 6: questions answered whole. */

import * as z from 'zod/mini';
import { answerSchema } from '#contract/answers.ts';
import { envelope } from '#contract/envelope.ts';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import type { Exchange } from '../calls/exchange.ts';
import { type Check, type CheckGroup, type Finding, note, OK, untestable } from '../check.ts';
import { finds, judgeAccepted, ofSuccess, whyUntestable } from '../judge.ts';
import { valueAt } from '../shapes.ts';
import { both, fill } from '../text.ts';
import { needs, TYPE_NAMES, valueText } from '../words.ts';
import { ANSWER_BASE, ANSWER_OK, ASKED, ask, isWaiting, notYet, wholeAnswer } from './asked-units.ts';
import { envelopeChecks, refusalChecks } from './envelopes.ts';
import {
  acceptedValues,
  caseOf,
  type FieldEndpoint,
  malformed,
  rangeOf,
  refusedValues,
} from './field-rows.ts';
import { indexChecks } from './named-indexes.ts';

const ANSWER: FieldEndpoint = { id: 'answer', section: '2.7', base: ANSWER_BASE, call: ask };

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
  ...envelopeChecks(
    'answer',
    ANSWER_BASE,
    envelope(z.extend(answerSchema, { chat_history: z.array(z.unknown()) })),
    '2.8',
  ),
  finds(
    ANSWER_BASE,
    'answer.score.order',
    '2.8',
    both(
      'The best passage comes first: relevance does not grow down the list.',
      'الأفضل أولًا: لا تزيد درجة الصلة مع النزول في القائمة.',
    ),
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

const bodies: Check[] = [
  ...refusedValues(ANSWER, [
    ['Question', 'type', TYPE_NAMES.string, ['?']],
    ['IndexNames', 'type', TYPE_NAMES.array, 7],
    ['IndexNames', 'items', both('a list of texts', 'قائمة نصوص'), [{}]],
    ['IsStream', 'type', TYPE_NAMES.boolean, 'perhaps'],
  ]),
  ...caseOf(ANSWER, 'Question', 'question', 'ما الرمز؟'),
  ...acceptedValues(ANSWER, [['IsStream', 'false', false, { section: '4' }]]),
  {
    id: 'answer.IsStream.true',
    section: '4',
    rule: both('This endpoint is for `IsStream` `false`.', 'نقطة النهاية هذه للقيمة `false` في `IsStream`.'),
    run: async (lab) =>
      ofSuccess(await wholeAnswer(lab), ANSWER_OK, () => OK).outcome === 'ok'
        ? noteIfAccepted(await lab.call(await ask(lab, { IsStream: true })))
        : untestable(needs.other(ANSWER_OK)),
  },
  malformed(ANSWER),
];

function noteIfAccepted(exchange: Exchange): Finding {
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
export const answerRanges = (endpoint: FieldEndpoint): Check[] => [
  ...rangeOf(endpoint, 'Limit', ANSWER_LIMITS.Limit, 'integer'),
  ...rangeOf(endpoint, 'Temperature', ANSWER_LIMITS.Temperature, 'number'),
  ...rangeOf(endpoint, 'MaxOutputTokens', ANSWER_LIMITS.MaxOutputTokens, 'integer'),
];

export const answers: CheckGroup = {
  id: 'answer',
  title: both('Answers', 'الإجابات'),
  checks: [
    ...response,
    ...indexChecks,
    ...acceptedValues(ANSWER, [['IndexNames', 'missing', undefined]]),
    ...answerRanges(ANSWER),
    ...bodies,
    ...refusalChecks(ANSWER, 'Question'),
  ],
};
