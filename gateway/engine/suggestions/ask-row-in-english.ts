/** English questions about rows of tables. */
import { type Cell, VALUES } from './table-rows.ts';

const NAMED =
  /^(?:plan|level|package|tier|programme|program|course|department|clinic|branch|office|faculty|college|membership|region|zone|ward|team|school)$/iu;
const QUALIFIED =
  /^(?:new|old|lost|late|single|double|standard|first|second|replacement|duplicate|temporary|full|half|damaged|stolen)\s/iu;
/** Nouns that need an article. */
const COUNTABLE =
  /\b(?:statement|card|account|book|copy|letter|certificate|licen[cs]e|passport|permit|ticket|visit|room|test|appointment|report|form|transfer|claim|application|transcript|badge|key|plate|member|visitor|student|child|adult)$/iu;
const MASS =
  /\b(?:luggage|baggage|furniture|equipment|mail|software|insurance|data|information|cover|cash|food|water|housing|parking|delivery)$/iu;
const GOODS = /^(?:item|product|goods|article)s?$/iu;
const NOT_ONE = /^(?:total|sub-?total|other|others|all|any|n\/a|none|notes?)\b/iu;
const PREPOSITION = /^(?:before|after|within|during|from|in|at|up to|until|on)\s/iu;

/** Acronyms and names in capitals keep them. */
export function lowerFirst(text: string): string {
  return /^\p{Lu}[\p{Ll}\s]/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** What a row is about, as it stands behind a preposition. */
function entityOf({ column, value }: Cell): string | undefined {
  const text = value
    .replace(/\s*\([^)]*\)/gu, '')
    .replace(/,\s+per\b/gu, ' per')
    .trim();
  if (/^\p{Nd}+(?: or more)?$/u.test(text))
    return /[^s]s$/u.test(column) && text !== '1' ? `${text} ${lowerFirst(column)}` : undefined;
  if (text.length < 2 || text.length > 60 || !/^\p{L}/u.test(text) || /[?:,;|@]/u.test(text))
    return undefined;
  if (NOT_ONE.test(text) || PREPOSITION.test(text)) return undefined;
  const kind = column.split(' ').at(-1) ?? '';
  if (NAMED.test(kind))
    return new RegExp(`\\b${kind}$`, 'iu').test(text) ? `the ${text}` : `the ${text} ${kind.toLowerCase()}`;
  const needsNone = /[^s]s$/u.test(text) || /^\p{L}+ing\s/u.test(text) || MASS.test(text);
  const article =
    (QUALIFIED.test(text) || COUNTABLE.test(text)) && !needsNone
      ? /^[aeiou]/iu.test(text)
        ? 'an '
        : 'a '
      : '';
  return article + lowerFirst(text);
}

const AMOUNT =
  /\b(?:price|fee|fees|cost|charge|rate|premium|excess|deposit|fine|salary|discount|tax|limit|target|refund|capacity|maximum|minimum|size|score)\b/iu;
type Ask = (column: string, entity: string) => string;
const ask =
  (preposition: 'for' | 'of'): Ask =>
  (column, entity) =>
    `What ${/[^s]s$/u.test(column) ? 'are' : 'is'} the ${lowerFirst(column)} ${/^(?:price|cost|duration)$/iu.test(column) ? 'of' : preposition} ${entity}?`;

const COLUMNS: readonly (readonly [column: RegExp, value: RegExp, ask: Ask])[] = [
  [
    /\b(?:phone|telephone|number|tel|mobile|fax|hotline)\b/iu,
    VALUES.phone,
    (column, entity) => `What is the ${/fax/iu.test(column) ? 'fax' : 'phone'} number for ${entity}?`,
  ],
  [/\b(?:hours|opening times)\b/iu, VALUES.hours, ask('for')],
  [/\b(?:date|deadline)\b/iu, VALUES.date, ask('for')],
  [/\b(?:time|duration|period|validity|turnaround)\b/iu, VALUES.duration, ask('for')],
  [/\b(?:address|location)\b/iu, VALUES.place, ask('of')],
  [AMOUNT, VALUES.amount, ask('for')],
];

/** A question about a cell of a row in English, undefined where none would be natural. `topic`: the heading above. */
export function askRowInEnglish(first: Cell, cell: Cell, topic: string): string | undefined {
  if (first.column === '') return askMatrix(first.value, cell, topic);
  const entity = entityOf(first);
  if (entity === undefined || cell.column === '' || /›|\bto\b/u.test(cell.column)) return undefined;
  // Fees of goods are for something that only the heading may say.
  if (GOODS.test(first.column) && /\b(?:fees?|charge)\b/iu.test(cell.column)) return undefined;
  if (VALUES.mail.test(cell.value)) return `What is the e-mail address for ${entity}?`;
  // "Limit: Attachment size | Value: 25 MB"
  const column = /^values?$/iu.test(cell.column) && AMOUNT.test(first.column) ? first.column : cell.column;
  const [, form, question] = COLUMNS.find(([name]) => name.test(column)) ?? [];
  // Of "Phone lines and opening hours".
  const hours = column === 'Hours' ? /\b\p{L}+ hours\b/iu.exec(topic)?.[0] : undefined;
  return form?.test(cell.value) ? question?.(hours ?? column, entity) : undefined;
}

/** Of a comparison of plans, whose rows are amounts: "What is the price per agent on the Starter plan?" */
function askMatrix(row: string, { column, value }: Cell, topic: string): string | undefined {
  const kind = /\b(?:plan|package|membership)/iu.exec(topic)?.[0].toLowerCase();
  if (kind === undefined || column === '' || !AMOUNT.test(row) || !VALUES.number.test(value))
    return undefined;
  const comma = row.includes(',') ? ',' : '';
  return `What is the ${lowerFirst(row)}${comma} on the ${column} ${kind}?`;
}
