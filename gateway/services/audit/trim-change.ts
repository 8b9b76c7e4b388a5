import type { Change } from '#gateway/model.ts';

type Fields = Record<string, unknown>;

const LONGEST_TEXT = 300;
const LONGEST_NAME = 200;
const MOST_ITEMS = 50;
const MOST_FIELDS = 50;
const DEEPEST = 3;
/** Nobody should tell any of these; whoever does by mistake is not believed. */
const SECRET_FIELD = /secret|hash|token|password|^key$/i;
/** Keys and webhooks' secrets, wherever somebody pasted one. */
const SECRET_TEXT = /(fih_|whsec_)[\w+/=-]{6,}/g;

/** Only the fields that changed, clipped and without secrets; undefined where nothing changed. */
export function trimChange({ before, after }: Change): Pick<Change, 'before' | 'after'> | undefined {
  const was = before && trimFields(before);
  const is = after && trimFields(after);
  if (!was || !is) return { before: was, after: is };
  // By what was given: a long text may differ behind the end of what is kept.
  const changed = new Set(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    ),
  );
  if (changed.size === 0) return undefined;
  const only = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => changed.has(name)));
  return { before: only(was), after: only(is) };
}

/** A name as an entry keeps it: of a thing, or of whoever changed it. */
export function trimName(name: string): string {
  return clip(name, LONGEST_NAME);
}

function trimFields(fields: Fields): Fields {
  const told = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !SECRET_FIELD.test(name),
  );
  return Object.fromEntries(told.slice(0, MOST_FIELDS).map(([name, value]) => [name, trimValue(value, 0)]));
}

function trimValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return clip(value, LONGEST_TEXT);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return null;
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map((item) => trimValue(item, depth + 1));
    return value.length > MOST_ITEMS ? [...items, `… +${value.length - MOST_ITEMS}`] : items;
  }
  const told = Object.entries(value).filter(([name, item]) => item !== undefined && !SECRET_FIELD.test(name));
  return Object.fromEntries(
    told.slice(0, MOST_FIELDS).map(([name, item]) => [name, trimValue(item, depth + 1)]),
  );
}

function clip(text: string, most: number): string {
  const plain = text.replace(SECRET_TEXT, '$1…');
  // Half of a pair is no letter.
  return plain.length > most ? `${plain.slice(0, most - 1).toWellFormed()}…` : plain.toWellFormed();
}
