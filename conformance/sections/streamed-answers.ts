/** Sections 2.7, 4 and 6.3, endpoint 7: questions answered in a stream, whose events the interface does not show. */

import { type Fields, streamAnswerCall } from '../calls/requests.ts';
import type { Check, CheckGroup } from '../check.ts';
import { fails, note, OK, untestable } from '../check.ts';
import { judgeRefused, refuses, whyUntestable } from '../judge.ts';
import { type Lab, once } from '../lab.ts';
import { both, type Text } from '../text.ts';
import { firstUnit, questionAboutFirst, secondUnit } from '../units.ts';
import { needs } from '../words.ts';
import { answerRanges } from './answers.ts';
import { ANSWER_OK, isWaiting, needBoth, wholeAnswer } from './asked-units.ts';
import { errorChecks } from './errors.ts';
import { ofEvents, okOf, streamChecks } from './streams.ts';

const ask = async (lab: Lab, fields: Fields) => streamAnswerCall((await firstUnit(lab)).title, fields);
/** After the whole answer has found the text, so that the index is known to be there. */
const probe = once(async (lab) => {
  await questionAboutFirst(lab);
  return lab.call(await ask(lab, {}));
});
/** A unit that is not there, or not ready, or of which that could not be seen, cannot be asked about. */
const hindrance = async (lab: Lab) => {
  const whole = await wholeAnswer(lab);
  const isUnseen = whyUntestable(whole) !== undefined && isWaiting(await probe(lab));
  return isUnseen || isWaiting(whole) ? needs.other(ANSWER_OK) : undefined;
};
const STREAM = { id: 'answer-stream', probe, endpoint: 7, hindrance };
const BASE = { id: okOf(STREAM), probe };

const events: Check[] = [
  ofEvents(
    STREAM,
    'progress',
    '6.3',
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

const refused = (id: string, rule: Text, fields: Fields, section = '2.7'): Check =>
  refuses({ id: `answer-stream.${id}`, section, rule }, BASE, (lab) => ask(lab, fields));
const withoutStream = once(async (lab) => lab.call(await ask(lab, { IsStream: undefined })));

const bodies: Check[] = [
  {
    id: 'answer-stream.IsStream.missing',
    section: '4',
    rule: both(
      '`IsStream` must be `true` here; it is `false` where it is missing: 400.',
      'يجب أن يكون `IsStream` هنا `true`، وغيابه يعني `false`: 400.',
    ),
    run: async (lab) => judgeRefused(await withoutStream(lab)),
  },
  refused(
    'IsStream.false',
    both(
      '`IsStream` must be `true` here; `false`: 400.',
      'يجب أن يكون `IsStream` هنا `true`، والقيمة `false`: 400.',
    ),
    { IsStream: false },
    '4',
  ),
  refused(
    'IndexNames.missing',
    both('`IndexNames` is required here; without it: 400.', 'الحقل `IndexNames` مطلوب هنا، وبدونه: 400.'),
    { IndexNames: undefined },
    '4',
  ),
  refused(
    'IndexNames.type',
    both('`IndexNames` is a list; a number: 400.', 'الحقل `IndexNames` قائمة، ورقم بدلًا منها: 400.'),
    { IndexNames: 7 },
  ),
  refused('Question.missing', both('Without `Question`: 400.', 'بدون `Question`: 400.'), {
    Question: undefined,
  }),
];

export const streamedAnswers: CheckGroup = {
  id: 'answer-stream',
  title: both('Streamed answers', 'الإجابات المتدفقة'),
  checks: [
    ...streamChecks(STREAM),
    ...events,
    ...bodies,
    ...answerRanges('answer-stream', BASE, ask),
    ...errorChecks('answer-stream', 'answer-stream.IsStream.missing', withoutStream),
  ],
};
