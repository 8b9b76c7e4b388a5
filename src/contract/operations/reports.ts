/** Reports of wrong answers, and what kept questions say of the knowledge. */
import { bandsByDaySchema, citedUnitsSchema, gapListQuerySchema, gapListSchema } from '#contract/gaps.ts';
import { botParams } from '#contract/params.ts';
import {
  newReportSchema,
  reportClosingSchema,
  reportListQuerySchema,
  reportListSchema,
  reportParams,
  reportSchema,
  reportsSeenSchema,
} from '#contract/reports.ts';
import { INDEX_FAULTS } from './faults.ts';
import { edits, type Operation, reads } from './operation.ts';

const ofReports = { path: '/api/Reports/{botId}', params: botParams } as const;

export const createReport = {
  ...edits,
  ...ofReports,
  id: 'createReport',
  summary: 'Reports that a run is wrong, and judges it so; or asks a question and reports what comes back.',
  right: 'editTests',
  body: { form: 'json', schema: newReportSchema, rules: { atLeastOne: ['run', 'question'] } },
  answer: { as: 'envelope', schema: reportSchema },
  audited: { kind: 'report' },
  addsData: true,
  faults: ['run-not-found', ...INDEX_FAULTS],
  example: { body: { question: 'متى يبدأ الدوام؟', reason: 'out-of-date', note: 'الرسوم قديمة' } },
} as const satisfies Operation;

export const listReports = {
  ...reads,
  ...ofReports,
  id: 'listReports',
  summary: 'Lists the reports of a bot, newest first, a page at a time.',
  right: 'readInbox',
  query: reportListQuerySchema,
  answer: { as: 'envelope', schema: reportListSchema },
  example: { query: { state: 'open', of: 'owner' } },
} as const satisfies Operation;

export const closeReport = {
  ...edits,
  id: 'closeReport',
  path: '/api/Reports/{botId}/{reportId}/close',
  summary: 'Closes an open report with a reason, and tells webhooks.',
  right: 'closeReports',
  params: reportParams,
  notFound: 'report-not-found',
  body: { form: 'json', schema: reportClosingSchema },
  answer: { as: 'envelope', schema: reportSchema },
  audited: { kind: 'report', param: 'reportId' },
  faults: ['report-closed'],
  example: { body: { as: 'repaired', note: 'حُدّثت الرسوم' } },
} as const satisfies Operation;

export const markReportsSeen = {
  ...reads,
  method: 'POST',
  id: 'markReportsSeen',
  path: '/api/Reports/{botId}/seen',
  summary: 'Marks the closed reports of the caller as seen.',
  right: 'readInbox',
  params: botParams,
  answer: { as: 'envelope', schema: reportsSeenSchema },
} as const satisfies Operation;

export const listGaps = {
  ...reads,
  id: 'listGaps',
  path: '/api/Gaps/{botId}',
  summary: 'Groups the kept questions of 28 days that had no answer or a weak one, most asked first.',
  right: 'readRuns',
  params: botParams,
  query: gapListQuerySchema,
  answer: { as: 'envelope', schema: gapListSchema },
  example: { query: { limit: '10' } },
} as const satisfies Operation;

export const citedUnits = {
  ...reads,
  id: 'citedUnits',
  path: '/api/Gaps/{botId}/units',
  summary: 'Counts which units the kept answers of 28 days cite, and names ready units that none cites.',
  right: 'readRuns',
  params: botParams,
  answer: { as: 'envelope', schema: citedUnitsSchema },
} as const satisfies Operation;

export const bandsByDay = {
  ...reads,
  id: 'bandsByDay',
  path: '/api/Gaps/{botId}/days',
  summary: 'Counts the kept runs of the last 28 days by day and band.',
  right: 'readRuns',
  params: botParams,
  answer: { as: 'envelope', schema: bandsByDaySchema },
} as const satisfies Operation;
