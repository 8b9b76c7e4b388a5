/** Background work: indexing, deliveries, vectors and upkeep. */

import {
  jobKindParams,
  jobKindsQuerySchema,
  jobKindsSchema,
  jobListQuerySchema,
  jobListSchema,
  jobParams,
  jobPauseSchema,
  jobSchema,
} from '#contract/jobs.ts';
import { manages, type Operation, reads } from './operation.ts';

export const listJobs = {
  ...reads,
  id: 'listJobs',
  path: '/api/Jobs',
  summary: 'Lists background jobs of the bots that the key is good for, or of one of them, a page at a time.',
  right: 'readReports',
  query: jobListQuerySchema,
  answer: { as: 'envelope', schema: jobListSchema },
  faults: ['bot-not-found'],
  example: { query: { kind: 'index', state: 'waiting' } },
} as const satisfies Operation;

export const listJobKinds = {
  ...reads,
  id: 'listJobKinds',
  path: '/api/Jobs/kinds',
  summary: 'Counts background jobs by kind, and says which kinds are paused.',
  right: 'readKnowledge',
  query: jobKindsQuerySchema,
  answer: { as: 'envelope', schema: jobKindsSchema },
  faults: ['bot-not-found'],
  example: { query: { bot: '1' } },
} as const satisfies Operation;

/** The kind of the job needs its own right beside: `JOB_RIGHTS`. */
const managesJob = {
  ...manages,
  right: 'editKnowledge',
  params: jobParams,
  notFound: 'job-not-found',
  answer: { as: 'envelope', schema: jobSchema },
  audited: { kind: 'job', param: 'subject' },
  faults: ['bot-not-found'],
} as const;

export const cancelJob = {
  ...managesJob,
  id: 'cancelJob',
  method: 'DELETE',
  path: '/api/Jobs/{id}/{kind}/{subject}',
  summary: 'Cancels a job, also one under way, and returns it as it was.',
  faults: ['bot-not-found', 'job-recurring'],
} as const satisfies Operation;

export const retryJob = {
  ...managesJob,
  id: 'retryJob',
  path: '/api/Jobs/{id}/{kind}/{subject}/retry',
  summary: 'Lets a job that waits begin now, with all its tries ahead.',
  faults: ['bot-not-found', 'job-running'],
} as const satisfies Operation;

export const putJobFirst = {
  ...managesJob,
  id: 'putJobFirst',
  path: '/api/Jobs/{id}/{kind}/{subject}/first',
  summary: 'Puts a job before the others of its bot and kind.',
} as const satisfies Operation;

export const pauseJobs = {
  ...managesJob,
  id: 'pauseJobs',
  method: 'PUT',
  path: '/api/Jobs/{id}/{kind}',
  summary: 'Pauses or resumes a kind of job for one bot, or with 0 for every bot.',
  params: jobKindParams,
  body: { form: 'json', schema: jobPauseSchema },
  answer: { as: 'envelope', schema: jobPauseSchema },
  audited: { kind: 'job', param: 'kind' },
  example: { body: { paused: true } },
} as const satisfies Operation;
