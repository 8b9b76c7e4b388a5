import { latinDigits } from '#common/fold-text.ts';
import { MONTH_NAMES, mayBeMonth, readMonth } from './months.ts';
import { type Token, tokenise } from './tokenise.ts';

/** A date, or a code or number that may be typed with other separators, among the tokens of a text. */
export interface Code {
  /** Place of the first token, and number of tokens. */
  place: number;
  length: number;
  /** Spellings that a text is found by beside its tokens: no token is spelled like the key of a date. */
  keys: readonly string[];
  /** Key of the whole date, or the code without separators. */
  whole: string;
  /** Digits written after `+` or 00. */
  isInternational: boolean;
}

const HAS_NUMBER = /[\d\u0660-\u0669\u06f0-\u06f9]/;
/** A cheap test for texts with numbers and without codes. */
const MAY_HAVE_CODE = new RegExp(
  String.raw`\p{Nd}[-‐‑–—._/\\) ]{1,3}[\p{Nd}a-z]|[a-z][-‐‑–—._/\\]\p{Nd}|\+\p{Nd}|(?<!\p{Nd})[0٠]\p{Nd}{2}|[.٫][0٠]+(?!\p{Nd})|\p{Nd}(?:st|nd|rd|th)?\s+(?:of |من )?[وفبل]?(?:${MONTH_NAMES})|(?:${MONTH_NAMES})\s+\p{Nd}`,
  'iu',
);
const WORD = /^[a-z0-9]+$/;
const DIGITS = /^\d+$/;
/** 1,500.00 is the number 1500. */
const WHOLE_NUMBER = /^(\d+)\.0+$/;
const HAS_DIGIT = /\d/;
/** Longer words without digits are words of a sentence or of an address. */
const MAX_LETTERS = 5;
const TIGHT = /^[-‐‑–—._/\\]$/;
const SPACED = /^[)(\u00a0\u202f .‐‑-]{1,2}$/;
/** Beginning of an IBAN; its later groups may be of letters only. */
const IBAN = /^[a-z]{2}\d{2}$/;
/** More groups are a series of numbers. */
const MAX_GROUPS = 9;
/** Shorter codes are sizes and scores. */
const MIN_CHARACTERS = { digits: 5, mixed: 3 };
/** Numbers of telephones with their country code, see ITU-T E.164. */
const MIN_INTERNATIONAL_DIGITS = 10;
const MAX_CALLING_CODE_DIGITS = 3;

/** The keys of all codes of a text, for an index. */
export function codeKeys(text: string): string[] {
  if (!HAS_NUMBER.test(text) || !MAY_HAVE_CODE.test(text)) return [];
  return findCodes(text, tokenise(text)).flatMap(({ keys }) => keys);
}

/**
 * Dates with a day and a month, and codes: groups of letters and digits joined by hyphens, dots, slashes or, between
 * digits, spaces. `tokens` are those of `text`. Codes do not overlap.
 */
export function findCodes(text: string, tokens: readonly Token[]): Code[] {
  const codes: Code[] = [];
  for (let place = 0; place < tokens.length; place++) {
    const code = readDate(text, tokens, place) ?? readCode(text, tokens, place);
    if (!code) continue;
    codes.push(code);
    place += code.length - 1;
  }
  return codes;
}

/** The key of a date with its year. */
const WHOLE_DATE = /^\d{4}-(\d\d-\d\d)$/;
const YEAR = /^(?:1[3-9]|2[01])\d\d$/;
const DAY_OR_MONTH = /^\d{1,2}$/;
const DAY = /^(\d{1,2})(?:st|nd|rd|th)?$/;
const DATE_JOINT = /^\s?[-‐‑–./]\s?$/;
const BEFORE_MONTH = new Set(['من', 'of']);
const NAMED_JOINT = /^[\s,،]{1,2}$/;

interface CalendarDate {
  day: number;
  month: number;
  year?: string;
  length: number;
}

/** Keys: the whole date, and day and month of any year. ISO 8601 writes a date without its year with two hyphens. */
function readDate(text: string, tokens: readonly Token[], place: number): Code | undefined {
  const word = tokens[place]?.word ?? '';
  if (WHOLE_DATE.test(word)) return { place, length: 1, keys: [word], whole: word, isInternational: false };
  const date = readNumericDate(text, tokens, place) ?? readNamedDate(text, tokens, place);
  if (!date || date.day < 1 || date.day > 31 || date.month < 1 || date.month > 12) return undefined;
  const inYear = [date.month, date.day].map((part) => String(part).padStart(2, '0')).join('-');
  const whole = date.year === undefined ? `--${inYear}` : `${date.year}-${inYear}`;
  return { place, length: date.length, keys: [whole, inYear], whole, isInternational: false };
}

/** Day first, or year first: 1/3/2026, 1.3.2026 and 2026-03-01 are the first of March. */
function readNumericDate(text: string, tokens: readonly Token[], place: number): CalendarDate | undefined {
  const word = tokens[place]?.word ?? '';
  if (!HAS_DIGIT.test(word)) return undefined;
  const dotted = word.split('.');
  const isDotted = dotted.length === 3;
  const parts = isDotted ? dotted : tokens.slice(place, place + 3).map((token) => token.word);
  const joints = [0, 1].map((index) => between(text, tokens, place + index));
  if (!isDotted && !(DATE_JOINT.test(joints[0] ?? '') && joints[1] === joints[0])) return undefined;
  const [first = '', month = '', last = ''] = parts;
  const [day, year] = YEAR.test(first) ? [last, first] : [first, last];
  if (!YEAR.test(year) || !DAY_OR_MONTH.test(day) || !DAY_OR_MONTH.test(month)) return undefined;
  return { day: Number(day), month: Number(month), year, length: isDotted ? 1 : 3 };
}

