/** Sections 2.7, 2.8 and 4, endpoint 6: questions answered whole. */
import { answerSchema } from '#contract/answers.ts';
import { envelope } from '#contract/envelope.ts';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import { type Check, type CheckGroup, fails, type Finding, note, OK, untestable } from '../check.ts';
import type { Exchange } from '../calls/exchange.ts';
import { answerCall, type Fields } from '../calls/requests.ts';
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
import { askedFirst, askedSecond, firstUnit, retrievedTexts, secondUnit } from '../units.ts';
import { needs, valueText } from '../words.ts';
import { errorChecks } from './errors.ts';
import { rangeChecks } from './ranges.ts';
import { judgeStatusCode } from './status-code.ts';
import * as z from 'zod/mini';

const AFTER = 'answer.ok';
export const wholeAnswer = async (lab: Lab): Promise<Exchange> => (await askedFirst(lab)).exchange;
const BASE = { id: AFTER, probe: wholeAnswer };
const ask = async (lab: Lab, fields: Fields) => answerCall((await firstUnit(lab)).title, fields);

const NOT_FOUND_YET = both(
  'the text was not found within {seconds} s; allow more with `--wait`: {said}',
  'لم يُعثر على النص خلال {seconds} ث، ويمكن إطالة المهلة بالخيار `--wait`: {said}',
);
const notYet = (lab: Lab, exchange: Exchange): Finding =>
  untestable(
    fill(NOT_FOUND_YET, {
      seconds: lab.options.indexingMs / 1000,
      said: valueText(exchange.json ?? exchange.text),
    }),
  );

const response: Check[] = [
  {
    id: AFTER,
    section: '4',
    rule: both('A question about a registered unit is answered.', 'يُجاب عن سؤال حول وحدة مسجلة.'),
    run: async (lab) => {
      const exchange = await wholeAnswer(lab);
      const isWaiting = exchange.status === 400 || exchange.status === 404;
      return isWaiting ? notYet(lab, exchange) : judgeAccepted(exchange);
    },
  },
  {
    id: 'answer.found',
    section: '3',
    rule: both(
      'A unit is indexed by itself after its registration, and then found by its title.',
      'تُفهرس الوحدة تلقائيًا بعد تسجيلها، ثم يُعثر عليها بعنوانها.',
    ),
    run: async (lab) => {
      const { exchange, found } = await askedFirst(lab);
      return ofSuccess(exchange, AFTER, () => (found ? OK : notYet(lab, exchange)));
    },
  },
  finds(
    {
      id: 'answer.type',
      section: '2.1',
      rule: both('The response is JSON.', 'الاستجابة بصيغة JSON.'),
      after: AFTER,
    },
    wholeAnswer,
    (exchange) => judgeType(exchange, 'application/json'),
  ),
  judgeStatusCode('answer', AFTER, wholeAnswer),
  ...shapeChecks({
    id: 'answer',
    section: (path) => (path.startsWith('Response') ? '2.8' : '2.1'),
    schema: envelope(z.extend(answerSchema, { chat_history: z.array(z.unknown()) })),
    probe: wholeAnswer,
    after: AFTER,
  }),
  finds(
    {
      id: 'answer.score.finite',
      section: '2.8',
      rule: both(
        'The best passage comes first: relevance does not grow down the list.',
        'الأفضل أولًا: لا تزيد درجة الصلة مع النزول في القائمة.',
      ),
      after: AFTER,
    },
    wholeAnswer,
    (exchange) => {
      const documents = valueAt(exchange.json, 'Response', 'retrieved_documents');
      const scores = Array.isArray(documents)
        ? documents.map((one: unknown) => Number(valueAt(one, 'score')))
        : [];
      if (scores.length === 0) return untestable(needs.items);
      return scores.every((score, at) => at === 0 || !(score > (scores[at - 1] ?? score)))
        ? OK
        : note(
            fill(both('the scores are {scores}', 'الدرجات هي {scores}'), { scores: valueText(scores) }),
            exchange,
          );
    },
  ),
];

/** Passages of a question that names some indexes. */
const naming = (pick: (lab: Lab) => Promise<string[]>, fields: Fields = {}) =>
  once(async (lab) => lab.call(answerCall('', { ...fields, IndexNames: await pick(lab) })));
const both2 = async (lab: Lab) => [(await firstUnit(lab)).title, (await secondUnit(lab)).title];

/** Only once both are indexed does it mean something that one of them is missing. */
async function needBoth(lab: Lab): Promise<Finding | undefined> {
  const asked = await Promise.all([askedFirst(lab), askedSecond(lab)]);
  return asked.every(({ found }) => found) ? undefined : untestable(needs.other('answer.found'));
}

function judgeOnly(exchange: Exchange, wanted: string, other: string): Finding {
  const texts = retrievedTexts(exchange);
  if (texts.some((text) => text.includes(other)))
    return fails(
      both('passages of the named index only', 'مقاطع من الفهرس المذكور فقط'),
      both('a passage of another unit', 'مقطع من وحدة أخرى'),
      exchange,
    );
  return texts.some((text) => text.includes(wanted)) ? OK : untestable(needs.other('answer.found'));
}

