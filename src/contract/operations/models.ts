/** Model servers of a bot, and the vectors that its embeddings model makes. */

import * as z from 'zod/mini';
import {
  embeddingChangeSchema,
  embeddingProgressSchema,
  modelPurposeSchema,
  modelScopeQuerySchema,
  modelServerChangeSchema,
  modelServersSchema,
  modelTestResultSchema,
  modelTestSchema,
} from '#contract/models.ts';
import { botParams } from '#contract/params.ts';
import { manages, type Operation, reads } from './operation.ts';

const ofModels = { right: 'manageModels' } as const;
const managesModel = {
  ...manages,
  ...ofModels,
  path: '/api/Models/{botId}/{purpose}',
  params: z.extend(botParams, { purpose: modelPurposeSchema }),
  notFound: 'no-such-endpoint',
  answer: { as: 'envelope', schema: modelServersSchema },
  audited: { kind: 'model', param: 'purpose' },
} as const;

export const listModels = {
  ...reads,
  ...ofModels,
  id: 'listModels',
  path: '/api/Models/{botId}',
  summary: 'Lists the model servers by purpose, and which one is in force.',
  params: botParams,
  answer: { as: 'envelope', schema: modelServersSchema },
} as const satisfies Operation;

export const setModel = {
  ...managesModel,
  id: 'setModel',
  method: 'PUT',
  summary: 'Saves a model server for a bot or for all bots.',
  body: { form: 'json', schema: modelServerChangeSchema },
  faults: ['stale-model', 'model-address-refused', 'model-key-needed'],
  example: { body: { scope: 'bot', url: 'http://127.0.0.1:11434/v1', model: 'qwen' } },
} as const satisfies Operation;

export const removeModel = {
  ...managesModel,
  id: 'removeModel',
  method: 'DELETE',
  summary: 'Deletes the saved model server of a bot or of all bots.',
  query: modelScopeQuerySchema,
  faults: ['model-not-set'],
  example: { query: { scope: 'bot' } },
} as const satisfies Operation;

export const testModel = {
  ...managesModel,
  id: 'testModel',
  path: '/api/Models/{botId}/{purpose}/test',
  summary: 'Makes a real call to a draft, or to the model server in force, and returns the outcome.',
  body: { form: 'json', schema: modelTestSchema },
  answer: { as: 'envelope', schema: modelTestResultSchema },
  audited: null,
  faults: ['model-not-configured', 'model-key-lost', 'model-address-refused', 'model-key-needed'],
  example: { body: {} },
} as const satisfies Operation;

const ofProgress = {
  ...ofModels,
  path: '/api/Models/{botId}/embeddings/progress',
  params: botParams,
  answer: { as: 'envelope', schema: embeddingProgressSchema },
} as const;

export const embeddingProgress = {
  ...reads,
  ...ofProgress,
  id: 'embeddingProgress',
  summary: 'Returns how many passages have vectors of the embeddings model in force.',
} as const satisfies Operation;

export const pauseEmbedding = {
  ...manages,
  ...ofProgress,
  id: 'pauseEmbedding',
  method: 'PUT',
  summary: 'Pauses or resumes the making of vectors.',
  faults: ['embedding-paused-for-all'],
  body: { form: 'json', schema: embeddingChangeSchema },
  audited: { kind: 'model' },
  example: { body: { paused: true } },
} as const satisfies Operation;
