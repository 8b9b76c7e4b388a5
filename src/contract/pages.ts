/** Queries of lists and of stretches of days, as they stand in an address. */
import * as z from 'zod/mini';
import { PAGE_LIMITS } from './limits.ts';

/** A whole number written in digits, within bounds. */
export const numeral = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/)),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  );

/** Where a page begins, counted from 0, and how many items it has. */
export const pageQuery = {
  offset: z._default(numeral(0, 999_999_999), 0),
  limit: z._default(numeral(1, PAGE_LIMITS.max), PAGE_LIMITS.default),
};

/** A day of the calendar, `2026-11-21`; whose midnight it begins at is said beside it. */
export const daySchema = z.iso.date();
