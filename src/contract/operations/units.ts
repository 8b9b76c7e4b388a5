/** Knowledge units: registration, reading, changing, deleting. */

import * as z from 'zod/mini';
import { binnedUnitSchema, binPageSchema, binQuerySchema } from '#contract/bin.ts';
import { HEADERS } from '#contract/headers.ts';
import {
  deletionQuerySchema,
  deletionReceiptSchema,
  knownLookupSchema,
  knownSchema,
  lenientRegistrationResponseSchema,
  lenientUnitListSchema,
  lenientUnitSchema,
  newSourceSchema,
  registrationResponseSchema,
  registrationSchema,
  restorationSchema,
  takenTitlesSchema,
  titleLookupSchema,
  unitListQuerySchema,
  unitListSchema,
  unitSchema,
  updateSchema,
} from '#contract/knowledge.ts';
import { botParams, idParam } from '#contract/params.ts';
import { ACCIDENT_CODES } from '#contract/reasons.ts';
import {
  heldUpdateSchema,
  knowledgeSummarySchema,
  ownedUnitSchema,
  passagePageSchema,
  passagesQuerySchema,
  unitAvailabilitySchema,
  unitDetailsSchema,
  unitOwnerSchema,
  unitStatesQuerySchema,
  unitStatesSchema,
  unitValiditySchema,
  updateDecisionSchema,
} from '#contract/unit-states.ts';
import { edits, type Operation, reads } from './operation.ts';

const readsUnits = { ...reads, right: 'readKnowledge' } as const;
const params = z.extend(botParams, { knowledgeId: idParam });
const ofOneUnit = {
  params,
  notFound: 'unit-not-found',
  responseHeaders: [HEADERS.etag, HEADERS.draft],
} as const;
const editsUnit = {
  ...edits,
  ...ofOneUnit,
  audited: { kind: 'unit', param: 'knowledgeId' },
} as const;
const SOURCE_FAULTS = [
  'file-not-found',
  'file-not-of-bot',
  'file-url-foreign',
  'file-size-differs',
  'file-not-readable',
  'url-not-allowed',
  'host-not-listed',
] as const;

export const registerUnit = {
  ...edits,
  id: 'registerUnit',
  addsData: true,
  path: '/api/AIKnowledge/{botId}',
  summary: 'Adds a knowledge unit from uploaded files or web addresses and queues its indexing.',
  kind: 'documented',
  params: botParams,
  body: { form: 'json', schema: registrationSchema },
  answer: {
    as: 'envelope',
    schema: registrationResponseSchema,
    lenient: lenientRegistrationResponseSchema,
  },
  idempotent: true,
  requestHeaders: [HEADERS.knowledge],
  audited: { kind: 'unit' },
  faults: ['title-taken', ...SOURCE_FAULTS],
  example: {
    body: { title: 'دليل الموظف', KnowledgeSource: 1, SourceContent: ['https://example.org/صفحة'] },
  },
} as const satisfies Operation;

export const getUnit = {
  ...readsUnits,
  id: 'getUnit',
  path: '/api/AIKnowledge/byId/{knowledgeId}',
  summary: 'Returns a knowledge unit with its status, without the envelope.',
  kind: 'documented',
  params: z.object({ knowledgeId: idParam }),
  notFound: 'unit-not-found',
  answer: { as: 'plain', schema: unitSchema, lenient: lenientUnitSchema },
  responseHeaders: [HEADERS.etag, HEADERS.draft],
} as const satisfies Operation;

export const listUnits = {
  ...readsUnits,
  id: 'listUnits',
  path: '/api/AIKnowledge/all/{botId}',
  summary: 'Lists the knowledge units of a bot, a page at a time.',
  params: botParams,
  query: unitListQuerySchema,
  answer: { as: 'envelope', schema: unitListSchema, lenient: lenientUnitListSchema },
  example: { query: { search: 'دليل', limit: '25' } },
} as const satisfies Operation;

export const findTakenTitles = {
  ...readsUnits,
  id: 'findTakenTitles',
  method: 'POST',
  path: '/api/AIKnowledge/{botId}/titles',
  summary: 'Returns which of the titles units of the bot have already, with the unit of each.',
  params: botParams,
  body: { form: 'json', schema: titleLookupSchema },
  answer: { as: 'envelope', schema: takenTitlesSchema },
  example: { body: { titles: ['دليل الموظف'] } },
} as const satisfies Operation;

export const findKnown = {
  ...readsUnits,
  id: 'findKnown',
  method: 'POST',
  path: '/api/AIKnowledge/{botId}/known',
  summary:
    'Returns which files, addresses, titles and texts the bot has already, with the units that have them.',
  params: botParams,
  body: { form: 'json', schema: knownLookupSchema },
  answer: { as: 'envelope', schema: knownSchema },
  example: { body: { addresses: ['https://example.org/صفحة'] } },
} as const satisfies Operation;

