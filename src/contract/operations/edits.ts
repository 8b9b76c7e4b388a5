/** Edits: a wrong sentence corrected, a passage switched off, text added. */

import * as z from 'zod/mini';
import {
  editListQuerySchema,
  editListSchema,
  editParams,
  editRequestSchema,
  passageBlocksSchema,
  passageParams,
} from '#contract/edits.ts';
import { HEADERS } from '#contract/headers.ts';
import { unitSchema } from '#contract/knowledge.ts';
import { botParams, idParam } from '#contract/params.ts';
import { edits, type Operation, reads } from './operation.ts';

const editsText = {
  ...edits,
  notFound: 'unit-not-found',
  requestHeaders: [HEADERS.ifMatch, HEADERS.knowledge],
  responseHeaders: [HEADERS.etag, HEADERS.draft],
  audited: { kind: 'unit', param: 'knowledgeId' },
  answer: { as: 'envelope', schema: unitSchema },
} as const;

export const passageBlocks = {
  ...reads,
  id: 'passageBlocks',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/passages/{ordinal}/blocks',
  summary: 'Returns the blocks and table rows that a passage is made of, for edits of them.',
  right: 'editKnowledge',
  params: passageParams,
  notFound: 'unit-not-found',
  answer: { as: 'envelope', schema: passageBlocksSchema },
  faults: ['passage-moved', 'passage-not-editable'],
} as const satisfies Operation;

export const listEdits = {
  ...reads,
  id: 'listEdits',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/edits',
  summary: 'Lists the edits of a unit, newest first, with what became of each.',
  right: 'readKnowledge',
  params: z.extend(botParams, { knowledgeId: idParam }),
  notFound: 'unit-not-found',
  query: editListQuerySchema,
  answer: { as: 'envelope', schema: editListSchema },
  example: { query: { limit: '25' } },
} as const satisfies Operation;

export const addEdit = {
  ...editsText,
  id: 'addEdit',
  addsData: true,
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/edits',
  summary:
    'Corrects, hides or adds text of a source apart from its file, and queues the unit, which goes on answering.',
  params: z.extend(botParams, { knowledgeId: idParam }),
  body: { form: 'json', schema: editRequestSchema },
  faults: ['stale-unit', 'passage-moved', 'edit-empty'],
  example: {
    body: {
      sourceId: 1,
      readingId: 1,
      changes: [
        {
          kind: 'replace',
          first: { block: 3, row: 0 },
          last: { block: 3, row: 0 },
          after: ['رسوم البطاقة 80 ريالًا.'],
        },
      ],
    },
  },
} as const satisfies Operation;

export const withdrawEdit = {
  ...editsText,
  id: 'withdrawEdit',
  method: 'DELETE',
  path: '/api/AIKnowledge/{botId}/{knowledgeId}/edits/{editId}',
  summary: 'Takes an edit back and queues the unit: the source speaks for itself again.',
  params: editParams,
  faults: ['stale-unit', 'edit-not-found'],
} as const satisfies Operation;
