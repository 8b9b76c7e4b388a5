/**
 * Extensions: tests, evaluations and verdicts. A test is a question that must keep passing; an evaluation asks the tests
 * of a bot over its present knowledge, free of charge. Answers are quoted, never written by a model.
 */
import * as z from 'zod/mini';
import { answerRequestSchema } from './answers.ts';
import { ANSWER_BANDS } from './headers.ts';
import { idSchema } from './knowledge.ts';
import { ANSWER_LIMITS, PAGE_LIMITS, TEST_DRAFT_LIMITS, TEST_LIMITS } from './limits.ts';
import { collapseWhitespace, nameSchema, withoutControlCharacters } from './names.ts';
import { queryInteger, within } from './pagination.ts';
import { idParam } from './params.ts';
import { RUN_VERDICTS, runParams, verdictsSchema } from './runs.ts';

const { name, tags, tag, quotes, quote, words, word, units, note } = TEST_LIMITS;

/**
 * Outcome of a test, best first. `weak`: all holds but the band, which is weak. `fails`: something stated does not hold.
 * `cannot-be-asked`: a unit that the test names is gone or not ready. `not-judged`: the answer does not say what the test
 * needs, or the test was not asked yet.
 */
export const TEST_OUTCOMES = ['passes', 'weak', 'fails', 'cannot-be-asked', 'not-judged'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

/** What an expectation can say of the band: `X-Answer-Band` at least as good, or that nothing is found. */
export const EXPECTED_BANDS = ['answered', 'weak-or-better', 'not-found'] as const;

const text = (maxLength: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength));
const someWords = z._default(z.array(text(word)).check(z.maxLength(words)), []);

/**
 * What a right answer has; every part must hold, and at least one part is stated. `quotes`: each quote stands in one of
 * the first `within` passages, or in two passages that are neighbours in their source. `contains`, `lacks`: words that
 * the answer has and has not. `units`: a quote stands in a passage of one of these units; needs `quotes`.
 */
export const expectationSchema = z.object({
  quotes: z._default(z.array(text(quote)).check(z.maxLength(quotes)), []),
  within: z._default(z.int().check(...within(ANSWER_LIMITS.Limit)), 3),
  contains: someWords,
  lacks: someWords,
  band: z._default(z.nullable(z.enum(EXPECTED_BANDS)), null),
  units: z._default(z.array(idSchema).check(z.maxLength(units)), []),
});
export type ExpectationInput = z.input<typeof expectationSchema>;
export type Expectation = z.output<typeof expectationSchema>;

/** How a test asks: the fields of an answer's request that change a quoted answer. Null: every ready unit. */
export const testRequestSchema = z.object({
  IndexNames: z._default(z.nullable(answerRequestSchema.shape.IndexNames), null),
  Limit: answerRequestSchema.shape.Limit,
  MaxLimit: answerRequestSchema.shape.MaxLimit,
  MaxOutputTokens: answerRequestSchema.shape.MaxOutputTokens,
});
export type TestRequest = z.output<typeof testRequestSchema>;

const setName = nameSchema(name);
const tagList = z.array(nameSchema(tag)).check(z.maxLength(tags));
export const noteSchema = z
  .string()
  .check(z.overwrite(collapseWhitespace), z.maxLength(note), withoutControlCharacters());

/** Path parameters. */
export const testParams = z.object({ botId: z.string(), testId: idParam });
export const testSetParams = z.object({ botId: z.string(), setId: idParam });
export const evaluationParams = z.object({ botId: z.string(), evaluationId: idParam });

/** Tests by outcome; `total` is their sum. */
const countsSchema = z.object({
  passes: z.int(),
  weak: z.int(),
  fails: z.int(),
  'cannot-be-asked': z.int(),
  'not-judged': z.int(),
  total: z.int(),
});
export type TestCounts = z.infer<typeof countsSchema>;

