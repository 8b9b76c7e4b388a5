import { format } from 'numfmt';

type NumberShape = 'date' | 'time' | 'date-time' | 'duration';

/** Calendars of a format code by the number that Windows gives them; `B2` stands for the Hijri one. */
const CALENDARS: ReadonlyMap<number, string> = new Map([
  [0x06, 'islamic-tbla'],
  [0x07, 'buddhist'],
  [0x08, 'hebrew'],
  [0x16, 'persian'],
  [0x17, 'islamic-umalqura'],
]);

/** Parts of a code that hold letters without being date parts: literals, spacing, colours, locales, conditions. */
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/gs;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
const LOCALE = /\[\$([^\]-]*)(?:-([^\]]*))?\]/g;

/**
 * The text that a spreadsheet program shows for a stored number. `raw` is the number as the file holds it
 * (`1.010123456E9`), `code` its number format. Dates are ISO (`2024-01-31`, `2024-01-31 13:30`), those of another
 * calendar with the ISO date beside. Where the shown text does not say the number (`1.01E+09`, `050-123-4567`), the
 * number stands beside it in brackets. `raw` itself where it is no number.
 */
export function showNumber(raw: string, code = 'General', from1904 = false): string {
  // Most cells: a number that is shown as it is stored.
  if (isGeneral(code) && /^-?\d{1,15}$/.test(raw)) return raw;
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  const shape = shapeOf(code);
  if (shape === 'duration') return applyFormat(code, value) ?? showPlain(value);
  if (shape) return showDate(value, { code, shape, from1904 }) ?? showPlain(value);
  const text = isGeneral(code) ? undefined : applyFormat(code, value);
  if (text === undefined) return showPlain(value);
  return saysNumber(text, value) ? text : `${text} (${showPlain(value)})`;
}

const isGeneral = (code: string): boolean => code === '' || code === '@' || /^general$/i.test(code);

/** The number in full, to the 15 digits that spreadsheet programs keep. */
function showPlain(value: number): string {
  const number = Number(value.toPrecision(15));
  const text = String(number);
  if (!text.includes('e')) return text;
  if (Math.abs(number) >= 1) return number.toLocaleString('en-US', { useGrouping: false });
  return number.toFixed(Math.min(100, 15 + Number(/e-(\d+)/.exec(text)?.[1]))).replace(/0+$/, '');
}

/** The text by the library; undefined for codes that it does not understand. */
function applyFormat(code: string, value: number): string | undefined {
  // A locale would change the signs between digits, which spreadsheet programs take from the computer.
  const plain = code.replace(LOCALE, (_, currency: string) =>
    currency === '' ? '' : `"${currency.replaceAll('"', '')}"`,
  );
  // The library shows at most eleven digits of a general number that has a unit.
  const full = plain.replace(/general/gi, Number.isInteger(value) ? '0' : '0.##############');
  try {
    return format(full, value, { locale: 'en-US' }).replace(/\s+/g, ' ').trim();
  } catch {
    return undefined;
  }
}

/** Whether a shown text holds the number, rounded or as a percentage; so does a text without digits, which replaces it. */
function saysNumber(text: string, value: number): boolean {
  const numbers = text.replace(/(\d),(?=\d{3})/g, '$1').match(/\d+(?:\.\d*)?(?:E[+-]?\d+)?/g) ?? [];
  if (numbers.length === 0) return true;
  const size = Math.abs(value);
  return numbers.some((number) => {
    if (number.includes('E')) return false;
    const step = Math.max(10 ** -(number.split('.')[1]?.length ?? 0) * 0.500001, size * 1e-14);
    return [size, ...(text.includes('%') ? [size * 100] : [])].some(
      (target) => Math.abs(Number(number) - target) <= step,
    );
  });
}

const shapes = new Map<string, NumberShape | undefined>();
const MAX_SHAPES = 1_000;

function shapeOf(code: string): NumberShape | undefined {
  if (!shapes.has(code)) {
    if (shapes.size > MAX_SHAPES) shapes.clear();
    shapes.set(code, judgeShape(code));
  }
  return shapes.get(code);
}

