/** Runs: questions with their answers and passages, kept as they were. */
import { botParams } from '#contract/params.ts';
import {
  runDeletionSchema,
  runListQuerySchema,
  runListSchema,
  runParams,
  runSchema,
} from '#contract/runs.ts';
import { manages, type Operation, reads } from './operation.ts';

export const listRuns = {
  ...reads,
  id: 'listRuns',
  path: '/api/Runs/{botId}',
  summary: 'Lists the runs of a bot, newest first, a page at a time.',
  right: 'readRuns',
  params: botParams,
  query: runListQuerySchema,
  answer: { as: 'envelope', schema: runListSchema },
  example: { query: { search: 'الدوام', mine: 'true' } },
} as const satisfies Operation;

export const getRun = {
  ...reads,
  id: 'getRun',
  path: '/api/Runs/{botId}/{runId}',
  summary: 'Returns a run with its passages as they were, and says which of them changed since.',
  right: 'readRuns',
  params: runParams,
  notFound: 'run-not-found',
  answer: { as: 'envelope', schema: runSchema },
} as const satisfies Operation;

export const deleteRun = {
  ...manages,
  id: 'deleteRun',
  method: 'DELETE',
  path: '/api/Runs/{botId}/{runId}',
  summary: 'Deletes a run for good.',
  right: 'deleteRuns',
  params: runParams,
  notFound: 'run-not-found',
  answer: { as: 'envelope', schema: runDeletionSchema },
  audited: { kind: 'run', param: 'runId' },
} as const satisfies Operation;