/** 1 March 2026, March 1st, 2026, ١ مارس ٢٠٢٦; also without a year. */
function readNamedDate(text: string, tokens: readonly Token[], place: number): CalendarDate | undefined {
  const first = tokens[place]?.word ?? '';
  const isDayFirst = DAY.test(first);
  if (!isDayFirst && !mayBeMonth(first)) return undefined;
  const words = tokens.slice(place, place + 6).map(({ word }) => word);
  let next = isDayFirst ? 1 : 0;
  if (isDayFirst && BEFORE_MONTH.has(words[next] ?? '')) next++;
  const month = readMonth(words, next);
  if (!month) return undefined;
  next += month.length;
  const day = DAY.exec(isDayFirst ? first : (words[next] ?? ''))?.[1];
  if (day === undefined) return undefined;
  if (!isDayFirst) next++;
  const year = words[next] ?? '';
  const isDated = YEAR.test(year) && NAMED_JOINT.test(between(text, tokens, place + next - 1));
  return {
    day: Number(day),
    month: month.number,
    length: next + (isDated ? 1 : 0),
    ...(isDated && { year }),
  };
}

const between = (text: string, tokens: readonly Token[], place: number): string =>
  text.slice(tokens[place]?.end ?? text.length, tokens[place + 1]?.start ?? text.length);

function readCode(text: string, tokens: readonly Token[], place: number): Code | undefined {
  const [, number] = WHOLE_NUMBER.exec(tokens[place]?.word ?? '') ?? [];
  if (number !== undefined)
    return { place, length: 1, keys: [number], whole: number, isInternational: false };
  let length = 1;
  while (joins(text, tokens, place, place + length)) length++;
  if (length === 1 && !HAS_DIGIT.test(tokens[place]?.word ?? '')) return undefined;
  const words = tokens.slice(place, place + length).map(({ word }) => word);
  const whole = words.join('');
  if (length > MAX_GROUPS || !HAS_DIGIT.test(whole)) return undefined;
  const isNumber = DIGITS.test(whole);
  const start = tokens[place]?.start ?? 0;
  const isInternational =
    isNumber &&
    whole.length >= MIN_INTERNATIONAL_DIGITS &&
    (text[start - 1] === '+' || latinDigits(text.slice(start, start + 2)) === '00');
  const keys = new Set<string>();
  const add = (key: string) => {
    const isShort = key.length < MIN_CHARACTERS[DIGITS.test(key) ? 'digits' : 'mixed'];
    if (!isShort && HAS_DIGIT.test(key)) keys.add(key);
  };
  for (let count = 2; count <= length; count++) {
    add(words.slice(0, count).join(''));
    add(words.slice(-count).join(''));
  }
  if (isNumber) {
    const bare = whole.replace(/^0+/, '');
    if (bare !== whole && bare !== '' && (length === 1 || bare.length >= MIN_CHARACTERS.digits))
      keys.add(bare);
    if (isInternational)
      for (let digits = 1; digits <= MAX_CALLING_CODE_DIGITS; digits++) add(bare.slice(digits));
  }
  return keys.size === 0 && length === 1 && !isNumber
    ? undefined
    : { place, length, keys: [...keys], whole, isInternational };
}

/** Whether the token at `next` goes on with the code that begins at `first`. */
function joins(text: string, tokens: readonly Token[], first: number, next: number): boolean {
  const [before = '', after = ''] = [tokens[next - 1]?.word, tokens[next]?.word];
  if (!isGroup(before) || !isGroup(after)) return false;
  const joint = between(text, tokens, next - 1);
  if (TIGHT.test(joint)) return true;
  if (!SPACED.test(joint)) return false;
  const isOfIban = IBAN.test(tokens[first]?.word ?? '') && after.length === 4;
  return isOfIban || (HAS_DIGIT.test(before) && HAS_DIGIT.test(after));
}

const isGroup = (word: string): boolean =>
  WORD.test(word) && (HAS_DIGIT.test(word) || word.length <= MAX_LETTERS);

/** The tokens of a question. A date with a year is one token, so that two dates share no token. */
export function mergeDates(text: string, tokens: readonly Token[]): Token[] {
  const merged = [...tokens];
  for (const { place, length, whole } of findCodes(text, tokens).toReversed())
    if (WHOLE_DATE.test(whole)) {
      const [first, last] = [merged[place], merged[place + length - 1]];
      if (first && last) merged.splice(place, length, { word: whole, start: first.start, end: last.end });
    }
  return merged;
}

/** What a question looks for instead of a code, by its whole spelling. */
export function otherSpellings({ whole, keys, isInternational }: Code): string[] {
  const [, inYear] = WHOLE_DATE.exec(whole) ?? [];
  if (inYear !== undefined) return [`--${inYear}`];
  if (whole.startsWith('--')) return keys.slice(1);
  const spellings = keys.includes(whole) ? [whole] : [];
  if (!DIGITS.test(whole)) return spellings;
  const bare = whole.replace(/^0+/, '');
  if (bare !== whole && bare !== '') spellings.push(bare);
  if (isInternational || bare.length > MIN_INTERNATIONAL_DIGITS)
    for (let digits = 1; digits <= MAX_CALLING_CODE_DIGITS; digits++)
      spellings.push(`0${bare.slice(digits)}`);
  return spellings;
}
