/** Checks of single fields as data: a row names field, kind and value, and templates make the sentences. */
import type { Call } from '../calls/call.ts';
import type { Fields } from '../calls/requests.ts';
import type { Check } from '../check.ts';
import { accepts, type Base, judgeClientError, refuses } from '../judge.ts';
import type { Lab } from '../lab.ts';
import { both, fill, type Text } from '../text.ts';
import { TYPE_NAMES, valueText } from '../words.ts';

/** An endpoint whose fields are checked. */
export interface FieldEndpoint {
  /** Beginning of the ids: `answer`. */
  id: string;
  /** Section of the interface with the fields. */
  section: string;
  base: Base;
  /** A valid call but for these fields. */
  call: (lab: Lab, fields: Fields) => Call | Promise<Call>;
}

interface RowOptions {
  section?: string;
  /** Fields of the call, where the value alone is not enough. */
  fields?: Fields;
  /** The sentence, where the template lacks a fact. */
  rule?: Text;
}

/** A value to accept; undefined means that the field is optional. The id is made of field and kind. */
type AcceptedRow = readonly [field: string, kind: string, value: unknown, options?: RowOptions];
/** A value to refuse with 400; undefined means that the field is required. */
type RefusedRow = readonly [
  field: string,
  kind: string,
  expected: Text | null,
  value: unknown,
  options?: RowOptions,
];

const MAY_BE = both('`{field}` may be {value}.', 'يقبل الحقل `{field}` القيمة {value}.');
const OPTIONAL = both('`{field}` is optional.', 'الحقل `{field}` اختياري.');
const REFUSED = both(
  '`{field}` is {expected}; {value} is refused with 400.',
  'الحقل `{field}`: {expected}؛ وتُرفض القيمة {value} بالحالة 400.',
);
const REQUIRED = both(
  '`{field}` is required; a call without it is refused with 400.',
  'الحقل `{field}` مطلوب؛ ويُرفض الطلب بدونه بالحالة 400.',
);
const CASE = both(
  'Names of fields are case-sensitive: `{other}` is not `{field}`.',
  'أسماء الحقول حساسة لحالة الأحرف: `{other}` ليس `{field}`.',
);
const RANGE = both('{type} from {min} to {max}', '{type} من {min} إلى {max}');

export const required = (field: string): Text => fill(REQUIRED, { field });

export const acceptedValues = (endpoint: FieldEndpoint, rows: readonly AcceptedRow[]): Check[] =>
  rows.map(([field, kind, value, options = {}]) =>
    accepts(
      {
        id: [endpoint.id, field, kind].filter(Boolean).join('.'),
        section: options.section ?? endpoint.section,
        rule:
          options.rule ?? fill(value === undefined ? OPTIONAL : MAY_BE, { field, value: valueText(value) }),
      },
      endpoint.base,
      (lab) => endpoint.call(lab, options.fields ?? { [field]: value }),
    ),
  );

export const refusedValues = (endpoint: FieldEndpoint, rows: readonly RefusedRow[]): Check[] =>
  rows.map(([field, kind, expected, value, options = {}]) =>
    refuses(
      {
        id: `${endpoint.id}.${field}.${kind}`,
        section: options.section ?? endpoint.section,
        rule:
          options.rule ??
          (expected === null ? required(field) : fill(REFUSED, { field, expected, value: valueText(value) })),
      },
      endpoint.base,
      (lab) => endpoint.call(lab, options.fields ?? { [field]: value }),
    ),
  );

/** A range of numbers: both ends, or the values of `accepted`, are accepted; other numbers and a word are refused. */
export function rangeOf(
  endpoint: FieldEndpoint,
  field: string,
  { min, max }: { min: number; max: number },
  type: 'integer' | 'number',
  accepted: readonly number[] = [min, max],
): Check[] {
  const step = type === 'integer' ? 1 : 0.1;
  const rounded = (value: number) => Math.round(value * 10) / 10;
  const expected = fill(RANGE, { type: TYPE_NAMES[type], min, max });
  return [
    ...acceptedValues(
      endpoint,
      accepted.map((value) => [field, String(value), value]),
    ),
    ...refusedValues(endpoint, [
      [field, 'below', expected, rounded(min - step)],
      [field, 'above', expected, rounded(max + step)],
      ...(type === 'integer' ? [[field, 'fraction', expected, min + 0.5] as const] : []),
      [field, 'word', expected, 'many'],
    ]),
  ];
}

/** A field whose name is written with other capitals counts as missing. */
export const caseOf = (
  endpoint: FieldEndpoint,
  field: string,
  other: string,
  value: string,
  section = '0',
): Check[] =>
  refusedValues(endpoint, [
    [
      field,
      'case',
      null,
      value,
      { section, fields: { [field]: undefined, [other]: value }, rule: fill(CASE, { field, other }) },
    ],
  ]);

/** A body that is no JSON. */
export const malformed = ({ id, base, call }: FieldEndpoint): Check =>
  refuses(
    {
      id: `${id}.malformed`,
      section: '7',
      rule: both('A body that is not JSON is refused with 400.', 'يُرفض متن ليس بصيغة JSON بالحالة 400.'),
    },
    base,
    async (lab) => ({ operation: (await call(lab, {})).operation, json: {}, raw: '{"a": ' }),
  );

/** JSON in place of a form. */
export const jsonBody = ({ id, section, base, call }: FieldEndpoint, json: Fields): Check =>
  refuses(
    {
      id: `${id}.json-body`,
      section,
      rule: both(
        'The body is a multipart form; JSON is refused.',
        'متن الطلب نموذج متعدد الأجزاء، ويُرفض JSON.',
      ),
    },
    base,
    async (lab) => ({ operation: (await call(lab, {})).operation, json }),
    judgeClientError,
  );