/** A set as it is made or changed; absent fields of a change stay. */
export const newTestSetSchema = z.object({ name: setName, tags: z._default(tagList, []) });
export const testSetChangeSchema = z.partial(z.object({ name: setName, tags: tagList }));
/** What becomes of the tests of a deleted set: they stay without a set, or are deleted. */
export const testSetDeletionQuerySchema = z.object({
  tests: z._default(z.enum(['keep', 'delete']), 'keep'),
});

/** Tests that belong together. `owner`: name of the key that made the set. */
export const testSetSchema = z.object({
  id: idSchema,
  name: z.string(),
  tags: z.array(z.string()),
  owner: z.string(),
  createdOn: z.string(),
  modifiedOn: z.string(),
  counts: countsSchema,
});
export type TestSet = z.infer<typeof testSetSchema>;
/** The deleted set, and how many of its tests were deleted with it. */
export const testSetReceiptSchema = z.object({ set: testSetSchema, deletedTests: z.int() });

/** Title of a unit, also of a deleted unit. */
const unitNameSchema = z.object({ id: z.int(), title: z.string() });

/**
 * Because of what an outcome or answer changed. `direct`: `units` changed and own a passage that the answer gained or
 * lost. Otherwise one of the changes between both states is the cause: `units` are the first of the changed ones, `more`
 * counts those beyond. No units: synonyms, answer settings or the gateway itself changed.
 */
const causeSchema = z.object({
  evaluationId: z.nullable(idSchema),
  direct: z.boolean(),
  units: z.array(unitNameSchema),
  more: z.int(),
});
export type TestCause = z.infer<typeof causeSchema>;

/** `asked`: by a person. `changed`: knowledge, synonyms or answer settings changed. `proof`: over drafts, see versions. */
export const EVALUATION_REASONS = ['changed', 'asked', 'proof'] as const;
export const EVALUATION_STATES = ['running', 'done', 'cancelled'] as const;

/** What drafts change for a kept question: no longer answered, answered now, or anything else that differs. */
export const QUESTION_CHANGES = ['unanswered', 'answered', 'changed'] as const;

/** Kept questions that a proof asks beside the tests, how many were asked, and what drafts change for them. */
export const questionCountsSchema = z.object({
  total: z.int(),
  asked: z.int(),
  unanswered: z.int(),
  answered: z.int(),
  changed: z.int(),
});
export type QuestionCounts = z.infer<typeof questionCountsSchema>;

/**
 * Tests asked over one state of the knowledge. `tests`: tests to ask, `asked`: how many were. `lost`: passed before and
 * do not now; `gained`: the opposite; `changed`: other answer or passages, same outcome. `units`: units that changed
 * since the evaluation before, at most 40, `more` beyond. `questions`: of a proof, else null.
 */
export const evaluationSchema = z.object({
  id: idSchema,
  reason: z.enum(EVALUATION_REASONS),
  state: z.enum(EVALUATION_STATES),
  startedOn: z.string(),
  endedOn: z.nullable(z.string()),
  /** Number of the state of the knowledge before and after; null: no evaluation was complete before. */
  from: z.nullable(z.int()),
  to: z.int(),
  tests: z.int(),
  asked: z.int(),
  lost: z.int(),
  gained: z.int(),
  changed: z.int(),
  questions: z.nullable(questionCountsSchema),
  units: z.array(unitNameSchema),
  more: z.int(),
});
export type Evaluation = z.infer<typeof evaluationSchema>;

/**
 * Everything that a page needs beside its tests: sets with counts, counts of the bot, counts of the tests without a set,
 * the newest evaluation, and the newest that lost tests. `pending`: changes wait for the next evaluation. `paused`:
 * evaluations of this bot are paused. `max`: tests and sets that a bot may have.
 */
