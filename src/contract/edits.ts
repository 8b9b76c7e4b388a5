/** Extensions: edits of what was read of a source. The file stays as it is, and a new reading of it keeps them. */
import * as z from 'zod/mini';
import { idSchema } from './knowledge.ts';
import { EDIT_LIMITS } from './limits.ts';
import { paginationQuery } from './pagination.ts';
import { botParams, idParam } from './params.ts';

/** `hide`: the text is in no answer. `insert`: paragraphs after it. */
const EDIT_KINDS = ['hide', 'replace', 'insert'] as const;

/** `row` of the header of a table. */
export const HEADER_ROW = -1;

/** A block of a reading, from 0, or a row of a table, from 0, or its header, -1; `row` is 0 of other blocks. */
const placeSchema = z.object({
  block: z.int().check(z.nonnegative()),
  row: z.int().check(z.gte(HEADER_ROW)),
});
export type BlockPlace = z.infer<typeof placeSchema>;

/**
 * A block of a passage with the edits applied. A row of a table has `cells` and `header`. The header of a table is listed
 * before the rows, in every passage of the table.
 */
const passageBlockSchema = z.extend(placeSchema, {
  kind: z.enum(['heading', 'paragraph', 'list-item', 'table']),
  text: z.string(),
  cells: z.nullable(z.array(z.string())),
  header: z.nullable(z.array(z.string())),
  /** Of the edit by which its text was replaced. */
  editId: z.nullable(z.int()),
});
export type PassageBlock = z.infer<typeof passageBlockSchema>;
export const passageBlocksSchema = z.object({
  sourceId: z.int(),
  readingId: z.int(),
  items: z.array(passageBlockSchema),
});
export type PassageBlocks = z.infer<typeof passageBlocksSchema>;
export const passageParams = z.extend(botParams, {
  knowledgeId: idParam,
  ordinal: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.pipe(z.transform(Number), z.int())),
});

/** `after`: the new text, or an item a cell of a row; the paragraphs to add; nothing of what is hidden. Ends are included. */
const editChangeSchema = z.object({
  kind: z.enum(EDIT_KINDS),
  first: placeSchema,
  last: placeSchema,
  after: z._default(z.array(z.string().check(z.maxLength(EDIT_LIMITS.characters))), []),
});
export type EditChange = z.input<typeof editChangeSchema>;
/** `readingId`: the reading that the places are of. */
export const editRequestSchema = z.object({
  sourceId: idSchema,
  readingId: idSchema,
  changes: z.array(editChangeSchema).check(z.minLength(1), z.maxLength(EDIT_LIMITS.changesPerCall)),
});
export type EditRequest = z.input<typeof editRequestSchema>;

/**
 * `waiting`: it takes effect with the next version. `draft`: the draft has it. `ended`: the source says the same now.
 * `conflict`: the source says something else in its place now, see `now`. `withdrawn`: it was taken back, or given up.
 */
export const EDIT_STATES = ['waiting', 'applied', 'draft', 'ended', 'conflict', 'withdrawn'] as const;

const editSchema = z.object({
  id: idSchema,
  sourceId: z.int(),
  kind: z.enum(EDIT_KINDS),
  state: z.enum(EDIT_STATES),
  /** Name of the key or person. */
  by: z.nullable(z.string()),
  madeOn: z.iso.datetime(),
  /** Text of the source when the edit was made; of an added text what it follows. */
  before: z.string(),
  after: z.string(),
  /** Of a conflict: what stands in its place; null where that cannot be told. */
  now: z.nullable(z.string()),
});
export type TextEdit = z.infer<typeof editSchema>;
/** Edits in conflict first, then newest first. */
export const editListSchema = z.object({ items: z.array(editSchema), total: z.int() });
export const editListQuerySchema = z.object(paginationQuery);
export const editParams = z.extend(botParams, { knowledgeId: idParam, editId: idParam });
