/**
 * Extensions: reports of wrong answers. A report says why a run is wrong, goes to the owner of the cited unit, and closes
 * by itself once its test passes after a change of the knowledge.
 */
import * as z from 'zod/mini';
import { answerRequestSchema } from './answers.ts';
import { idSchema } from './knowledge.ts';
import { PAGE_LIMITS } from './limits.ts';
import { queryInteger } from './pagination.ts';
import { idParam } from './params.ts';
import { noteSchema, TEST_OUTCOMES, testRequestSchema } from './tests.ts';

/** Why an answer is wrong. */
export const REPORT_REASONS = [
  'wrong-passage',
  'out-of-date',
  'not-in-knowledge',
  'unclear',
  'should-have-refused',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_STATES = ['open', 'closed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** What a person closes a report with. */
export const HAND_CLOSINGS = ['repaired', 'answer-is-right', 'duplicate', 'other'] as const;
/** `test-passes`: by itself. `withdrawn`: the reporter took the verdict back. */
export const CLOSINGS = [...HAND_CLOSINGS, 'test-passes', 'withdrawn'] as const;
export type Closing = (typeof CLOSINGS)[number];

/** Path parameters of one report. */
export const reportParams = z.object({ botId: z.string(), reportId: idParam });

/**
 * A report as it is filed. Without `run` the question is asked as tests are, free of charge, and what comes back is kept
 * as the run. The same reporter has one report of a run: filing again changes and opens it.
 */
export const newReportSchema = z
  .object({
    run: z.optional(z.string().check(z.maxLength(100))),
    question: z.optional(answerRequestSchema.shape.Question),
    request: z._default(testRequestSchema, () => testRequestSchema.parse({})),
    reason: z.enum(REPORT_REASONS),
    note: z._default(noteSchema, ''),
  })
  .check(({ value: { run, question }, issues }) => {
    if (run === undefined && question === undefined)
      issues.push({ code: 'invalid_type', expected: 'string', input: question, path: ['question'] });
  });
export type NewReport = z.input<typeof newReportSchema>;

/** `other` needs a note. */
export const reportClosingSchema = z
  .object({ as: z.enum(HAND_CLOSINGS), note: z._default(noteSchema, '') })
  .check(({ value, issues }) => {
    if (value.as === 'other' && value.note === '')
      issues.push({ code: 'too_small', origin: 'string', minimum: 1, input: value.note, path: ['note'] });
  });
export type ReportClosing = z.input<typeof reportClosingSchema>;

/** A person by name. `mine`: the caller. */
const personSchema = z.object({ name: z.string(), mine: z.boolean() });

/**
 * A report. `runId`: null once the run is gone. `unit`: the first cited unit with the section, as they were. `owner`: of
 * that unit; an empty name: the owners of the bot. `timesAsked`: kept runs of the same question, counted to a hundred.
 * `test`: the test whose passing closes the report. `reopened`: closed before. `unseen`: closed since the reporter looked.
 */
export const reportSchema = z.object({
  id: idSchema,
  runId: z.nullable(z.string()),
  question: z.string(),
  reason: z.enum(REPORT_REASONS),
  note: z.string(),
  reporter: personSchema,
  owner: personSchema,
  reportedOn: z.string(),
  openedOn: z.string(),
  reopened: z.boolean(),
  state: z.enum(REPORT_STATES),
  unit: z.nullable(
    z.object({ id: z.int(), title: z.string(), sectionTitle: z.string(), exists: z.boolean() }),
  ),
  timesAsked: z.int(),
  test: z.nullable(z.object({ id: idSchema, outcome: z.enum(TEST_OUTCOMES) })),
  closing: z.nullable(
    z.object({
      as: z.enum(CLOSINGS),
      /** Empty where no person closed it. */
      by: z.string(),
      on: z.string(),
      note: z.string(),
      evaluationId: z.nullable(idSchema),
    }),
  ),
  unseen: z.boolean(),
});
export type Report = z.infer<typeof reportSchema>;

/** Query of the list, newest first. `of`: reports that the caller owns, or has filed. `before`: `next` of the page before. */
export const reportListQuerySchema = z.object({
  state: z._default(z.enum(REPORT_STATES), 'open'),
  of: z.optional(z.enum(['owner', 'reporter'])),
  reason: z.optional(z.enum(REPORT_REASONS)),
  /** Reports of one run. */
  run: z.optional(z.string().check(z.maxLength(100))),
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  limit: z._default(queryInteger(1, PAGE_LIMITS.max), PAGE_LIMITS.default),
});
/** Of the bot: open reports, open ones that the caller owns, and those of the caller that were closed unseen. */
const reportCountsSchema = z.object({ open: z.int(), mine: z.int(), unseen: z.int() });
export const reportListSchema = z.object({
  items: z.array(reportSchema),
  next: z.nullable(z.string()),
  counts: reportCountsSchema,
});
export type ReportList = z.infer<typeof reportListSchema>;

/** `Response` once the caller has seen what was closed: how many reports that were. */
export const reportsSeenSchema = z.object({ seen: z.int() });
