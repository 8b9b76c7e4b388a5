/** Sections 2.7, 4 and 6.3, endpoint 7: questions answered in a stream, whose events the interface does not show. */

import { type Fields, streamAnswerCall } from '../calls/requests.ts';
import type { Check, CheckGroup } from '../check.ts';
import { fails, note, OK, untestable } from '../check.ts';
import { whyUntestable } from '../judge.ts';
import { type Lab, once } from '../lab.ts';
import { both } from '../text.ts';
import { firstUnit, questionAboutFirst, secondUnit } from '../units.ts';
import { needs, TYPE_NAMES } from '../words.ts';
import { answerRanges } from './answers.ts';
import { ANSWER_OK, isWaiting, needBoth, wholeAnswer } from './asked-units.ts';
import { refusalChecks } from './envelopes.ts';
import { type FieldEndpoint, refusedValues } from './field-rows.ts';
import { eventCheck, okOf, streamChecks } from './streams.ts';

const ask = async (lab: Lab, fields: Fields) => streamAnswerCall((await firstUnit(lab)).title, fields);
/** Waits for the whole answer, so that the index is known to be ready. */
const probe = once(async (lab) => {
  await questionAboutFirst(lab);
  return lab.call(await ask(lab, {}));
});
/** Why no stream can come: the unit is missing or not ready, or its state is unknown. */
const hindrance = async (lab: Lab) => {
  const whole = await wholeAnswer(lab);
  const isUnseen = whyUntestable(whole) !== undefined && isWaiting(await probe(lab));
  return isUnseen || isWaiting(whole) ? needs.other(ANSWER_OK) : undefined;
};
const STREAM = {
  id: 'answer-stream',
  section: '6.3',
  probe,
  endpoint: 7,
  hindrance,
  textFields: ['chunk', 'answer'],
};
const BASE = { id: okOf(STREAM), probe };

const events: Check[] = [
  eventCheck(
    STREAM,
    'progress',
    both(
      'The answer comes in pieces, with its metadata and sources.',
      'تصل الإجابة أجزاءً ومعها بياناتها ومصادرها.',
    ),
    (all, exchange) =>
      all.length > 1 ? OK : note(both('the stream was a single event', 'كان التدفق حدثًا واحدًا'), exchange),
  ),
  {
    id: 'answer-stream.sources',
    section: '6.3',
    rule: both('The stream names its sources.', 'يذكر التدفق مصادره.'),
    run: async (lab) => {
      if (!(await questionAboutFirst(lab)).isFound) return untestable(needs.other('answer.found'));
      const exchange = await probe(lab);
      if (exchange.status !== 200) return untestable(needs.other(BASE.id));
      const { marker } = await firstUnit(lab);
      return exchange.text.includes(marker)
        ? OK
        : note(both('no event holds the text of the source', 'لا يحمل أي حدث نص المصدر'), exchange);
    },
  },
  {
    id: 'answer-stream.IndexNames.only',
    section: '4',
    rule: both('Only named indexes are searched.', 'يقتصر البحث على الفهارس المذكورة.'),
    run: async (lab) => {
      const missing = await needBoth(lab);
      if (missing) return missing;
      const exchange = await probe(lab);
      const { marker } = await secondUnit(lab);
      return exchange.text.includes(marker)
        ? fails(
            both('text of the named index only', 'نص من الفهرس المذكور فقط'),
            both('text of another unit', 'نص من وحدة أخرى'),
            exchange,
          )
        : OK;
    },
  },
];

const ANSWER: FieldEndpoint = { id: 'answer-stream', section: '2.7', base: BASE, call: ask };

export const streamedAnswers: CheckGroup = {
  id: 'answer-stream',
  title: both('Streamed answers', 'الإجابات المتدفقة'),
  checks: [
    ...streamChecks(STREAM),
    ...events,
    ...refusedValues(ANSWER, [
      ['IsStream', 'false', both('`true` here', '`true` هنا'), false, { section: '4' }],
      ['IndexNames', 'missing', null, undefined, { section: '4' }],
      ['IndexNames', 'type', TYPE_NAMES.array, 7],
      ['Question', 'missing', null, undefined],
    ]),
    ...answerRanges(ANSWER),
    ...refusalChecks(
      { ...ANSWER, section: '4' },
      'IsStream',
      both(
        '`IsStream` is `true` here; a call without it means `false` and is refused with 400.',
        'الحقل `IsStream`: `true` هنا؛ والطلب بدونه يعني `false` ويُرفض بالحالة 400.',
      ),
    ),
  ],
};
