/** Tests of a bot, their sets, and evaluations, which ask them over the present knowledge. */
import { botParams } from '#contract/params.ts';
import { runParams } from '#contract/runs.ts';
import {
  acceptanceSchema,
  evaluationDetailsSchema,
  evaluationListQuerySchema,
  evaluationListSchema,
  evaluationParams,
  evaluationQuerySchema,
  newTestSchema,
  newTestSetSchema,
  testChangeSchema,
  testDraftsRequestSchema,
  testDraftsSchema,
  testListQuerySchema,
  testListSchema,
  testOverviewSchema,
  testParams,
  testResultSchema,
  testSchema,
  testSetChangeSchema,
  testSetDeletionQuerySchema,
  testSetParams,
  testSetReceiptSchema,
  testSetSchema,
  testWithHistorySchema,
  verdictRequestSchema,
  verdictResultSchema,
} from '#contract/tests.ts';
import { SELECTION_FAULTS } from './faults.ts';
import { edits, type Operation, reads } from './operation.ts';

const ofTests = { path: '/api/Tests/{botId}', params: botParams } as const;
const ofTest = {
  path: '/api/Tests/{botId}/{testId}',
  params: testParams,
  notFound: 'test-not-found',
} as const;
const ofSet = {
  path: '/api/Tests/{botId}/sets/{setId}',
  params: testSetParams,
  notFound: 'test-set-not-found',
} as const;
/** Tests are asked at once, in the queue of all questions. */
const asks = { ...edits, right: 'editTests', addsData: true } as const;
const ASKING_FAULTS = ['search-queue-full', 'test-set-not-found', 'expectation-empty'] as const;

export const listTestSets = {
  ...reads,
  id: 'listTestSets',
  path: '/api/Tests/{botId}/sets',
  summary: 'Lists the test sets of a bot, with the number of tests by outcome.',
  right: 'readTestCounts',
  params: botParams,
  answer: { as: 'envelope', schema: testOverviewSchema },
} as const satisfies Operation;

export const createTestSet = {
  ...edits,
  id: 'createTestSet',
  path: '/api/Tests/{botId}/sets',
  summary: 'Creates a test set.',
  right: 'editTests',
  params: botParams,
  body: { form: 'json', schema: newTestSetSchema },
  answer: { as: 'envelope', schema: testSetSchema },
  audited: { kind: 'test-set' },
  addsData: true,
  faults: ['test-sets-full', 'test-set-known'],
  example: { body: { name: 'أسئلة الرسوم', tags: ['رسوم'] } },
} as const satisfies Operation;

export const updateTestSet = {
  ...edits,
  ...ofSet,
  id: 'updateTestSet',
  method: 'PUT',
  summary: 'Changes name or tags of a test set.',
  right: 'manageTests',
  body: { form: 'json', schema: testSetChangeSchema },
  answer: { as: 'envelope', schema: testSetSchema },
  audited: { kind: 'test-set', param: 'setId' },
  faults: ['test-set-known'],
  example: { body: { name: 'أسئلة الرسوم 2027' } },
} as const satisfies Operation;

export const deleteTestSet = {
  ...edits,
  ...ofSet,
  id: 'deleteTestSet',
  method: 'DELETE',
  summary: 'Deletes a test set; its tests stay without a set or are deleted with it.',
  right: 'manageTests',
  query: testSetDeletionQuerySchema,
  answer: { as: 'envelope', schema: testSetReceiptSchema },
  audited: { kind: 'test-set', param: 'setId' },
  example: { query: { tests: 'keep' } },
} as const satisfies Operation;

export const listTests = {
  ...reads,
  ...ofTests,
  id: 'listTests',
  summary: 'Lists the tests of a bot, a page at a time, with its sets and the newest evaluation.',
  right: 'readTests',
  query: testListQuerySchema,
  answer: { as: 'envelope', schema: testListSchema },
  example: { query: { outcome: 'fails', search: 'الرسوم' } },
} as const satisfies Operation;

export const draftTests = {
  ...reads,
  ...ofTests,
  id: 'draftTests',
  method: 'POST',
  path: '/api/Tests/{botId}/drafts',
  summary: 'Drafts tests from the text of units, ten units at a time, without asking or keeping them.',
  right: 'editTests',
  body: { form: 'json', schema: testDraftsRequestSchema },
  answer: { as: 'envelope', schema: testDraftsSchema },
  faults: SELECTION_FAULTS,
  example: { body: { perUnit: 50 } },
} as const satisfies Operation;