const overview = {
  sets: z.array(testSetSchema),
  counts: countsSchema,
  withoutSet: countsSchema,
  evaluation: z.nullable(evaluationSchema),
  lastLoss: z.nullable(evaluationSchema),
  pending: z.boolean(),
  paused: z.boolean(),
  max: z.object({ tests: z.int(), sets: z.int() }),
};
/** All sets in the order of their names, without any question. */
export const testOverviewSchema = z.object(overview);
export type TestOverview = z.infer<typeof testOverviewSchema>;

/**
 * A test. `owner`: name of the key that made it; `mine`: made by the calling key or one that it replaced. `outcome` is so
 * since `since` because of `because`. `runId`: run of the answer that was judged, null where none is kept. `fromRunId`:
 * run that the test was made from. `askedOn`: last asked; null: never. `deletable`: whether the calling key may delete it.
 */
export const testSchema = z.object({
  id: idSchema,
  question: z.string(),
  request: z.object({
    IndexNames: z.nullable(z.array(z.string())),
    Limit: z.int(),
    MaxLimit: z.int(),
    MaxOutputTokens: z.int(),
  }),
  expectation: expectationSchema,
  setId: z.nullable(idSchema),
  tags: z.array(z.string()),
  owner: z.string(),
  mine: z.boolean(),
  createdOn: z.string(),
  modifiedOn: z.string(),
  outcome: z.enum(TEST_OUTCOMES),
  since: z.string(),
  because: z.nullable(causeSchema),
  askedOn: z.nullable(z.string()),
  runId: z.nullable(z.string()),
  fromRunId: z.nullable(z.string()),
  deletable: z.boolean(),
});
export type Test = z.infer<typeof testSchema>;

/**
 * Query of the list. `set`: id, or `none`. `search` looks in questions. Order: newest first, or those whose outcome changed last first. `before`: `next` of the page before, in the same order.
 */
export const testListQuerySchema = z.object({
  set: z.optional(z.union([z.literal('none'), z.string().check(z.regex(/^\d{1,15}$/))])),
  outcome: z.optional(z.enum(TEST_OUTCOMES)),
  tag: z.optional(z.string().check(z.maxLength(tag))),
  mine: z.optional(z.literal('true')),
  search: z.optional(z.string().check(z.maxLength(200))),
  order: z._default(z.enum(['newest', 'changed']), 'newest'),
  before: z.optional(z.string().check(z.regex(/^\d{1,15}-\d{1,15}$/))),
  limit: z._default(queryInteger(1, PAGE_LIMITS.max), PAGE_LIMITS.default),
});
/** `next`: where the next page begins; null after the last. */
export const testListSchema = z.object({
  items: z.array(testSchema),
  next: z.nullable(z.string()),
  ...overview,
});
export type TestList = z.infer<typeof testListSchema>;

/** How an expectation came about. `right`: a run was judged right. `passage`: a passage of a run was marked. */
export const EXPECTATION_ORIGINS = ['written', 'right', 'passage', 'edited', 'accepted'] as const;
/** One expectation that the test had, with its author. The newest is the present one. */
const historySchema = z.array(
  z.object({
    on: z.string(),
    by: z.string(),
    origin: z.enum(EXPECTATION_ORIGINS),
    runId: z.nullable(z.string()),
    expectation: expectationSchema,
  }),
);
/** A test with the history of its expectation, newest first, at most 50. */
export const testWithHistorySchema = z.extend(testSchema, { history: historySchema });
export type TestWithHistory = z.infer<typeof testWithHistorySchema>;

/**
 * Whether a test is kept, once it was asked: always, where it passes, or never (a try). Default: where it passes, so that
 * a test that does not pass is reported before it is kept.
 */
const keepSchema = z._default(z.enum(['always', 'if-passes', 'never']), 'if-passes');
export type KeepTest = z.input<typeof keepSchema>;

const placing = {
  setId: z._default(z.nullable(idSchema), null),
  tags: z._default(tagList, []),
  keep: keepSchema,
};

