/** Extensions: what readers made of files and pages. */
import * as z from 'zod/mini';
import { UNIT_LIMITS } from './limits.ts';
import { reasonSchema } from './unit-states.ts';

/** Ready units whose text an older reader read. */
export const olderReadingsSchema = z.object({ units: z.int() });

/** `queued`: units put in the queue. `remaining`: units left for another call. */
export const readAgainSchema = z.object({ queued: z.int(), remaining: z.int() });

const items = (length: number) =>
  z._default(
    z.array(z.string().check(z.maxLength(length))).check(z.maxLength(UNIT_LIMITS.knownPerCall)),
    () => [],
  );

/**
 * Paths of uploaded files and web addresses that no unit has yet. `passages`: how many passages are wanted, where one file or
 * address is named alone.
 */
export const dryReadingsQuerySchema = z.object({
  files: items(2000),
  addresses: items(UNIT_LIMITS.url),
  passages: z._default(z.int().check(z.gte(0), z.lte(UNIT_LIMITS.previewedPassages)), 0),
});

const DRY_STATES = ['waiting', 'reading', 'ended'] as const;

const dryPassageSchema = z.object({
  sectionTitle: z.string(),
  page: z.nullable(z.int()),
  text: z.string(),
});
export type DryPassage = z.infer<typeof dryPassageSchema>;

/**
 * What reading a file or an address before adding it gave. `title`: of the document itself, `languages`: BCP 47, the one of
 * most letters first; `reason`: why a unit of it would have no text; `textHash`: SHA-256 of its letters and digits, folded;
 * `passages`: the first ones, absent unless they were asked for. All of it is empty or null until the reading has ended.
 */
const dryReadingSchema = z.object({
  state: z.enum(DRY_STATES),
  title: z.nullable(z.string()),
  pages: z.nullable(z.int()),
  languages: z.array(z.string()),
  warnings: z.array(reasonSchema),
  reason: z.nullable(reasonSchema),
  textHash: z.nullable(z.string()),
  passages: z.optional(z.array(dryPassageSchema)),
});
export type DryReading = z.infer<typeof dryReadingSchema>;

/** As they were sent; without unknown files and what was never asked to be read. */
export const dryReadingsSchema = z.object({
  files: z.array(z.extend(dryReadingSchema, { file: z.string() })),
  addresses: z.array(z.extend(dryReadingSchema, { address: z.string() })),
});
export type DryReadings = z.infer<typeof dryReadingsSchema>;