const only = (
  id: string,
  section: string,
  rule: Text,
  asked: typeof askedFirst,
  isFirst: boolean,
): Check => ({
  id,
  section,
  rule,
  run: async (lab) => {
    const missing = await needBoth(lab);
    if (missing) return missing;
    const markers = [(await firstUnit(lab)).marker, (await secondUnit(lab)).marker];
    const [wanted = '', other = ''] = isFirst ? markers : markers.reverse();
    return judgeOnly((await asked(lab)).exchange, wanted, other);
  },
});

const UNKNOWN_NAME = 'fihrist-check no such index';
const unknownIndex = naming(() => Promise.resolve([UNKNOWN_NAME]));
const limitOne = naming(both2, { Limit: 1 });
const defaults = naming(both2);

const indexes: Check[] = [
  only(
    'answer.IndexNames.first',
    '4',
    both(
      'Only named indexes are searched: the first unit.',
      'يقتصر البحث على الفهارس المذكورة: الوحدة الأولى.',
    ),
    askedFirst,
    true,
  ),
  only(
    'answer.IndexNames.second',
    '4',
    both(
      'Only named indexes are searched: the second unit.',
      'يقتصر البحث على الفهارس المذكورة: الوحدة الثانية.',
    ),
    askedSecond,
    false,
  ),
  {
    id: 'answer.IndexNames.several',
    section: '2.7',
    rule: both('Several indexes may be named.', 'يمكن ذكر عدة فهارس.'),
    run: async (lab) => (await needBoth(lab)) ?? judgeAccepted(await defaults(lab)),
  },
  {
    id: 'answer.IndexNames.unknown',
    section: '4',
    rule: both('A name that no unit has finds no passage.', 'لا يُعثر على أي مقطع باسم ليس لأي وحدة.'),
    run: async (lab) => {
      const exchange = await unknownIndex(lab);
      const reason = whyUntestable(exchange);
      if (reason) return untestable(reason);
      return retrievedTexts(exchange).length === 0
        ? OK
        : fails(
            both('no passage', 'لا مقاطع'),
            fill(both('{count} passages', 'عدد المقاطع {count}'), { count: retrievedTexts(exchange).length }),
            exchange,
          );
    },
  },
  accepts(
    {
      id: 'answer.IndexNames.missing',
      section: '2.7',
      rule: both('`IndexNames` is optional here.', 'الحقل `IndexNames` اختياري هنا.'),
    },
    (lab) => ask(lab, { IndexNames: undefined }),
    BASE,
  ),
  atMost(
    'answer.Limit.honoured',
    both('`Limit` 1 brings at most one passage.', 'مع `Limit` 1 يعود مقطع واحد على الأكثر.'),
    limitOne,
    1,
  ),
  atMost(
    'answer.Limit.default',
    fill(
      both('Without `Limit` at most {count} passages come.', 'بدون `Limit` تعود {count} مقاطع على الأكثر.'),
      { count: ANSWER_LIMITS.Limit.default },
    ),
    defaults,
    ANSWER_LIMITS.Limit.default,
  ),
];

function atMost(id: string, rule: Text, probe: (lab: Lab) => Promise<Exchange>, most: number): Check {
  return {
    id,
    section: '2.7',
    rule,
    run: async (lab) =>
      (await needBoth(lab)) ??
      ofSuccess(await probe(lab), 'answer.IndexNames.several', (exchange) => {
        const documents = valueAt(exchange.json, 'Response', 'retrieved_documents');
        const count = Array.isArray(documents) ? documents.length : 0;
        const passages = both('{count} passages', 'عدد المقاطع {count}');
        return count <= most
          ? OK
          : fails(fill(passages, { count: most }), fill(passages, { count }), exchange);
      }),
  };
}

const refused = (id: string, rule: Text, fields: Fields, section = '2.7'): Check =>
  refuses({ id: `answer.${id}`, section, rule }, BASE, (lab) => ask(lab, fields));
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
    BASE,
  ),
  {
    id: 'answer.IsStream.true',
    section: '4',
    rule: both('This endpoint is for `IsStream` `false`.', 'نقطة النهاية هذه للقيمة `false` في `IsStream`.'),
    run: async (lab) =>
      ofSuccess(await wholeAnswer(lab), AFTER, () => OK).outcome === 'ok'
        ? noteIfTaken(await lab.call(await ask(lab, { IsStream: true })))
        : untestable(needs.other(AFTER)),
  },
  refuses(
    {
      id: 'answer.malformed',
      section: '7',
      rule: both('A body that is not JSON: 400.', 'متن ليس بصيغة JSON: 400.'),
    },
    BASE,
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
  base: typeof BASE,
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
    ...indexes,
    ...answerRanges('answer', BASE, ask),
    ...bodies,
    ...errorChecks('answer', 'answer.Question.missing', withoutQuestion),
  ],
};
