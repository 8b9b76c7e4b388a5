import { isolateBidi } from './isolate-bidi.ts';
import type { Digits, Language } from './languages.ts';

/** Formatters that all obey one digit policy and one clock; made once per language, digit choice and time zone. */
export type Formats = {
  /** 6,412,880 */
  number: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** From a fraction: 0.641 is 64.1%. */
  percent: (fraction: number, fractionDigits?: number) => string;
  /** Decimal units: 189 B, 312 kB, 8.4 MB. */
  bytes: (bytes: number) => string;
  /** 95 ms, 2.4 s, 4 min 18 s */
  duration: (milliseconds: number) => string;
  /** The calendar day at a moment: 2026-11-21. */
  dayOf: (when: Date | string | number) => string;
  /** 09:41 */
  time: (when: Date | string | number) => string;
  /** 21 Nov; other years are written out: 21 Nov 2025. */
  date: (when: Date | string | number, now?: Date) => string;
  /** Of a calendar day, `2026-12-03`: Thursday 3 December, or short 3 Dec; with the year when it is not this one. */
  day: (day: string, length?: 'long' | 'short', now?: Date) => string;
  /** Today 09:39, Yesterday 17:20, 19 Nov 11:31 */
  moment: (when: Date | string | number, now?: Date) => string;
  /** Saturday, 21 November 2026 at 09:41:00 */
  full: (when: Date | string | number) => string;
  /** 3 minutes ago, tomorrow */
  relative: (when: Date | string | number, now?: Date) => string;
  /** a, b and c */
  list: (items: readonly string[], type?: 'conjunction' | 'disjunction') => string;
};

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
type MeasureUnit = (typeof byteUnits)[number] | 'millisecond' | 'second' | 'minute';

/** For English: its short names in Intl are not symbols ("189 byte", "2.6 secs"). */
const symbols: Record<MeasureUnit, string> = {
  byte: 'B',
  kilobyte: 'kB',
  megabyte: 'MB',
  gigabyte: 'GB',
  terabyte: 'TB',
  millisecond: 'ms',
  second: 's',
  minute: 'min',
};

const DAY = { day: 'numeric', month: 'short' } as const;

const relativeUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function localeTag(language: Language, digits: Digits): string {
  return `${language === 'ar' ? 'ar' : 'en-GB'}-u-ca-gregory-nu-${digits}`;
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

function capitalise(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

function createFormats(language: Language, digits: Digits, timeZone: string | undefined): Formats {
  const tag = localeTag(language, digits);
  const numberFormats = new Map<string, Intl.NumberFormat>();
  /** Made once: making one takes twenty times as long as formatting with it. */
  const numberFormat = (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    const format = numberFormats.get(key) ?? new Intl.NumberFormat(tag, options);
    numberFormats.set(key, format);
    return format;
  };
  const clock = new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const day = new Intl.DateTimeFormat(tag, { ...DAY, timeZone });
  // The parts of this locale's date form an ISO day.
  const isoDay = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  });
  const weekday = new Intl.DateTimeFormat(tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const dayOfYear = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
  const full = new Intl.DateTimeFormat(tag, {
    dateStyle: 'full',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone,
  });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });

  const dayOf = (when: Date | string | number): string => {
    const parts = isoDay.formatToParts(new Date(when));
    const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
    return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  };
  const yearOf = (when: Date | string | number) => dayOf(when).slice(0, 4);
  const date = (when: Date | string | number, now = new Date()) =>
    (yearOf(when) === yearOf(now) ? day : dayOfYear).format(new Date(when));
  const calendarDay = (isoDay: string, length: 'long' | 'short' = 'long', now = new Date()) => {
    // A day of the calendar is the same day everywhere: it is read and written in one zone.
    const when = new Date(`${isoDay}T00:00:00Z`);
    const yearless = length === 'long' ? weekday : new Intl.DateTimeFormat(tag, { ...DAY, timeZone: 'UTC' });
    // Arabic joins weekday and day without a comma in running text.
    const text = yearless.format(when).replace('،', '');
    const year = when.getUTCFullYear();
    if (String(year) === yearOf(now)) return text;
    return `${text} ${numberFormat({ useGrouping: false }).format(year)}`;
  };
  const unit = (name: MeasureUnit, value: number, fractionDigits: number) =>
    language === 'en'
      ? `${numberFormat({ maximumFractionDigits: fractionDigits }).format(value)} ${symbols[name]}`
      : numberFormat({
          style: 'unit',
          unit: name,
          unitDisplay: 'long',
          maximumFractionDigits: fractionDigits,
        })
          .format(value)
          // Intl leaves out the nunation that the words beside it have.
          .replace(/ثوان$/u, 'ثوانٍ');

  return {
    number: (value, options) => numberFormat(options).format(value),
    percent: (fraction, fractionDigits = 0) =>
      numberFormat({ style: 'percent', maximumFractionDigits: fractionDigits }).format(fraction),
    bytes: (bytes) => {
      const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
      const value = bytes / 1000 ** power;
      return unit(byteUnits[power] ?? 'byte', value, power >= 2 ? 1 : 0);
    },
    duration: (milliseconds) => {
      if (milliseconds < 100) return unit('millisecond', Math.round(milliseconds), 0);
      if (milliseconds < 59_950) return unit('second', milliseconds / 1000, milliseconds < 1000 ? 2 : 1);
      const seconds = Math.round(milliseconds / 1000);
      const minutes = unit('minute', Math.floor(seconds / 60), 0);
      const rest = seconds % 60;
      if (rest === 0) return minutes;
      return `${minutes}${language === 'ar' ? ' و' : ' '}${unit('second', rest, 0)}`;
    },
    dayOf,
    time: (when) => clock.format(new Date(when)),
    date,
    day: calendarDay,
    moment: (when, now = new Date()) => {
      const moment = new Date(when);
      const days = daysBetween(dayOf(now), dayOf(moment));
      const label = days === 0 || days === -1 ? capitalise(relative.format(days, 'day')) : date(moment, now);
      return `${label} ${clock.format(moment)}`;
    },
    full: (when) => full.format(new Date(when)),
    relative: (when, now = new Date()) => {
      const seconds = (new Date(when).getTime() - now.getTime()) / 1000;
      for (const [name, size] of relativeUnits) {
        if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), name);
      }
      return relative.format(0, 'second');
    },
    list: (items, type = 'conjunction') =>
      new Intl.ListFormat(tag, { type }).format(items.map((item) => isolateBidi(item, language))),
  };
}

const cache = new Map<string, Formats>();

/** `timeZone`: an IANA name; absent: the browser's time zone. */
export function formatsFor(language: Language, digits: Digits, timeZone?: string): Formats {
  const key = `${language} ${digits} ${timeZone ?? ''}`;
  const formats = cache.get(key) ?? createFormats(language, digits, timeZone);
  cache.set(key, formats);
  return formats;
}
