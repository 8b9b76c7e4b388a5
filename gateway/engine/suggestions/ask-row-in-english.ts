/** English questions about rows of tables. */
import { type Cell, VALUES } from './table-rows.ts';

const NAMED =
  /^(?:plan|level|package|tier|programme|program|course|department|clinic|branch|office|faculty|college|membership|ward|team|school)$/iu;
const QUALIFIED =
  /^(?:new|old|lost|late|single|double|standard|first|second|replacement|duplicate|temporary|full|half|damaged|stolen)\s/iu;
/** Nouns that need an article. */
const COUNTABLE =
  /\b(?:statement|card|account|book|copy|letter|certificate|licen[cs]e|passport|permit|visa|ticket|visit|room|test|appointment|report|form|transfer|claim|application|transcript|badge|key|plate|member|visitor|student|child|adult)$/iu;
const MASS =
  /\b(?:luggage|baggage|furniture|equipment|mail|software|insurance|data|information|cover|cash|food|water|housing|parking|delivery)$/iu;
/** "Closing an account", "calling from abroad". */
const DOING = /^\p{L}+ing\s(?:an?|the|my|your|our|of|in|on|from|to|for|at|by|with)\b/iu;
const FACILITIES = /^(?:facility|amenity|area|venue|counter|desk|place|building|shop|store)$/iu;
const PLACES = /^(?:destination|country|city|town|state|region|zone|area)$/iu;
/** Kinds of proper names, which keep capitals. */
const PROPER = /^(?:name|person|employee|contact|doctor|destination|country|city|town|state|airport)$/iu;
const GOODS = /^(?:item|product|goods|article)s?$/iu;
const NOT_ONE = /^(?:total|sub-?total|all|any|n\/a|none|notes?)\b|\b(?:others?|another)\b/iu;
/** Kinds that say nothing without what they belong to: "the Home level of roadside assistance". */
const LEVELS = /^(?:level|tier|category)$/iu;
const PREPOSITION = /^(?:before|after|within|during|from|in|at|up to|until|on)\s/iu;

/** Acronyms and names in capitals keep them. */
export function lowerFirst(text: string): string {
  return /^\p{Lu}[\p{Ll}\s]/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** What a row is about, as it stands behind a preposition. */
function entityOf({ column, value }: Cell, parent: string): string | undefined {
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
  if (NAMED.test(kind)) {
    const name = new RegExp(`\\b${kind}$`, 'iu').test(text) ? text : `${text} ${kind.toLowerCase()}`;
    return `the ${name}${LEVELS.test(kind) && parent !== '' ? ` of ${lowerFirst(parent)}` : ''}`;
  }
  if (FACILITIES.test(kind)) return `the ${lowerFirst(text)}`;
  if (PROPER.test(kind) || /\s\p{Lu}\p{Ll}/u.test(text)) return text;
  const { type } = /^(?:type of )?(?<type>\p{L}+)(?: type)?$/iu.exec(column)?.groups ?? {};
  const isTyped = type !== undefined && column !== type;
  return withArticle(isTyped && !text.includes(' ') ? `${text} ${lowerFirst(type)}` : text, {
    kind: type,
    isTyped,
  });
}

/** With "a" or "an" where the name of one thing needs it, as far as its words tell. */
function withArticle(
  text: string,
  { kind, isTyped }: { kind: string | undefined; isTyped: boolean },
): string {
  const isKind = kind !== undefined && new RegExp(`\\b${kind}$`, 'iu').test(text);
  const isOne = isTyped || isKind || QUALIFIED.test(text) || COUNTABLE.test(text);
  if (!isOne || /[^s]s$/u.test(text) || DOING.test(text) || MASS.test(text)) return lowerFirst(text);
  return `${/^[aeiou]/iu.test(text) ? 'an' : 'a'} ${lowerFirst(text)}`;
}

const AMOUNT =
  /\b(?:price|fee|fees|cost|charge|rate|premium|excess|deposit|fine|salary|discount|tax|limit|target|refund|capacity|maximum|minimum|size|score)\b/iu;
const COLUMNS: readonly (readonly [column: RegExp, value: RegExp])[] = [
  [/\b(?:phone|telephone|number|tel|mobile|fax|hotline)\b/iu, VALUES.phone],
  [/\b(?:hours|opening times)\b/iu, VALUES.hours],
  [/\b(?:date|deadline)\b/iu, VALUES.date],
  [/\b(?:time|duration|period|validity|turnaround)\b/iu, VALUES.duration],
  [/\b(?:address|location)\b/iu, VALUES.place],
  [AMOUNT, VALUES.amount],
];
const OF = /^(?:price|cost|duration|validity)$|\b(?:address|location)\b/iu;

/**
 * A question about a cell of a row in English, undefined where none would be natural. `topic`: the heading above;
 * `parent`: the heading above that, but for the title of the document.
 */
export function askRowInEnglish(
  first: Cell,
  cell: Cell,
  { topic, parent }: { topic: string; parent: string },
): string | undefined {
  const entity = entityOf(first, parent);
  if (entity === undefined || first.column === '' || cell.column === '' || /›|\bto\b/u.test(cell.column))
    return undefined;
  // Fees of goods and prices of places are for something that only the heading may say.
  const isUnsaid = GOODS.test(first.column) && /\b(?:fees?|charge)\b/iu.test(cell.column);
  if (isUnsaid || (PLACES.test(first.column) && /^(?:price|cost|fee|rate|charge)s?$/iu.test(cell.column)))
    return undefined;
  if (VALUES.mail.test(cell.value)) return `What is the e-mail address for ${entity}?`;
  // "Limit: Attachment size | Value: 25 MB"
  const column = /^values?$/iu.test(cell.column) && AMOUNT.test(first.column) ? first.column : cell.column;
  const [, form] = COLUMNS.find(([name]) => name.test(column)) ?? [];
  if (form?.test(cell.value) !== true) return undefined;
  if (form === VALUES.phone)
    return `What is the ${/fax/iu.test(column) ? 'fax' : 'phone'} number for ${entity}?`;
  // Neither a claim nor calling has opening hours.
  if (form === VALUES.hours && /^(?:an?\s|\p{L}+ing\s)/u.test(entity)) return undefined;
  // Of "Phone lines and opening hours".
  const hours = column === 'Hours' ? /\b\p{L}+ hours\b/iu.exec(topic)?.[0] : undefined;
  const what = lowerFirst(hours ?? column);
  return `What ${/[^s]s$/u.test(what) ? 'are' : 'is'} the ${what} ${OF.test(what) ? 'of' : 'for'} ${entity}?`;
}
