/** Section 7: what a refusal looks like, on each endpoint. */
import { faultEnvelopeSchema } from '#contract/envelope.ts';
import type { Exchange } from '../calls/exchange.ts';
import { type Check, fails, OK, untestable } from '../check.ts';
import { judgeType, whyUntestable } from '../judge.ts';
import type { Lab } from '../lab.ts';
import { fieldsOf, judgeField, printPath, valueAt } from '../shapes.ts';
import { both, fill } from '../text.ts';
import { needs, statusText, valueText } from '../words.ts';

/** The envelope of an error: one check for its type, and one for each of its fields. */
export function errorChecks(id: string, after: string, probe: (lab: Lab) => Promise<Exchange>): Check[] {
  const of = (
    name: string,
    rule: Check['rule'],
    judge: (exchange: Exchange) => ReturnType<typeof judgeType>,
  ): Check => ({
    id: `${id}.error.${name}`,
    section: '7',
    rule,
    run: async (lab) => {
      const exchange = await probe(lab);
      if (exchange.status >= 400 && exchange.failure === null) {
        const reason = whyUntestable(exchange);
        return reason ? untestable(reason) : judge(exchange);
      }
      return untestable(whyUntestable(exchange) ?? needs.other(after));
    },
  });
  const fields = fieldsOf(faultEnvelopeSchema).map((field) => {
    const name = printPath(field.path);
    return of(name, FIELD_RULES[name] ?? both(`\`${name}\``, `\`${name}\``), (exchange) => {
      const finding = judgeField(field, exchange, `${id}.error`);
      if (finding.outcome !== 'ok' || name !== 'StatusCode') return finding;
      const stated = valueAt(exchange.json, 'StatusCode');
      return stated === exchange.status
        ? OK
        : fails(statusText(exchange.status), valueText(stated), exchange);
    });
  });
  return [
    of('type', both('An error is JSON.', 'يكون الخطأ بصيغة JSON.'), (exchange) =>
      judgeType(exchange, 'application/json'),
    ),
    ...fields,
  ];
}

const FIELD_RULES: Readonly<Record<string, Check['rule']>> = {
  StatusCode: both(
    '`StatusCode` of an error is a whole number and repeats the HTTP status.',
    'الحقل `StatusCode` في الخطأ عدد صحيح يكرر حالة HTTP.',
  ),
  Response: both('`Response` of an error is a message as text.', 'الحقل `Response` في الخطأ رسالة نصية.'),
  Consumption: fill(
    both('`Consumption` of an error has the form {form}.', 'الحقل `Consumption` في الخطأ بالصيغة {form}.'),
    { form: '`<used>/<total>`' },
  ),
};
