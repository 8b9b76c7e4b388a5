/** Contradictions of the knowledge. */
import {
  contradictionListQuerySchema,
  contradictionListSchema,
  contradictionParams,
  contradictionSchema,
  dismissalSchema,
} from '#contract/contradictions.ts';
import { botParams } from '#contract/params.ts';
import { edits, type Operation, reads } from './operation.ts';

export const listContradictions = {
  ...reads,
  id: 'listContradictions',
  path: '/api/Contradictions/{botId}',
  summary: 'Lists statements of the knowledge that say one thing with other numbers, the newest text first.',
  right: 'readInbox',
  params: botParams,
  query: contradictionListQuerySchema,
  answer: { as: 'envelope', schema: contradictionListSchema },
  example: { query: { state: 'open', limit: '10' } },
} as const satisfies Operation;

export const dismissContradiction = {
  ...edits,
  id: 'dismissContradiction',
  path: '/api/Contradictions/{botId}/{contradictionId}/dismiss',
  summary:
    'Says that two statements are no contradiction, as long as both stay worded so, or takes that back.',
  right: 'closeReports',
  params: contradictionParams,
  notFound: 'contradiction-not-found',
  body: { form: 'json', schema: dismissalSchema },
  answer: { as: 'envelope', schema: contradictionSchema },
  audited: { kind: 'contradiction', param: 'contradictionId' },
  example: { body: { dismissed: true } },
} as const satisfies Operation;
