/** Synonyms of a bot: groups of expressions that questions may use for one another. */

import * as z from 'zod/mini';
import { HEADERS } from '#contract/headers.ts';
import { botParams, idParam } from '#contract/params.ts';
import {
  synonymExportQuerySchema,
  synonymExportSchema,
  synonymGroupSchema,
  synonymImportReportSchema,
  synonymImportRequestSchema,
  synonymListQuerySchema,
  synonymListSchema,
  synonymMeasureRequestSchema,
  synonymMeasureSchema,
  synonymReceiptSchema,
  synonymsSchema,
} from '#contract/synonyms.ts';
import { edits, manages, type Operation, reads } from './operation.ts';

const readsSynonyms = { ...reads, right: 'readKnowledge' } as const;
const ofOneGroup = {
  path: '/api/Synonyms/{botId}/{groupId}',
  params: z.extend(botParams, { groupId: idParam }),
  notFound: 'synonyms-not-found',
} as const;
const GROUP_FAULTS = ['synonyms-same', 'synonyms-without-words', 'synonyms-too-long'] as const;

export const listSynonyms = {
  ...readsSynonyms,
  id: 'listSynonyms',
  path: '/api/Synonyms/{botId}',
  summary: 'Lists the synonym groups of a bot, a page at a time.',
  params: botParams,
  query: synonymListQuerySchema,
  answer: { as: 'envelope', schema: synonymListSchema },
  example: { query: { search: 'دوام' } },
} as const satisfies Operation;

export const getSynonyms = {
  ...readsSynonyms,
  ...ofOneGroup,
  id: 'getSynonyms',
  summary: 'Returns a synonym group.',
  answer: { as: 'envelope', schema: synonymGroupSchema },
  responseHeaders: [HEADERS.etag],
} as const satisfies Operation;

export const addSynonyms = {
  ...edits,
  id: 'addSynonyms',
  path: '/api/Synonyms/{botId}',
  summary: 'Adds a synonym group.',
  params: botParams,
  body: { form: 'json', schema: synonymsSchema },
  answer: { as: 'envelope', schema: synonymGroupSchema },
  responseHeaders: [HEADERS.etag],
  audited: { kind: 'synonyms' },
  faults: [...GROUP_FAULTS, 'synonyms-known', 'synonyms-full'],
  example: { body: { expressions: ['دوام', 'ساعات العمل'], note: 'لهجة' } },
} as const satisfies Operation;

export const changeSynonyms = {
  ...edits,
  ...ofOneGroup,
  id: 'changeSynonyms',
  method: 'PUT',
  summary: 'Replaces a synonym group.',
  requestHeaders: [HEADERS.ifMatch],
  body: { form: 'json', schema: synonymsSchema },
  answer: { as: 'envelope', schema: synonymGroupSchema },
  responseHeaders: [HEADERS.etag],
  audited: { kind: 'synonyms', param: 'groupId' },
  faults: [...GROUP_FAULTS, 'synonyms-known', 'stale-synonyms'],
  example: { body: { expressions: ['رسوم', 'مصاريف'], note: '' } },
} as const satisfies Operation;

export const removeSynonyms = {
  ...edits,
  ...ofOneGroup,
  id: 'removeSynonyms',
  method: 'DELETE',
  summary: 'Deletes a synonym group and returns it as it was.',
  requestHeaders: [HEADERS.ifMatch],
  answer: { as: 'envelope', schema: synonymReceiptSchema },
  audited: { kind: 'synonyms', param: 'groupId' },
  faults: ['stale-synonyms'],
} as const satisfies Operation;

export const exportSynonyms = {
  ...readsSynonyms,
  id: 'exportSynonyms',
  path: '/api/Synonyms/{botId}/export',
  summary: 'Returns all synonym groups of a bot as CSV or lines.',
  params: botParams,
  query: synonymExportQuerySchema,
  answer: { as: 'envelope', schema: synonymExportSchema },
  example: { query: { format: 'lines' } },
} as const satisfies Operation;

export const importSynonyms = {
  ...edits,
  id: 'importSynonyms',
  addsData: true,
  path: '/api/Synonyms/{botId}/import',
  summary: 'Adds or replaces synonym groups from CSV or lines, or only checks the text.',
  params: botParams,
  body: { form: 'json', schema: synonymImportRequestSchema },
  answer: { as: 'envelope', schema: synonymImportReportSchema },
  audited: { kind: 'synonyms' },
  faults: ['synonyms-too-few', 'synonyms-full'],
  example: { body: { text: 'دوام = ساعات العمل', mode: 'add', dryRun: true } },
} as const satisfies Operation;

export const measureSynonyms = {
  ...manages,
  id: 'measureSynonyms',
  path: '/api/Synonyms/{botId}/measure',
  summary: 'Shows what a synonym group changes in the results of sample questions, free of charge.',
  right: 'ask',
  params: botParams,
  body: { form: 'json', schema: synonymMeasureRequestSchema },
  answer: { as: 'envelope', schema: synonymMeasureSchema },
  limited: true,
  faults: [...GROUP_FAULTS, 'synonyms-not-found', 'search-queue-full'],
  example: {
    body: { expressions: ['دوام', 'ساعات العمل'], questions: ['متى الدوام؟'] },
  },
} as const satisfies Operation;
