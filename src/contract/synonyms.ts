/** Extensions: synonym groups of a bot, each a set of interchangeable expressions, and their effect on questions. */
import * as z from 'zod/mini';
import { idSchema } from './knowledge.ts';
import { QUESTION_LIMIT, SYNONYM_LIMITS } from './limits.ts';
import { collapseWhitespace, nameSchema, withoutControlCharacters } from './names.ts';
import { paginationQuery } from './pagination.ts';

const { expressions, characters, note, questions, importCharacters } = SYNONYM_LIMITS;

/**
 * One expression, of at most 80 characters, white space collapsed. That it has one to six words is the gateway's to say,
 * since words are parted there as in search.
 */
const expressionSchema = nameSchema(characters);

/** A group as it is written: 2 to 20 expressions, and why they are one, at most 300 characters. */
export const synonymsSchema = z.object({
  expressions: z.array(expressionSchema).check(z.minLength(expressions.min), z.maxLength(expressions.max)),
  note: z._default(
    z.string().check(z.overwrite(collapseWhitespace), z.maxLength(note), withoutControlCharacters()),
    '',
  ),
});
export type Synonyms = z.output<typeof synonymsSchema>;

/** A group as it stands. `etag`: what `If-Match` of a change or a removal names. */
export const synonymGroupSchema = z.object({
  id: idSchema,
  expressions: z.array(z.string()),
  note: z.string(),
  createdOn: z.string(),
  modifiedOn: z.string(),
  etag: z.string(),
});
export type SynonymGroup = z.infer<typeof synonymGroupSchema>;

/** One page of the groups, last changed first; `total` is how many the search finds, `max` how many a bot may have. */
export const synonymListSchema = z.object({
  items: z.array(synonymGroupSchema),
  total: z.int().check(z.nonnegative()),
  max: z.int(),
});
export type SynonymList = z.infer<typeof synonymListSchema>;

/** Query of the list. `search` looks in expressions and notes, blind to tashkeel and hamza forms. */
export const synonymListQuerySchema = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  ...paginationQuery,
});

/** The removed group; adding it again makes a new group. */
export const synonymReceiptSchema = z.pick(synonymGroupSchema, { id: true, expressions: true, note: true });

/** `lines`: `دوام = ساعات العمل # note`, a group a line; `csv`: a group a row, its note in the first column. */
export const SYNONYM_FORMATS = ['csv', 'lines'] as const;
export type SynonymFormat = (typeof SYNONYM_FORMATS)[number];
/** Query of an export of all groups. */
export const synonymExportQuerySchema = z.object({ format: z._default(z.enum(SYNONYM_FORMATS), 'csv') });
/** All groups as one text. */
export const synonymExportSchema = z.object({
  format: z.enum(SYNONYM_FORMATS),
  groups: z.int(),
  text: z.string(),
});

/**
 * An import of groups in either format, recognised by content. `add` keeps existing groups; `replace` removes groups
 * missing from the text. `dryRun` reports the result without writing.
 */
export const synonymImportRequestSchema = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(importCharacters)),
  mode: z._default(z.enum(['add', 'replace']), 'add'),
  dryRun: z._default(z.boolean(), false),
});
export type SynonymImport = z.input<typeof synonymImportRequestSchema>;

/** Result of an import: groups added, already present and removed; `refused` counts faulty lines, which are skipped. */
export const synonymImportReportSchema = z.object({
  format: z.enum(SYNONYM_FORMATS),
  added: z.int(),
  known: z.int(),
  removed: z.int(),
  refused: z.int(),
  /** The first faulty lines: number from 1, text, and reason in the requested language. */
  lines: z.array(z.object({ line: z.int(), text: z.string(), fault: z.string(), message: z.string() })),
});
export type SynonymImportReport = z.infer<typeof synonymImportReportSchema>;

/**
 * Measures the effect of a group, saved or not. `groupId`: the group that the expressions replace, so that "before" is
 * the bot without it. Questions are searched like questions without index names, free of charge.
 */
export const synonymMeasureRequestSchema = z.object({
  expressions: z.array(expressionSchema).check(z.minLength(1), z.maxLength(expressions.max)),
  groupId: z.optional(idSchema),
  questions: z._default(
    z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(QUESTION_LIMIT)))
      .check(z.maxLength(questions)),
    [],
  ),
});

/** Number of passages and ready units with an expression, in any word forms. */
const expressionUseSchema = z.object({
  expression: z.string(),
  passages: z.int(),
  units: z.int(),
  /** False when search ignores all words of the expression, so that it has no effect. */
  searchable: z.boolean(),
  /** Index of an earlier expression that search already treats alike; null without one. */
  duplicateOf: z.nullable(z.int()),
});
export type ExpressionUse = z.infer<typeof expressionUseSchema>;

/** A passage in one of two rankings, with its rank in the other, from 1; null beyond the first 100. */
const movedPassageSchema = z.object({
  unitId: idSchema,
  title: z.string(),
  ordinal: z.int(),
  sectionTitle: z.string(),
  text: z.string(),
  score: z.number(),
  otherRank: z.nullable(z.int()),
});
export type MovedPassage = z.infer<typeof movedPassageSchema>;

/**
 * The first five passages of a question without the group and with it. `uses`: the question contains an expression of
 * the group.
 */
const questionEffectSchema = z.object({
  question: z.string(),
  uses: z.boolean(),
  before: z.array(movedPassageSchema),
  after: z.array(movedPassageSchema),
});
export type QuestionEffect = z.infer<typeof questionEffectSchema>;

/** Effect of synonyms: occurrences of the expressions, and rankings of questions with and without them. */
export const synonymMeasureSchema = z.object({
  units: z.int(),
  passages: z.int(),
  expressions: z.array(expressionUseSchema),
  questions: z.array(questionEffectSchema),
});
export type SynonymMeasure = z.infer<typeof synonymMeasureSchema>;
