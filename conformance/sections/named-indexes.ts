/** Sections 2.7 and 4: only what `IndexNames` names is searched, and `Limit` is kept. */
import { ANSWER_LIMITS } from '#contract/limits.ts';
import type { Exchange } from '../calls/exchange.ts';
import { answerCall, type Fields } from '../calls/requests.ts';
import { type Check, type Finding, fails, OK, untestable } from '../check.ts';
import { judgeAccepted, ofSuccess, whyUntestable } from '../judge.ts';
import { type Lab, once } from '../lab.ts';
import { valueAt } from '../shapes.ts';
import { both, fill, type Text } from '../text.ts';
import { firstUnit, retrievedTexts, secondUnit } from '../units.ts';
import { needs } from '../words.ts';
import { needBoth } from './asked-units.ts';

/** A question that names both units. */
const namingBoth = (fields: Fields = {}) =>
  once(async (lab) => lab.call(answerCall('', { ...fields, IndexNames: await bothTitles(lab) })));
const bothTitles = async (lab: Lab) => [(await firstUnit(lab)).title, (await secondUnit(lab)).title];

function judgeOnly(exchange: Exchange, wanted: string, other: string): Finding {
  if (exchange.status !== 200) return judgeAccepted(exchange);
  const texts = retrievedTexts(exchange);
  if (texts.some((text) => text.includes(other)))
    return fails(
      both('passages of the named index only', 'مقاطع من الفهرس المذكور فقط'),
      both('a passage of another unit', 'مقطع من وحدة أخرى'),
      exchange,
    );
  return texts.some((text) => text.includes(wanted)) ? OK : untestable(needs.other('answer.found'));
}

/** Asks about one unit once both are indexed: before that, a missing passage proves nothing. */
const only = (id: string, name: Text, unit: typeof firstUnit, otherUnit: typeof firstUnit): Check => ({
  id: `answer.IndexNames.${id}`,
  section: '4',
  rule: fill(
    both(
      'Only named indexes are searched: the {name} unit.',
      'يقتصر البحث على الفهارس المذكورة: الوحدة {name}.',
    ),
    { name },
  ),
  run: async (lab) => {
    const missing = await needBoth(lab);
    if (missing) return missing;
    const [{ title, marker }, other] = [await unit(lab), await otherUnit(lab)];
    return judgeOnly(await lab.call(answerCall(title)), marker, other.marker);
  },
});

const UNKNOWN_NAME = 'fihrist-check no such index';
const limitOne = namingBoth({ Limit: 1 });
const defaults = namingBoth();

export const indexChecks: Check[] = [
  only('first', both('first', 'الأولى'), firstUnit, secondUnit),
  only('second', both('second', 'الثانية'), secondUnit, firstUnit),
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
      const missing = await needBoth(lab);
      if (missing) return missing;
      const exchange = await lab.call(answerCall(UNKNOWN_NAME));
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
