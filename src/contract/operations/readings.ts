/** Readings: what readers made of files and pages. */

import { botParams } from '#contract/params.ts';
import { olderReadingsSchema, readAgainSchema } from '#contract/readings.ts';
import { edits, type Operation, reads } from './operation.ts';

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