function judgeShape(code: string): NumberShape | undefined {
  const section = code.split(';')[0] ?? '';
  if (ELAPSED.test(section)) return 'duration';
  const bare = section
    .replace(LITERALS, '')
    .toLowerCase()
    .replace(/general|e[+-]/g, '');
  if (/[0#?]/.test(bare.replace(/\.0+/g, ''))) return undefined;
  const hasTime = /[hs]/.test(bare);
  const hasDate = /[yd]/.test(bare) || (/m/.test(bare) && !hasTime);
  if (hasDate) return hasTime ? 'date-time' : 'date';
  // Minutes and seconds alone are a length of time.
  return hasTime ? (bare.includes('h') ? 'time' : 'duration') : undefined;
}

const DAY_MS = 86_400_000;

function showDate(
  value: number,
  { code, shape, from1904 }: { code: string; shape: NumberShape; from1904: boolean },
): string | undefined {
  // Day 60 is 29 February 1900, which never was; days before it are off by one.
  const days = from1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const date = new Date(Math.round((days - 25_569) * DAY_MS));
  if (value < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined;
  const [day = '', clock = ''] = date.toISOString().split('T');
  const time = clock.slice(0, clock.slice(6, 8) === '00' ? 5 : 8);
  if (shape === 'time') return time;
  const iso = shape === 'date' || time === '00:00' ? day : `${day} ${time}`;
  const calendar = calendarOf(code);
  return calendar ? `${showInCalendar(date, calendar, code)} (${iso})` : iso;
}

/** From `B2`, `[$-1170401]` (the calendar in the second byte) or `[$-ar-SA,17]`. */
function calendarOf(code: string): string | undefined {
  for (const [, , locale = ''] of code.matchAll(LOCALE)) {
    const [, digits] =
      /,([\da-f]+)$/i.exec(locale) ?? /^[\da-f]*?([\da-f]{2})[\da-f]{4}$/i.exec(locale) ?? [];
    const calendar = CALENDARS.get(Number.parseInt(digits ?? '', 16) & 0xff);
    if (calendar) return calendar;
  }
  return /b2/i.test(code.replace(LITERALS, '')) ? CALENDARS.get(0x06) : undefined;
}

/** Day, month and year in the order and form of the format code; months that it names are named in Arabic or Persian. */
function showInCalendar(date: Date, calendar: string, code: string): string {
  const language = calendar === 'persian' ? 'fa' : calendar.startsWith('islamic') ? 'ar' : 'en';
  const part = (options: Intl.DateTimeFormatOptions): string => {
    const parts = new Intl.DateTimeFormat(`${language}-u-ca-${calendar}-nu-latn`, {
      ...options,
      timeZone: 'UTC',
    });
    const type = Object.keys(options)[0];
    return parts.formatToParts(date).find((piece) => piece.type === type)?.value ?? '';
  };
  const section = (code.split(';')[0] ?? '').replace(/\[[^\]]*\]|_.|\*.|b2/gi, '');
  const shown = section.replace(
    /"([^"]*)"|\\(.)|d+|m+|y+|[hs]+(?:[:.]?[hms0]+)*|am\/pm/gi,
    (token, text, sign) => {
      if (text !== undefined || sign !== undefined) return text ?? sign;
      const length = token.length;
      const pad = (digits: string): string => (length === 2 ? digits.padStart(2, '0') : digits);
      if (/^d/i.test(token)) return length > 2 ? part({ weekday: 'long' }) : pad(part({ day: 'numeric' }));
      if (/^m/i.test(token)) return length > 2 ? part({ month: 'long' }) : pad(part({ month: 'numeric' }));
      if (/^y/i.test(token))
        return length > 2 ? part({ year: 'numeric' }) : part({ year: 'numeric' }).slice(-2);
      return '';
    },
  );
  return shown
    .replace(/[@;].*$/s, '')
    .replace(/\s+/g, ' ')
    .trim();
}
