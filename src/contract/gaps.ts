/** Extensions: what kept questions say of the knowledge: gaps, cited units, outcomes by day. */
import * as z from 'zod/mini';
import { ANSWER_BANDS } from './headers.ts';
import { paginationQuery } from './pagination.ts';

/** Days that all of them look back. */
export const GAP_DAYS = 28;

/**
 * Questions that were asked in like words, without an answer or with a weak one. `question`: the one asked most. `times`:
 * kept runs; `runs`: the newest of them.
 */
const gapSchema = z.object({
  question: z.string(),
  times: z.int(),
  notFound: z.int(),
  lastOn: z.string(),
  runs: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      askedOn: z.string(),
      band: z.enum(['weak', 'not-found']),
    }),
  ),
});
export type Gap = z.infer<typeof gapSchema>;

export const gapListQuerySchema = z.object(paginationQuery);
/**
 * Most asked first. `read`: runs that were grouped; `partial`: there are older ones within the days, which were not.
 * `programs`: the bot keeps questions of other programs, and the caller may read them; else those of the dashboard are all.
 */
export const gapListSchema = z.object({
  items: z.array(gapSchema),
  total: z.int(),
  read: z.int(),
  partial: z.boolean(),
  programs: z.boolean(),
});
export type GapList = z.infer<typeof gapListSchema>;

const citedUnitSchema = z.object({ id: z.int(), title: z.string() });
/**
 * Units that answers cite, most cited first, and ready units that none of these answers cites, in the order of their
 * titles. `read`: answers that were looked at; `partial`: there are older ones within the days, which were not.
 */
export const citedUnitsSchema = z.object({
  most: z.array(z.extend(citedUnitSchema, { times: z.int(), exists: z.boolean() })),
  never: z.array(citedUnitSchema),
  neverTotal: z.int(),
  read: z.int(),
  partial: z.boolean(),
});
export type CitedUnits = z.infer<typeof citedUnitsSchema>;

/** Kept runs of each of the last 28 days of the bot's zone by band; runs without a band failed or were cut. */
export const bandsByDaySchema = z.object({
  zone: z.string(),
  days: z.array(z.string()),
  series: z.array(z.object({ band: z.nullable(z.enum(ANSWER_BANDS)), counts: z.array(z.int()) })),
  total: z.int(),
});
export type BandsByDay = z.infer<typeof bandsByDaySchema>;