/**
 * A new test: `question` with `expectation`, or `run`, which gives question and request. Of a run `expectation` is taken
 * as it is written; without it `right` takes what the answer quotes, and its band, and `passage` takes `quotes`, and of
 * each of `documents` (by index from 0) the statement that is nearest to the question.
 */
const newTestFields = z.object({
  question: z.optional(answerRequestSchema.shape.Question),
  request: z.optional(testRequestSchema),
  expectation: z.optional(expectationSchema),
  run: z.optional(runParams.shape.runId),
  verdict: z._default(z.enum(['right', 'passage']), 'right'),
  documents: z._default(z.array(z.int().check(z.gte(0))).check(z.maxLength(quotes)), []),
  quotes: z._default(z.array(text(quote)).check(z.maxLength(quotes)), []),
  ...placing,
});
export const newTestSchema = newTestFields.check(({ value: { question, expectation, run }, issues }) => {
  if (run !== undefined) return;
  const require = (field: string, value: unknown, expected: 'string' | 'object') => {
    if (value === undefined) issues.push({ code: 'invalid_type', expected, input: value, path: [field] });
  };
  require('question', question, 'string');
  require('expectation', expectation, 'object');
});
export type NewTest = z.input<typeof newTestSchema>;

/** Absent fields stay. Another question, request or expectation is asked and judged at once. */
export const testChangeSchema = z.object({
  question: z.optional(answerRequestSchema.shape.Question),
  request: z.optional(testRequestSchema),
  expectation: z.optional(expectationSchema),
  setId: z.optional(z.nullable(idSchema)),
  tags: z.optional(tagList),
  keep: z._default(z.enum(['always', 'if-passes', 'never']), 'always'),
});
export type TestChange = z.input<typeof testChangeSchema>;

/** `run`: the answer to accept, such as one over drafts; absent: what the test is answered with now. */
export const acceptanceSchema = z.object({ run: z.optional(runParams.shape.runId) });

/** Parts of an expectation. */
export const EXPECTATION_PARTS = ['quotes', 'contains', 'lacks', 'band', 'units'] as const;

/** An answer as evaluations ask for it; fields are named as those of a run. */
const askedSchema = z.object({
  answer: z.string(),
  band: z.nullable(z.enum(ANSWER_BANDS)),
  certainty: z.nullable(z.number()),
  quoted: z.array(z.int()),
  documents: z.array(
    z.object({
      text: z.string(),
      score: z.number(),
      fileId: z.string(),
      sectionTitle: z.string(),
      unitId: z.int(),
      unitTitle: z.string(),
    }),
  ),
});

/**
 * Result of asking a test. `test`: as it is kept, null where it is not. `failures`: each part of the expectation that does
 * not hold, with the quote or words in question. `fault`: why it cannot be asked, in the language of the reader.
 */
export const testResultSchema = z.object({
  test: z.nullable(testSchema),
  outcome: z.enum(TEST_OUTCOMES),
  expectation: expectationSchema,
  failures: z.array(z.object({ part: z.enum(EXPECTATION_PARTS), value: z.string() })),
  asked: z.nullable(askedSchema),
  fault: z.nullable(z.object({ code: z.string(), status: z.int(), message: z.string() })),
});
export type TestResult = z.infer<typeof testResultSchema>;

/** How a draft came about: asked by the text, a row of a table, steps, things below a heading, or a stated amount. */
const TEST_DRAFT_KINDS = ['asked', 'row', 'how', 'what', 'fact'] as const;
/**
 * Units to draft tests from, all that can answer where no names are given. `after`: `next` of the answer before.
 * `perUnit`: drafts of a unit at most.
 */