export const getTest = {
  ...reads,
  ...ofTest,
  id: 'getTest',
  summary: 'Returns a test with the history of its expectation.',
  right: 'readTests',
  answer: { as: 'envelope', schema: testWithHistorySchema },
} as const satisfies Operation;

export const createTest = {
  ...asks,
  ...ofTests,
  id: 'createTest',
  summary: 'Asks and judges a new test, free of charge, and keeps it.',
  body: { form: 'json', schema: newTestSchema, rules: { atLeastOne: ['expectation', 'run'] } },
  answer: { as: 'envelope', schema: testResultSchema },
  audited: { kind: 'test' },
  faults: [...ASKING_FAULTS, 'tests-full', 'run-not-found', 'run-not-testable'],
  example: {
    body: {
      question: 'متى يبدأ الدوام؟',
      expectation: { quotes: ['يبدأ الدوام الساعة الثامنة'], band: 'answered' },
      keep: 'always',
    },
  },
} as const satisfies Operation;

export const updateTest = {
  ...asks,
  ...ofTest,
  id: 'updateTest',
  method: 'PUT',
  summary: 'Changes a test, and asks and judges it where another answer may be right.',
  body: { form: 'json', schema: testChangeSchema },
  answer: { as: 'envelope', schema: testResultSchema },
  audited: { kind: 'test', param: 'testId' },
  faults: ASKING_FAULTS,
  example: { body: { expectation: { contains: ['8:00'] } } },
} as const satisfies Operation;

export const deleteTest = {
  ...edits,
  ...ofTest,
  id: 'deleteTest',
  method: 'DELETE',
  summary: 'Deletes a test and returns it as it was; testers delete tests of their own key.',
  right: 'editTests',
  answer: { as: 'envelope', schema: testSchema },
  audited: { kind: 'test', param: 'testId' },
} as const satisfies Operation;

export const acceptAnswer = {
  ...asks,
  ...ofTest,
  id: 'acceptAnswer',
  path: '/api/Tests/{botId}/{testId}/accept',
  summary: 'Makes an answer of a test its expectation; the one before stays in its history.',
  body: { form: 'optional-json', schema: acceptanceSchema },
  answer: { as: 'envelope', schema: testResultSchema },
  audited: { kind: 'test', param: 'testId' },
  faults: ['search-queue-full', 'run-not-found', 'run-not-testable'],
  example: { body: {} },
} as const satisfies Operation;

export const evaluate = {
  ...edits,
  id: 'evaluate',
  path: '/api/Tests/{botId}/evaluate',
  summary: 'Lets all tests of a bot be asked now, free of charge.',
  right: 'editTests',
  params: botParams,
  answer: { as: 'envelope', schema: testOverviewSchema },
  audited: { kind: 'test' },
} as const satisfies Operation;

export const listEvaluations = {
  ...reads,
  id: 'listEvaluations',
  path: '/api/Tests/{botId}/evaluations',
  summary: 'Lists the evaluations of a bot, newest first, a page at a time.',
  right: 'readTestCounts',
  params: botParams,
  query: evaluationListQuerySchema,
  answer: { as: 'envelope', schema: evaluationListSchema },
  example: { query: { changed: 'true' } },
} as const satisfies Operation;

export const getEvaluation = {
  ...reads,
  id: 'getEvaluation',
  path: '/api/Tests/{botId}/evaluations/{evaluationId}',
  summary: 'Returns an evaluation with the tests that it changed, lost ones first, a page at a time.',
  right: 'readTests',
  params: evaluationParams,
  notFound: 'evaluation-not-found',
  query: evaluationQuerySchema,
  answer: { as: 'envelope', schema: evaluationDetailsSchema },
  example: { query: { change: 'lost' } },
} as const satisfies Operation;

export const setVerdict = {
  ...asks,
  id: 'setVerdict',
  method: 'PUT',
  path: '/api/Runs/{botId}/{runId}/verdict',
  summary: 'Judges a run as right, wrong or neither; right keeps a test.',
  params: runParams,
  notFound: 'run-not-found',
  body: { form: 'json', schema: verdictRequestSchema },
  answer: { as: 'envelope', schema: verdictResultSchema },
  audited: { kind: 'run', param: 'runId' },
  faults: ['search-queue-full', 'test-set-not-found', 'tests-full'],
  example: { body: { verdict: 'wrong', note: 'الرسوم قديمة' } },
} as const satisfies Operation;
