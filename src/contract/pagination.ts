/** Queries of lists and of date ranges, as they stand in an address. */
import * as z from 'zod/mini';
import { PAGE_LIMITS } from './limits.ts';

/** The checks that keep a number within bounds, both included. */
export const within = ({ min, max }: { min: number; max: number }) => [z.gte(min), z.lte(max)] as const;

/** A whole number written in digits, within bounds. */
export const queryInteger = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/)),
    z.pipe(z.transform(Number), z.int().check(...within({ min, max }))),
  );

/** Where a page begins, counted from 0, and how many items it has. */
export const paginationQuery = {
  offset: z._default(queryInteger(0, 999_999_999), 0),
  limit: z._default(queryInteger(1, PAGE_LIMITS.max), PAGE_LIMITS.default),
};

/** A calendar day, `2026-11-21`; the field that uses it states the time zone. */
export const daySchema = z.iso.date();
