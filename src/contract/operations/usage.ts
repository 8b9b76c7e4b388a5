/** Usage of quota: now, over time, by consumer; failed and single requests. */
import { HEADERS } from '#contract/headers.ts';
import { botParams } from '#contract/params.ts';
import {
  callsQuerySchema,
  callsSchema,
  consumersQuerySchema,
  consumersSchema,
  failuresQuerySchema,
  failuresSchema,
  usageExportQuerySchema,
  usageHistoryQuerySchema,
  usageHistorySchema,
  usageOfBotsQuerySchema,
  usageOfBotsSchema,
  usageSchema,
} from '#contract/usage.ts';
import { type Operation, reads } from './operation.ts';

const reports = { ...reads, right: 'readReports' } as const;

export const usage = {
  ...reads,
  id: 'usage',
  path: '/api/Usage/{botId}',
  summary: 'Returns the ledgers of a bot: what was used, what is left, and how long it will last.',
  right: 'readQuota',
  params: botParams,
  answer: { as: 'envelope', schema: usageSchema },
} as const satisfies Operation;

export const usageOfBots = {
  ...reports,
  id: 'usageOfBots',
  path: '/api/Usage',
  summary: 'Returns the ledgers of every bot that the key is good for, a page at a time.',
  query: usageOfBotsQuerySchema,
  answer: { as: 'envelope', schema: usageOfBotsSchema },
  example: { query: { limit: '25' } },
} as const satisfies Operation;

export const usageHistory = {
  ...reports,
  id: 'usageHistory',
  path: '/api/Usage/{botId}/history',
  summary: 'Returns usage by day or hour, grouped by action, key or unit.',
  params: botParams,
  query: usageHistoryQuerySchema,
  answer: { as: 'envelope', schema: usageHistorySchema },
  faults: ['days-out-of-range'],
  example: { query: { ledger: 'text', by: 'action', step: 'day' } },
} as const satisfies Operation;

export const usageConsumers = {
  ...reports,
  id: 'usageConsumers',
  path: '/api/Usage/{botId}/consumers',
  summary: 'Lists keys, actions or units by usage, largest first.',
  params: botParams,
  query: consumersQuerySchema,
  answer: { as: 'envelope', schema: consumersSchema },
  faults: ['days-out-of-range'],
  example: { query: { by: 'key' } },
} as const satisfies Operation;

export const exportUsage = {
  ...reports,
  id: 'exportUsage',
  path: '/api/Usage/{botId}/export',
  summary:
    'Downloads usage as CSV: a row for each day, key and action, with fixed column names and raw numbers.',
  params: botParams,
  query: usageExportQuerySchema,
  answer: { as: 'file', types: ['text/csv'] },
  responseHeaders: [HEADERS.contentDisposition],
  faults: ['days-out-of-range'],
  example: { query: { ledger: 'text' } },
} as const satisfies Operation;

export const usageFailures = {
  ...reports,
  id: 'usageFailures',
  path: '/api/Usage/{botId}/failures',
  summary: 'Counts failed requests by day, status and fault code.',
  params: botParams,
  query: failuresQuerySchema,
  answer: { as: 'envelope', schema: failuresSchema },
  faults: ['days-out-of-range'],
} as const satisfies Operation;

export const usageCalls = {
  ...reports,
  id: 'usageCalls',
  path: '/api/Usage/{botId}/calls',
  summary: 'Lists single requests with their cost, newest first.',
  params: botParams,
  query: callsQuerySchema,
  answer: { as: 'envelope', schema: callsSchema },
  faults: ['days-out-of-range'],
  example: { query: { limit: '50' } },
} as const satisfies Operation;