export const getUnitEnveloped = {
  ...readsUnits,
  ...ofOneUnit,
  id: 'getUnitEnveloped',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}',
  summary: 'Returns a knowledge unit with its status, in the envelope.',
  answer: { as: 'envelope', schema: unitSchema, lenient: lenientUnitSchema },
} as const satisfies Operation;

export const updateUnit = {
  ...editsUnit,
  id: 'updateUnit',
  addsData: { with: 'SourceContent' },
  method: 'PUT',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}',
  summary: 'Changes title, description or sources of a unit; new sources are indexed.',
  requestHeaders: [HEADERS.ifMatch, HEADERS.knowledge],
  body: { form: 'json', schema: updateSchema },
  answer: { as: 'envelope', schema: unitSchema, lenient: lenientUnitSchema },
  faults: ['title-taken', 'stale-unit', ...SOURCE_FAULTS],
  example: { body: { description: 'وصف' } },
} as const satisfies Operation;

const editsSources = {
  ...editsUnit,
  requestHeaders: [HEADERS.ifMatch, HEADERS.knowledge],
  answer: { as: 'envelope', schema: unitSchema },
} as const;

export const addSource = {
  ...editsSources,
  id: 'addSource',
  addsData: true,
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/sources',
  summary: 'Adds a source to a unit and queues the unit, which goes on answering.',
  body: { form: 'json', schema: newSourceSchema },
  faults: ['stale-unit', 'sources-full', ...SOURCE_FAULTS],
  example: { body: { KnowledgeSource: 1, SourceContent: 'https://example.org/صفحة' } },
} as const satisfies Operation;

export const replaceSource = {
  ...editsSources,
  id: 'replaceSource',
  addsData: true,
  method: 'PUT',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/sources/{sourceId}',
  summary: 'Replaces a source by a file or a web address and queues the unit, which goes on answering.',
  params: z.extend(params, { sourceId: idParam }),
  body: { form: 'json', schema: newSourceSchema },
  faults: ['stale-unit', 'source-not-found', ...SOURCE_FAULTS],
  example: { body: { KnowledgeSource: 1, SourceContent: 'https://example.org/صفحة' } },
} as const satisfies Operation;

export const removeSource = {
  ...editsSources,
  id: 'removeSource',
  method: 'DELETE',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/sources/{sourceId}',
  summary: 'Takes a source out of a unit and queues the unit; the last source of a unit stays.',
  params: z.extend(params, { sourceId: idParam }),
  faults: ['stale-unit', 'source-not-found', 'last-source'],
} as const satisfies Operation;

export const heldUpdate = {
  ...readsUnits,
  id: 'heldUpdate',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/sources/{sourceId}/update',
  summary: 'Returns a text that waits for a decision, beside the text that answers.',
  params: z.extend(params, { sourceId: idParam }),
  notFound: 'unit-not-found',
  answer: { as: 'envelope', schema: heldUpdateSchema },
  faults: ['source-not-found', 'update-not-held'],
} as const satisfies Operation;

export const decideUpdate = {
  ...editsUnit,
  id: 'decideUpdate',
  requestHeaders: [HEADERS.knowledge],
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/sources/{sourceId}/update',
  summary:
    'Takes the bytes that were read last as they are and queues the unit, or keeps the text that answers.',
  answer: { as: 'envelope', schema: unitSchema },
  params: z.extend(params, { sourceId: idParam }),
  body: { form: 'json', schema: updateDecisionSchema },
  faults: ['source-not-found', 'update-not-held'],
  example: { body: { take: true } },
} as const satisfies Operation;

export const withdrawAcceptance = {
  ...editsUnit,
  id: 'withdrawAcceptance',
  method: 'DELETE',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/sources/{sourceId}/accepted/{accident}',
  summary: 'Has newer copies of an address wait again for a kind of accident that was accepted for good.',
  answer: { as: 'envelope', schema: unitSchema },
  params: z.extend(params, { sourceId: idParam, accident: z.enum(ACCIDENT_CODES) }),
  faults: ['source-not-found'],
} as const satisfies Operation;

export const deleteUnit = {
  ...edits,
  id: 'deleteUnit',
  method: 'DELETE',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}',
  summary: 'Moves a unit to the bin for 30 days, or with `forever=true` deletes it with its files.',
  params,
  notFound: 'unit-not-found',
  query: deletionQuerySchema,
  answer: { as: 'envelope', schema: deletionReceiptSchema },
  audited: { kind: 'unit', param: 'knowledgeId' },
} as const satisfies Operation;

