import { HEALTH_LIMITS, type HealthSample } from '#gateway/text/document.ts';
import { makeItem, type Mended } from './health-items.ts';

const DATE = /(?<![\p{Nd}/.-])(\p{Nd}{1,4})([/-])(\p{Nd}{1,2})\2(\p{Nd}{1,4})(?![\p{Nd}/-])/gu;

/** Dates whose digits stand back to front (4202/50/21 for 12/05/2024): no date as they are, one when turned around. */
export function mendReversedDates(lines: readonly string[]): Mended {
  const samples: HealthSample[] = [];
  let found = 0;
  const mended = lines.map((line) =>
    line.replace(DATE, (date) => {
      const turned = Array.from(date).reverse().join('');
      if (isDate(date) || !isDate(turned)) return date;
      found++;
      if (samples.length < HEALTH_LIMITS.samples) samples.push({ before: date, after: turned });
      return turned;
    }),
  );
  const item = makeItem('reversed-numbers', found, found, samples);
  return item ? { lines: mended, item } : { lines: mended };
}

function isDate(text: string): boolean {
  const parts = text.split(/[-/]/).map((part) => Array.from(part).map((digit) => digit.codePointAt(0)! & 15));
  const [first = 0, middle = 0, last = 0] = parts.map((digits) =>
    digits.reduce((sum, digit) => sum * 10 + digit, 0),
  );
  const [a = 0, , c = 0] = parts.map((digits) => digits.length);
  const isYear = (year: number, length: number): boolean => length === 4 && year >= 1000 && year <= 2199;
  const isDay = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12;
  if (isYear(first, a)) return isDay(last, middle) || isDay(middle, last);
  if (isYear(last, c)) return isDay(first, middle) || isDay(middle, first);
  // Two-digit years and numbers of other kinds read as well backwards: nothing can be said of them.
  return a < 4 && c < 4;
}
