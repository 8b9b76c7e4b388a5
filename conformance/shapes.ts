/** Checks of documented shapes, made from the schemas of the contract: one for each field. */

import * as z from 'zod/mini';
import type { Exchange } from './calls/exchange.ts';
import { type Check, type Finding, fails, OK, untestable } from './check.ts';
import { type Base, finds } from './judge.ts';
import { both, fill, type Text } from './text.ts';
import { nameOfType, needs, valueText } from './words.ts';

/** The parts of JSON Schema that the contract's answers use. */
interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  pattern?: string;
  const?: unknown;
  format?: string;
}

interface Field {
  /** Keys from the top; `[]` is each item of a list. */
  path: readonly string[];
  schema: JsonSchema;
}

/** Every field of a shape, parents before children. */
export function fieldsOf(schema: z.ZodMiniType): Field[] {
  return walk(z.toJSONSchema(schema) as JsonSchema, []);
}

function walk(schema: JsonSchema, path: readonly string[]): Field[] {
  const own = path.length === 0 || path.at(-1) === '[]' ? [] : [{ path, schema }];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    walk(child, [...path, name]),
  );
  const items = schema.items?.properties ? walk(schema.items, [...path, '[]']) : [];
  return [...own, ...inner, ...items];
}

/** A field as people write it: `Response.documents[].metadata['Section Title']`. */
export function printPath(path: readonly string[]): string {
  return path.reduce((printed, key) => {
    if (key === '[]') return `${printed}[]`;
    if (/\W/.test(key)) return `${printed}['${key}']`;
    return printed === '' ? key : `${printed}.${key}`;
  }, '');
}

/** Every value at a path; undefined where it is missing. Nothing where a parent is missing or a list is empty. */
export function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [key, ...rest] = path;
  if (key === undefined) return [value];
  if (key === '[]') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return valuesAt((value as Record<string, unknown>)[key], rest);
}

/** The first value at a path. */
export const valueAt = (value: unknown, ...path: string[]): unknown => valuesAt(value, path)[0];

interface ShapeOptions {
  /** Begins the ids: `chat`. */
  id: string;
  /** Section of the interface, by the path of a field. */
  section: (path: string) => string;
  schema: z.ZodMiniType;
  base: Base;
  /** The check with the cause of misplaced fields; undefined where all fields are in place. */
  misplaced?: (exchange: Exchange) => string | undefined;
}

/** One check for each field that the interface shows. */
export function shapeChecks({ id, section, schema, base, misplaced }: ShapeOptions): Check[] {
  return fieldsOf(schema).map((field) => {
    const name = printPath(field.path);
    return finds(base, `${id}.${name}`, section(name), fieldRule(field), (exchange) => {
      const cause = misplaced?.(exchange);
      return cause === undefined ? judgeField(field, exchange, id) : untestable(needs.other(cause));
    });
  });
}

/** The rule of a field, from its type. */
export const fieldRule = ({ path, schema }: Field): Text =>
  fill(both('`{name}` is {type}.', 'نوع الحقل `{name}`: {type}.'), {
    name: printPath(path),
    type: typeOf(schema),
  });

/** What a field must be, in words. */
function typeOf({ type = '', pattern, format, const: only }: JsonSchema): Text {
  if (only !== undefined) return valueText(only);
  if (format === 'date-time')
    return both('an ISO 8601 date and time in UTC', 'تاريخ ووقت بصيغة ISO 8601 وبتوقيت UTC');
  if (pattern !== undefined)
    return both('a text of the form `<used>/<total>`', 'نص بالصيغة `<used>/<total>`');
  return nameOfType(type) ?? both('a value', 'قيمة');
}

/** Judges every value of a field; the parent of a missing one is judged by itself. */
export function judgeField({ path, schema }: Field, exchange: Exchange, id: string): Finding {
  const values = valuesAt(exchange.json, path);
  if (exchange.json === undefined) return untestable(needs.other(`${id}.type`));
  if (values.length === 0 && path.length > 1) {
    const list = path.lastIndexOf('[]');
    const isEmpty = list > 0 && Array.isArray(valueAt(exchange.json, ...path.slice(0, list)));
    return untestable(
      isEmpty && list === path.length - 2 ? needs.items : needs.other(`${id}.${printPath(parentOf(path))}`),
    );
  }
  const wrong = values.find((value) => !fits(value, schema));
  return values.length > 0 && values.every((value) => fits(value, schema))
    ? OK
    : fails(typeOf(schema), valueText(wrong), exchange);
}

const parentOf = (path: readonly string[]): readonly string[] => {
  const parent = path.slice(0, -1);
  return parent.at(-1) === '[]' ? parent.slice(0, -1) : parent;
};

function fits(value: unknown, { type, pattern, format, const: only }: JsonSchema): boolean {
  if (only !== undefined) return value === only;
  if (format === 'date-time') return typeof value === 'string' && isUtcTime(value);
  if (pattern !== undefined) return typeof value === 'string' && new RegExp(pattern).test(value);
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case undefined:
      return value !== undefined;
    default:
      return typeof value === type;
  }
}

/** ISO 8601 with both date and time. One without a zone counts: which zone it is in is noted elsewhere. */
const isUtcTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]00:?00)?$/.test(text) &&
  !Number.isNaN(Date.parse(text));