export const restoreUnit = {
  ...editsUnit,
  notFound: 'unit-not-in-bin',
  id: 'restoreUnit',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/restore',
  summary: 'Takes a unit out of the bin, under another title where its own was taken.',
  body: { form: 'optional-json', schema: restorationSchema },
  answer: { as: 'envelope', schema: unitSchema },
  faults: ['title-taken', 'file-not-found'],
  example: { body: { title: 'دليل الموظف' } },
} as const satisfies Operation;

export const listBin = {
  ...readsUnits,
  id: 'listBin',
  path: '/api/AIKnowledge/{botId}/bin',
  summary: 'Lists the deleted units that can be restored, a page at a time.',
  params: botParams,
  query: binQuerySchema,
  answer: { as: 'envelope', schema: binPageSchema },
  example: { query: { search: 'دليل', limit: '25' } },
} as const satisfies Operation;

export const getBinnedUnit = {
  ...readsUnits,
  id: 'getBinnedUnit',
  path: '/api/AIKnowledge/{botId}/bin/{knowledgeId}',
  summary:
    'Returns a deleted unit that can be restored: when it was deleted, by whom, and until when it is kept.',
  params,
  notFound: 'unit-not-in-bin',
  answer: { as: 'envelope', schema: binnedUnitSchema },
} as const satisfies Operation;

export const purgeUnit = {
  ...edits,
  id: 'purgeUnit',
  method: 'DELETE',
  path: '/api/AIKnowledge/{botId}/bin/{knowledgeId}',
  summary: 'Deletes a unit of the bin permanently with its files; one that was restored meanwhile is kept.',
  params,
  notFound: 'unit-not-in-bin',
  answer: { as: 'envelope', schema: deletionReceiptSchema },
  audited: { kind: 'unit', param: 'knowledgeId' },
} as const satisfies Operation;

export const reindexUnit = {
  ...editsUnit,
  id: 'reindexUnit',
  requestHeaders: [HEADERS.knowledge],
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/reindex',
  summary: 'Queues a unit for indexing again; until then it answers from its last index.',
  answer: { as: 'envelope', schema: unitSchema },
} as const satisfies Operation;

export const setUnitOwner = {
  ...editsUnit,
  id: 'setUnitOwner',
  method: 'PUT',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/owner',
  summary: 'Gives a unit another owner, or none; text, version and date of the unit stay.',
  responseHeaders: [],
  body: { form: 'json', schema: unitOwnerSchema },
  answer: { as: 'envelope', schema: ownedUnitSchema },
  faults: ['person-not-found'],
  example: { body: { personId: null } },
} as const satisfies Operation;

export const setUnitAvailability = {
  ...editsUnit,
  id: 'setUnitAvailability',
  method: 'PUT',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/availability',
  summary:
    'Switches a unit off or on, and sets from and until when it is valid; text, version and date of the unit stay.',
  responseHeaders: [],
  body: { form: 'json', schema: unitValiditySchema },
  answer: { as: 'envelope', schema: unitAvailabilitySchema },
  example: { body: { off: false, validFrom: null, validUntil: '2030-01-01T00:00:00+03:00' } },
} as const satisfies Operation;

export const unitDetails = {
  ...readsUnits,
  ...ofOneUnit,
  id: 'unitDetails',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/details',
  summary:
    'Returns all of a unit: progress, sources (with `X-Knowledge: draft` those of its draft), sections, questions.',
  requestHeaders: [HEADERS.knowledge],
  answer: { as: 'envelope', schema: unitDetailsSchema },
} as const satisfies Operation;

export const unitPassages = {
  ...readsUnits,
  id: 'unitPassages',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/passages',
  summary: 'Lists the passages of a unit in reading order, a page at a time.',
  params,
  notFound: 'unit-not-found',
  query: passagesQuerySchema,
  answer: { as: 'envelope', schema: passagePageSchema },
  example: { query: { offset: '0', limit: '25' } },
} as const satisfies Operation;

export const unitStates = {
  ...readsUnits,
  id: 'unitStates',
  path: '/api/AIKnowledge/{botId}/states',
  summary: 'Returns the indexing progress of up to 100 units.',
  params: botParams,
  query: unitStatesQuerySchema,
  answer: { as: 'envelope', schema: unitStatesSchema },
  example: { query: { ids: '1' } },
} as const satisfies Operation;

export const knowledgeSummary = {
  ...readsUnits,
  id: 'knowledgeSummary',
  path: '/api/AIKnowledge/{botId}/summary',
  summary: 'Counts the units of a bot by status and names the latest failures.',
  params: botParams,
  answer: { as: 'envelope', schema: knowledgeSummarySchema },
} as const satisfies Operation;
