/** Readings: what readers made of files and pages. */

import { botParams } from '#contract/params.ts';
import {
  dryReadingsQuerySchema,
  dryReadingsSchema,
  olderReadingsSchema,
  readAgainSchema,
} from '#contract/readings.ts';
import { edits, type Operation, reads } from './operation.ts';

const ofWhatIsAdded = {
  right: 'editKnowledge',
  method: 'POST',
  params: botParams,
  body: { form: 'json', schema: dryReadingsQuerySchema },
  answer: { as: 'envelope', schema: dryReadingsSchema },
  example: { body: { addresses: ['https://example.org/صفحة'] } },
} as const;

export const readDry = {
  ...edits,
  ...ofWhatIsAdded,
  id: 'readDry',
  addsData: true,
  path: '/api/AIKnowledge/{botId}/readings',
  summary:
    'Queues uploaded files and addresses to be read before they are added, which then takes the readings.',
} as const satisfies Operation;

export const getDryReadings = {
  ...reads,
  ...ofWhatIsAdded,
  id: 'getDryReadings',
  path: '/api/AIKnowledge/{botId}/readings/states',
  summary: 'Returns what is known of files and addresses that are read before a unit has them.',
} as const satisfies Operation;

export const countOlderReadings = {
  ...reads,
  id: 'countOlderReadings',
  path: '/api/AIKnowledge/{botId}/older-readings',
  summary: 'Counts the units whose text an older reader read.',
  right: 'readKnowledge',
  params: botParams,
  answer: { as: 'envelope', schema: olderReadingsSchema },
} as const satisfies Operation;

export const readWithNewReader = {
  ...edits,
  id: 'readWithNewReader',
  path: '/api/AIKnowledge/{botId}/older-readings',
  summary: 'Queues some hundred units whose text an older reader read, to be read again behind all others.',
  params: botParams,
  answer: { as: 'envelope', schema: readAgainSchema },
  audited: { kind: 'unit' },
} as const satisfies Operation;
