/** Sections 2.1, 7 and 8: rules for whatever came, judged over all calls of the run. */
import { faultEnvelopeSchema, parseConsumption } from '#contract/envelope.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { Exchange } from '../calls/exchange.ts';
import { type Check, type CheckGroup, type Finding, fails, note, OK, untestable } from '../check.ts';
import { valueAt } from '../shapes.ts';
import { both, fill, same, type Text } from '../text.ts';
import { cameText, valueText } from '../words.ts';

/** Statuses that section 7 names. */
const NAMED = new Set([400, 401, 402, 429, 500]);

const DOCUMENTED = new Set(
  Object.values(OPERATIONS)
    .filter(({ kind }) => kind === 'documented')
    .map(({ id }) => id as string),
);
/** All calls to the nine endpoints that were answered. */
const answered = (exchanges: readonly Exchange[]): Exchange[] =>
  exchanges.filter(
    ({ operation, failure, status }) => DOCUMENTED.has(operation) && failure === null && status > 0,
  );

/** An error with the envelope, which repeats its status. */
function judgeEnvelope(exchange: Exchange): Finding {
  const { success } = faultEnvelopeSchema.safeParse(exchange.json);
  return success && valueAt(exchange.json, 'StatusCode') === exchange.status
    ? OK
    : fails(
        same(`\`{"StatusCode":${exchange.status},"Response":"…","Consumption":"<used>/<total>"}\``),
        exchange.json === undefined ? cameText(exchange) : valueText(exchange.json),
        exchange,
      );
}

/** The envelope of one status, where the run met it. */
const ofStatus = (status: number, rule: Text): Check => ({
  id: `met.${status}`,
  section: '7',
  rule,
  run: ({ exchanges }) => {
    const met = answered(exchanges).filter((exchange) => exchange.status === status);
    if (met.length === 0)
      return untestable(
        fill(both('no call was answered {status}', 'لم يُجب أي طلب بالحالة {status}'), { status }),
      );
    return met.map(judgeEnvelope).find(({ outcome }) => outcome !== 'ok') ?? OK;
  },
});

const checks: readonly Check[] = [
  ofStatus(
    402,
    both(
      'A call beyond the quota is refused with 402 in the envelope.',
      'يُرفض طلب يتجاوز الحصة بالحالة 402 في الغلاف.',
    ),
  ),
  ofStatus(
    429,
    both(
      'A call beyond the concurrency limit is refused with 429 in the envelope.',
      'يُرفض طلب يتجاوز حد الطلبات المتزامنة بالحالة 429 في الغلاف.',
    ),
  ),
  ofStatus(
    500,
    both('An unexpected error is 500 in the envelope.', 'الخطأ غير المتوقع حالته 500 في الغلاف.'),
  ),
  {
    id: 'met.errors',
    section: '7',
    rule: both('Errors of any other status have the envelope too.', 'لأخطاء الحالات الأخرى الغلاف نفسه.'),
    run: ({ exchanges }) => {
      const others = answered(exchanges).filter(
        // Of unknown units the envelope is judged by itself.
        ({ status, operation }) => status >= 400 && !NAMED.has(status) && operation !== 'getUnit',
      );
      if (others.length === 0) return untestable(both('no other status came', 'لم ترد حالة أخرى'));
      return others.map(judgeEnvelope).find(({ outcome }) => outcome !== 'ok') ?? OK;
    },
  },
  {
    id: 'met.statuses',
    section: '7',
    rule: both('Errors have one of the statuses of the table.', 'حالات الأخطاء من الجدول الموثق.'),
    run: ({ exchanges }) => {
      const others = answered(exchanges).filter(({ status }) => status >= 300 && !NAMED.has(status));
      const statuses = [...new Set(others.map(({ status }) => status))].sort((a, b) => a - b);
      return statuses.length === 0
        ? OK
        : note(
            fill(
              both('statuses that the table does not name: {statuses}', 'حالات ليست في الجدول: {statuses}'),
              { statuses: both(statuses.join(', '), statuses.join('، ')) },
            ),
          );
    },
  },
  {
    id: 'met.consumption.whole',
    section: '2.1',
    rule: both('`Consumption` counts whole units.', 'يعدّ `Consumption` وحدات كاملة.'),
    run: ({ exchanges }) => {
      const texts = answered(exchanges)
        .map(({ json }) => valueAt(json, 'Consumption'))
        .filter((text) => typeof text === 'string');
      if (texts.length === 0)
        return untestable(both('no response had `Consumption`', 'لا استجابة فيها `Consumption`'));
      const broken = texts.find((text) => text.includes('.'));
      return broken === undefined
        ? OK
        : note(fill(both('{text} has decimals', 'في {text} كسور عشرية'), { text: valueText(broken) }));
    },
  },
  {
    id: 'met.consumption.total',
    section: '8',
    rule: both('What is used does not exceed the quota.', 'لا يتجاوز الاستهلاك الحصة.'),
    run: ({ exchanges }) => {
      const over = answered(exchanges).find(({ json, status }) => {
        const consumption = parseConsumption(String(valueAt(json, 'Consumption')));
        return status === 200 && consumption !== undefined && consumption.used > consumption.total;
      });
      return over
        ? note(
            fill(both('a call was served at {consumption}', 'خُدم طلب عند {consumption}'), {
              consumption: valueText(valueAt(over.json, 'Consumption')),
            }),
            over,
          )
        : OK;
    },
  },
];

export const met: CheckGroup = {
  id: 'met',
  title: both('All responses', 'كل الاستجابات'),
  checks,
  when: 'after',
};
