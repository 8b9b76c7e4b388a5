/** Versions of units: what a unit said before, and the way back. */

import * as z from 'zod/mini';
import { HEADERS } from '#contract/headers.ts';
import { unitSchema } from '#contract/knowledge.ts';
import { botParams, idParam } from '#contract/params.ts';
import {
  discardReceiptSchema,
  discardRequestSchema,
  draftListQuerySchema,
  draftListSchema,
  proofRequestSchema,
  publicationRequestSchema,
  publicationSchema,
  publishedVersionsQuerySchema,
  publishedVersionsSchema,
  rollbackSchema,
  unscheduleRequestSchema,
  versionChangesQuerySchema,
  versionChangesSchema,
  versionListQuerySchema,
  versionListSchema,
  versionParams,
} from '#contract/versions.ts';
import { edits, type Operation, reads } from './operation.ts';

export const listVersions = {
  ...reads,
  id: 'listVersions',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/versions',
  summary: 'Lists the versions of a unit, newest first, with who made each of them and why.',
  right: 'readKnowledge',
  params: z.extend(botParams, { knowledgeId: idParam }),
  notFound: 'unit-not-found',
  query: versionListQuerySchema,
  answer: { as: 'envelope', schema: versionListSchema },
  example: { query: { limit: '25' } },
} as const satisfies Operation;

export const rollBack = {
  ...edits,
  id: 'rollBack',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/versions/{version}/restore',
  summary: 'Goes back to an earlier version of a unit, by a new version with its text.',
  params: versionParams,
  notFound: 'unit-not-found',
  requestHeaders: [HEADERS.ifMatch],
  responseHeaders: [HEADERS.etag],
  audited: { kind: 'unit', param: 'knowledgeId' },
  answer: { as: 'envelope', schema: z.extend(rollbackSchema, { unit: unitSchema }) },
  faults: ['version-not-found', 'version-live', 'version-not-kept', 'stale-unit'],
} as const satisfies Operation;

export const versionChanges = {
  ...reads,
  id: 'versionChanges',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/versions/{version}/changes',
  summary: 'Lists what a version of a unit changed, passage by passage, from the one before or any other.',
  right: 'readKnowledge',
  params: versionParams,
  notFound: 'unit-not-found',
  query: versionChangesQuerySchema,
  answer: { as: 'envelope', schema: versionChangesSchema },
  faults: ['version-not-found', 'version-not-kept'],
  example: { query: { from: '1', limit: '25' } },
} as const satisfies Operation;

export const recentVersions = {
  ...reads,
  id: 'recentVersions',
  path: '/api/AIKnowledge/{botId}/versions',
  summary: 'Lists the versions that were published since a day, over all units of the bot, latest first.',
  right: 'readKnowledge',
  params: botParams,
  query: publishedVersionsQuerySchema,
  answer: { as: 'envelope', schema: publishedVersionsSchema },
  example: { query: { since: '2026-11-23', limit: '25' } },
} as const satisfies Operation;

const ofDrafts = { params: botParams, path: '/api/Drafts/{botId}' } as const;
const DRAFT = { drafts: [{ unitId: 1, version: 2 }] };

export const listDrafts = {
  ...reads,
  ...ofDrafts,
  id: 'listDrafts',
  summary: 'Lists the drafts of a bot, newest first, with what they wait for and their proofs.',
  right: 'editKnowledge',
  query: draftListQuerySchema,
  answer: { as: 'envelope', schema: draftListSchema },
} as const satisfies Operation;

export const proveDrafts = {
  ...edits,
  id: 'proveDrafts',
  path: '/api/Drafts/{botId}/prove',
  params: botParams,
  summary:
    'Queues a proof: tests and frequent kept questions are asked as if these drafts were live together.',
  body: { form: 'json', schema: proofRequestSchema },
  answer: { as: 'envelope', schema: proofRequestSchema },
  faults: ['draft-moved', 'draft-not-indexed'],
  example: { body: DRAFT },
} as const satisfies Operation;

export const publishDrafts = {
  ...edits,
  id: 'publishDrafts',
  path: '/api/Drafts/{botId}/publish',
  params: botParams,
  summary:
    'Makes drafts live together, now or at a moment; tests are asked first where their proof is out of date.',
  body: { form: 'json', schema: publicationRequestSchema },
  audited: { kind: 'unit' },
  answer: { as: 'envelope', schema: publicationSchema },
  faults: ['draft-moved', 'publication-past'],
  example: { body: DRAFT },
} as const satisfies Operation;

export const unscheduleDrafts = {
  ...edits,
  id: 'unscheduleDrafts',
  path: '/api/Drafts/{botId}/unschedule',
  params: botParams,
  summary: 'Takes back the moment at which drafts go live: they wait for somebody to publish them.',
  body: { form: 'json', schema: unscheduleRequestSchema },
  audited: { kind: 'unit' },
  answer: { as: 'envelope', schema: unscheduleRequestSchema },
  faults: ['draft-moved'],
  example: { body: DRAFT },
} as const satisfies Operation;

export const discardDrafts = {
  ...edits,
  id: 'discardDrafts',
  path: '/api/Drafts/{botId}/discard',
  params: botParams,
  summary: 'Gives drafts up; what is live stays.',
  body: { form: 'json', schema: discardRequestSchema },
  audited: { kind: 'unit' },
  answer: { as: 'envelope', schema: discardReceiptSchema },
  faults: ['draft-moved'],
  example: { body: DRAFT },
} as const satisfies Operation;
