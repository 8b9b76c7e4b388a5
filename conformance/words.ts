/** Words that several sections share. `calls` words what came of a call, `needs` what a check lacked. */

import type { CallFailure, Exchange } from './calls/exchange.ts';
import { shorten } from './calls/print-command.ts';
import type { Reason } from './check.ts';
import { both, fill, same, type Text } from './text.ts';

const FAILURES: Record<CallFailure, Text> = {
  unreachable: both('no connection', 'تعذّر الاتصال'),
  timeout: both('no response in time', 'لم تصل استجابة في الوقت المحدد'),
  broken: both('the response broke off', 'انقطعت الاستجابة'),
  absent: both('there is no endpoint', 'لا توجد نقطة نهاية'),
  key: both(
    'the gateway no longer accepts the key (401); use one that stays valid',
    'لم تعد البوابة تقبل المفتاح (401)، فاستخدم مفتاحًا يبقى صالحًا',
  ),
  stopped: both('the run ended before', 'انتهى الفحص قبل ذلك'),
};

export const failureText = (failure: CallFailure): Text => FAILURES[failure];

export const statusText = (status: number): Text =>
  fill(both('status {status}', 'الحالة {status}'), { status });

/** What came of a call, for a person: its status and type, or why there is none. */
export function cameText({ failure, status, type }: Exchange): Text {
  if (failure !== null && status === 0) return failureText(failure);
  const seen = fill(both('status {status}, {type}', 'الحالة {status}، {type}'), {
    status,
    type: type === '' ? both('no content type', 'بلا نوع محتوى') : type,
  });
  return failure === null
    ? seen
    : fill(both('{seen}; {failure}', '{seen}؛ {failure}'), { seen, failure: failureText(failure) });
}

const MAX_VALUE_LENGTH = 120;

/** A value of JSON as a person reads it; `undefined` is "nothing". */
export function valueText(value: unknown): Text {
  if (value === undefined) return both('nothing', 'لا شيء');
  return same(`\`${shorten(JSON.stringify(value), MAX_VALUE_LENGTH).replaceAll('`', "'")}\``);
}

/** Names of JSON types. */
export const TYPE_NAMES = {
  string: both('a text', 'نص'),
  integer: both('a whole number', 'عدد صحيح'),
  number: both('a number', 'عدد'),
  boolean: both('`true` or `false`', '`true` أو `false`'),
  array: both('a list', 'قائمة'),
  object: both('an object', 'كائن'),
} as const satisfies Record<string, Text>;

export const nameOfType = (type: string): Text | undefined =>
  (TYPE_NAMES as Readonly<Record<string, Text>>)[type];

/** A choice of values: "`v1` or `v2`". */
export function oneOf(...values: readonly (string | number)[]): Text {
  const names = values.map((value) => `\`${value}\``);
  const last = names.at(-1) ?? '';
  return both(`${names.slice(0, -1).join(', ')} or ${last}`, names.join(' أو '));
}

/** The message of an error envelope. */
function messageOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'Response' in json ? json.Response : undefined;
}

/** What a response says for a person, else its beginning. */
export const saidText = ({ json, text }: Pick<Exchange, 'json' | 'text'>): Text =>
  valueText(messageOf(json) ?? text);

export const needs = {
  /** Another check says why. */
  other: (id: string): Reason => ({
    ...fill(both('depends on `{id}`, which did not pass', 'يعتمد على `{id}` الذي لم ينجح'), { id }),
    dependsOn: id,
  }),
  quota: both('the quota is used up (402)', 'الحصة مستنفدة (402)'),
  concurrency: both(
    'too many requests at once (429), also after waiting',
    'طلبات متزامنة كثيرة (429) حتى بعد الانتظار',
  ),
  service: ({ status, json, text }: Exchange): Text =>
    fill(
      both(
        'not available on this gateway now ({status}): {said}',
        'غير متاح في هذه البوابة الآن ({status}): {said}',
      ),
      {
        status,
        said: saidText({ json, text }),
      },
    ),
  items: both('the list was empty', 'القائمة فارغة'),
};
