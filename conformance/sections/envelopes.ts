/** Sections 1, 2.1 and 7: what whole responses and refusals have in common. */
import type * as z from 'zod/mini';
import { faultEnvelopeSchema, parseConsumption } from '#contract/envelope.ts';
import type { Call } from '../calls/call.ts';
import type { Exchange } from '../calls/exchange.ts';
import { type Check, type Finding, fails, OK, untestable } from '../check.ts';
import { type Base, finds, judgeRefused, judgeType, ofSuccess, whyUntestable } from '../judge.ts';
import { type Lab, once } from '../lab.ts';
import { fieldsOf, judgeField, printPath, shapeChecks, valueAt } from '../shapes.ts';
import { both, fill, type Text } from '../text.ts';
import { needs, statusText, valueText } from '../words.ts';
import { type FieldEndpoint, required } from './field-rows.ts';

/** Type, status and fields of a whole response; `section` has the fields of `Response`. */
export function envelopeChecks(id: string, base: Base, schema: z.ZodMiniType, section: string): Check[] {
  return [
    finds(base, `${id}.type`, '2.1', both('The response is JSON.', 'الاستجابة بصيغة JSON.'), (exchange) =>
      judgeType(exchange, 'application/json'),
    ),
    finds(
      base,
      `${id}.StatusCode.same`,
      '2.1',
      both('`StatusCode` is the HTTP status.', 'الحقل `StatusCode` هو حالة HTTP.'),
      (exchange) =>
        typeof valueAt(exchange.json, 'StatusCode') === 'number'
          ? judgeStatusCode(exchange)
          : untestable(needs.other(`${id}.StatusCode`)),
    ),
    ...shapeChecks({
      id,
      section: (path) => (path.startsWith('Response') ? section : '2.1'),
      schema,
      base,
    }),
  ];
}

function judgeStatusCode(exchange: Exchange): Finding {
  const stated = valueAt(exchange.json, 'StatusCode');
  return stated === exchange.status ? OK : fails(statusText(exchange.status), valueText(stated), exchange);
}

/** The refusal of a call without a field, and the envelope of that refusal. */
export function refusalChecks(endpoint: FieldEndpoint, field: string, rule = required(field)): Check[] {
  const probe = once(async (lab) => lab.call(await endpoint.call(lab, { [field]: undefined })));
  const id = `${endpoint.id}.${field}.missing`;
  return [
    {
      id,
      section: endpoint.section,
      rule,
      run: async (lab) => judgeRefused(await probe(lab)),
    },
    ...errorChecks(endpoint.id, { id, probe }),
  ];
}

/** The envelope of an error: one check for its type, and one for each of its fields. */
export function errorChecks(id: string, refusal: Base): Check[] {
  const errorCheck = (name: string, rule: Text, judge: (exchange: Exchange) => Finding): Check => ({
    id: `${id}.error.${name}`,
    section: '7',
    rule,
    run: async (lab) => {
      const exchange = await refusal.probe(lab);
      const reason = whyUntestable(exchange);
      if (exchange.status >= 400 && exchange.failure === null)
        return reason ? untestable(reason) : judge(exchange);
      return untestable(reason ?? needs.other(refusal.id));
    },
  });
  return [
    errorCheck('type', both('An error is JSON.', 'يكون الخطأ بصيغة JSON.'), (exchange) =>
      judgeType(exchange, 'application/json'),
    ),
    ...fieldsOf(faultEnvelopeSchema).map((field) => {
      const name = printPath(field.path);
      return errorCheck(name, ERROR_FIELDS[name] ?? both(`\`${name}\``, `\`${name}\``), (exchange) => {
        const finding = judgeField(field, exchange, `${id}.error`);
        return finding.outcome === 'ok' && name === 'StatusCode' ? judgeStatusCode(exchange) : finding;
      });
    }),
  ];
}

const ERROR_FIELDS: Readonly<Record<string, Text>> = {
  StatusCode: both(
    '`StatusCode` of an error is a whole number and repeats the HTTP status.',
    'الحقل `StatusCode` في الخطأ عدد صحيح يكرر حالة HTTP.',
  ),
  Response: both('`Response` of an error is a message as text.', 'الحقل `Response` في الخطأ رسالة نصية.'),
  Consumption: both(
    '`Consumption` of an error has the form `<used>/<total>`.',
    'الحقل `Consumption` في الخطأ بالصيغة `<used>/<total>`.',
  ),
};

/** The cost of a call is part of the next `Consumption`. `call` repeats the call of `base` after it. */
export function usageGrows(id: string, base: Base, call: (lab: Lab) => Call, rule: Text): Check {
  const again = once(async (lab) => {
    await base.probe(lab);
    return lab.call(call(lab));
  });
  return {
    id: `${id}.Consumption.grows`,
    section: '1',
    rule,
    run: async (lab) => {
      const first = await base.probe(lab);
      const second = await again(lab);
      return ofSuccess(second, base.id, () => {
        const [before, after] = [first, second].map(({ json }) =>
          parseConsumption(String(valueAt(json, 'Consumption'))),
        );
        if (!before || !after) return untestable(needs.other(`${id}.Consumption`));
        const more = fill(both('more than {used}', 'أكثر من {used}'), { used: before.used });
        return after.used > before.used ? OK : fails(more, valueText(after.used), second);
      });
    },
  };
}
