/** Extension: the bin, which keeps deleted units for a while. */
import * as z from 'zod/mini';
import { unitSchema } from './knowledge.ts';
import { paginationQuery } from './pagination.ts';

/** A deleted unit that can be restored until `purgesOn`, when it is deleted permanently. */
export const binnedUnitSchema = z.extend(unitSchema, {
  deletedOn: z.iso.datetime(),
  purgesOn: z.iso.datetime(),
  /** Name of the key that deleted it; null where it is not known or not for the caller's role. */
  deletedBy: z.nullable(z.string()),
});
export type BinnedUnit = z.infer<typeof binnedUnitSchema>;

/** One page of the bin; `total` counts all that match. */
export const binPageSchema = z.object({
  items: z.array(binnedUnitSchema),
  total: z.int().check(z.nonnegative()),
});
export type BinPage = z.infer<typeof binPageSchema>;

/** Orders of the bin; `-` is descending. */
export const BIN_SORTS = ['-deletedOn', 'deletedOn', 'title', '-title'] as const;
export type BinSort = (typeof BIN_SORTS)[number];

/** `search` as in the list of units; `ids=1,2,3`, at most a page of them: only these. */
export const binQuerySchema = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  ids: z.optional(z.string().check(z.regex(/^\d{1,15}(,\d{1,15}){0,99}$/))),
  ...paginationQuery,
  sort: z._default(z.enum(BIN_SORTS), '-deletedOn'),
});
