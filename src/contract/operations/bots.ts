/** Bots of the installation, each with its own quota and knowledge. */

import * as z from 'zod/mini';
import {
  botChangeSchema,
  botListQuerySchema,
  botListSchema,
  botReceiptSchema,
  botSchema,
  newBotSchema,
} from '#contract/bots.ts';
import { HEADERS } from '#contract/headers.ts';
import { deletionQuerySchema } from '#contract/knowledge.ts';
import { idParam } from '#contract/params.ts';
import { manages, type Operation, reads } from './operation.ts';

const managesBot = {
  ...manages,
  path: '/api/Bots/{id}',
  right: 'manageBots',
  params: z.object({ id: idParam }),
  notFound: 'bot-not-found',
  audited: { kind: 'bot', param: 'id' },
} as const;
const answersBot = {
  answer: { as: 'envelope', schema: botSchema },
  responseHeaders: [HEADERS.etag],
} as const;

export const listBots = {
  ...reads,
  id: 'listBots',
  path: '/api/Bots',
  summary: 'Lists the bots that the key is good for, a page at a time.',
  right: 'readQuota',
  query: botListQuerySchema,
  answer: { as: 'envelope', schema: botListSchema },
  example: { query: { search: 'الدعم' } },
} as const satisfies Operation;

export const createBot = {
  ...manages,
  ...answersBot,
  id: 'createBot',
  path: '/api/Bots',
  summary: 'Creates a bot with its quota, period and time zone.',
  right: 'manageBots',
  body: { form: 'json', schema: newBotSchema },
  audited: { kind: 'bot' },
  example: { body: { name: 'بوت الموارد البشرية', zone: 'Asia/Riyadh', period: 'monthly' } },
} as const satisfies Operation;

export const changeBot = {
  ...managesBot,
  ...answersBot,
  id: 'changeBot',
  method: 'PUT',
  summary: 'Changes name, quotas, period, time zone or limits of a bot.',
  requestHeaders: [HEADERS.ifMatch],
  body: { form: 'json', schema: botChangeSchema },
  faults: ['stale-bot'],
  example: {
    body: { name: 'بوت الدعم', quotas: { text: 500, speech: null }, allowedHosts: ['*.example.org'] },
  },
} as const satisfies Operation;

export const archiveBot = {
  ...managesBot,
  ...answersBot,
  id: 'archiveBot',
  path: '/api/Bots/{id}/archive',
  summary: 'Archives a bot: it can be read, but neither asked nor changed.',
} as const satisfies Operation;

export const restoreBot = {
  ...managesBot,
  ...answersBot,
  id: 'restoreBot',
  path: '/api/Bots/{id}/restore',
  summary: 'Takes a bot out of the archive or the bin.',
} as const satisfies Operation;

export const deleteBot = {
  ...managesBot,
  id: 'deleteBot',
  method: 'DELETE',
  summary: 'Moves a bot to the bin for 30 days, or with `forever=true` deletes it with all it holds.',
  query: deletionQuerySchema,
  answer: { as: 'envelope', schema: botReceiptSchema },
  faults: ['bot-from-settings', 'last-bot'],
} as const satisfies Operation;