export const testDraftsRequestSchema = z.object({
  IndexNames: z._default(z.nullable(answerRequestSchema.shape.IndexNames), null),
  after: z._default(z.int().check(z.gte(0)), 0),
  perUnit: z._default(z.int().check(...within(TEST_DRAFT_LIMITS.perUnit)), TEST_DRAFT_LIMITS.perUnit.default),
});
/** A question that a unit answers, in its language, with the statements that answer it. Questions of tests are left out. */
const testDraftSchema = z.object({
  question: z.string(),
  quotes: z.array(z.string()),
  kind: z.enum(TEST_DRAFT_KINDS),
  unitId: z.int(),
  unitTitle: z.string(),
  sectionTitle: z.string(),
});
export type TestDraft = z.infer<typeof testDraftSchema>;
/** Drafts of the next units by id. `units`: how many there are in all; `next`: null after the last of them. */
export const testDraftsSchema = z.object({
  items: z.array(testDraftSchema),
  units: z.int(),
  next: z.nullable(z.int()),
});

/** Query of evaluations, newest first. `changed`: only those that lost, gained or changed tests. */
export const evaluationListQuerySchema = z.object({
  changed: z.optional(z.literal('true')),
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  limit: z._default(queryInteger(1, PAGE_LIMITS.max), PAGE_LIMITS.default),
});
export const evaluationListSchema = z.object({
  items: z.array(evaluationSchema),
  next: z.nullable(z.string()),
});
export type EvaluationList = z.infer<typeof evaluationListSchema>;

/** `lost`: passed before, does not now. `gained`: passes now, did not before. `changed`: anything else that differs. */
export const TEST_CHANGES = ['lost', 'gained', 'changed'] as const;
const sideSchema = z.object({
  outcome: z.enum(TEST_OUTCOMES),
  band: z.nullable(z.enum(ANSWER_BANDS)),
  /** Null where no run is kept (any more). */
  runId: z.nullable(z.string()),
});
/** What an evaluation changed for one test. `question`: at that time. `exists`: false once the test was deleted. */
const evaluationChangeSchema = z.object({
  testId: idSchema,
  question: z.string(),
  exists: z.boolean(),
  change: z.enum(TEST_CHANGES),
  before: sideSchema,
  after: sideSchema,
  because: causeSchema,
});
export type EvaluationChange = z.infer<typeof evaluationChangeSchema>;
/** What drafts change for a kept question, which was asked so many `times` in 28 days. */
const questionChangeSchema = z.object({
  question: z.string(),
  times: z.int(),
  change: z.enum(QUESTION_CHANGES),
  before: z.omit(sideSchema, { outcome: true }),
  after: z.omit(sideSchema, { outcome: true }),
  because: causeSchema,
});
export type QuestionChange = z.infer<typeof questionChangeSchema>;
/** Query of the changes of an evaluation: lost ones first, then gained, then changed. */
export const evaluationQuerySchema = z.object({
  change: z.optional(z.enum(TEST_CHANGES)),
  before: z.optional(z.string().check(z.regex(/^\d{1,15}-\d{1,15}$/))),
  limit: z._default(queryInteger(1, PAGE_LIMITS.max), PAGE_LIMITS.default),
});
/** `questions`: on the first page, those that the calling key may read and that are still kept. */
export const evaluationDetailsSchema = z.object({
  evaluation: evaluationSchema,
  changes: z.array(evaluationChangeSchema),
  questions: z.array(questionChangeSchema),
  next: z.nullable(z.string()),
});
export type EvaluationDetails = z.infer<typeof evaluationDetailsSchema>;

/**
 * Judging a run. `right` keeps a test that is made of it as `createTest` does; `wrong` and null take back the test that
 * the same key's `right` made, unless it was changed since. Each key has one verdict of a run; null withdraws it.
 */
export const verdictRequestSchema = z.object({
  verdict: z.nullable(z.enum(RUN_VERDICTS)),
  note: z._default(noteSchema, ''),
  ...placing,
});
export type VerdictRequest = z.input<typeof verdictRequestSchema>;
/** All verdicts of the run, and what became of the test; null without one. */
export const verdictResultSchema = z.object({
  verdicts: verdictsSchema,
  result: z.nullable(testResultSchema),
});
export type VerdictResult = z.infer<typeof verdictResultSchema>;
