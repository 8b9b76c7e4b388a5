/** Extension: statements of a bot that say one thing with other numbers, found in the background. */
import * as z from 'zod/mini';
import { paginationQuery } from './pagination.ts';
import { botParams, idParam } from './params.ts';

/** `dismissed`: a person said that the two are no contradiction. */
export const CONTRADICTION_STATES = ['open', 'dismissed'] as const;
export type ContradictionState = (typeof CONTRADICTION_STATES)[number];

export const contradictionParams = z.extend(botParams, { contradictionId: idParam });

export const contradictionListQuerySchema = z.object({
  state: z._default(z.enum(CONTRADICTION_STATES), 'open'),
  ...paginationQuery,
});

/** A row or sentence of a unit. `ordinal`: of its passage; `textOn`: the date of the text. */
const contradictingSchema = z.object({
  unitId: z.int(),
  sourceId: z.int(),
  title: z.string(),
  ordinal: z.int(),
  section: z.string(),
  quote: z.string(),
  textOn: z.nullable(z.string()),
});

/** Two statements of two units, or of one, that are worded the same but for numbers. */
export const contradictionSchema = z.object({
  id: z.int(),
  state: z.enum(CONTRADICTION_STATES),
  foundOn: z.string(),
  newer: contradictingSchema,
  older: contradictingSchema,
  dismissedBy: z.nullable(z.string()),
  dismissedOn: z.nullable(z.string()),
});
export type Contradiction = z.infer<typeof contradictionSchema>;

/** The newest text first. */
export const contradictionListSchema = z.object({ items: z.array(contradictionSchema), total: z.int() });

/** False takes a dismissal back. */
export const dismissalSchema = z.object({ dismissed: z.boolean() });
