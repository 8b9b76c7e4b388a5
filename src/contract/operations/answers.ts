/** Question answering over indexed knowledge: whole, streamed, explained, and the context that answers may use. */

import * as z from 'zod/mini';
import {
  answerDocumentsEventSchema,
  answererEventSchema,
  answerFinalEventSchema,
  answerRequestSchema,
  answerSchema,
  bandEventSchema,
  chunkEventSchema,
  contextSchema,
  lenientAnswerSchema,
  runEventSchema,
  sentenceEventSchema,
  streamAnswerRequestSchema,
} from '#contract/answers.ts';
import { explainRequestSchema, explanationSchema } from '#contract/explanations.ts';
import { HEADERS } from '#contract/headers.ts';
import { botParams } from '#contract/params.ts';
import { INDEX_FAULTS, MODEL_FAULTS } from './faults.ts';
import { manages, type Operation, reads, spends } from './operation.ts';

const SEARCH_HEADERS = [
  HEADERS.answerer,
  HEADERS.answerKind,
  HEADERS.quotedDocuments,
  HEADERS.documentDates,
  HEADERS.skippedIndexes,
  HEADERS.answerSearch,
] as const;

export const answer = {
  ...spends,
  id: 'answer',
  path: '/api/v1/RAG/Answer',
  summary: 'Answers a question from indexed knowledge and returns the answer whole.',
  kind: 'documented',
  requestHeaders: [HEADERS.answerer, HEADERS.run, HEADERS.knowledge],
  body: { form: 'json', schema: answerRequestSchema, rules: { fixed: { IsStream: false } } },
  unnamedFields: ['MaxLimit', 'UpdateGlobal'],
  answer: { as: 'envelope', schema: answerSchema, lenient: lenientAnswerSchema },
  responseHeaders: [
    ...SEARCH_HEADERS,
    HEADERS.answerBand,
    HEADERS.answerCertainty,
    HEADERS.answerModel,
    HEADERS.answerFallback,
    HEADERS.answerSupport,
    HEADERS.run,
  ],
  faults: ['stream-flag', ...INDEX_FAULTS],
  example: { body: { Question: 'متى يبدأ الدوام؟' } },
} as const satisfies Operation;

export const streamAnswer = {
  ...spends,
  id: 'streamAnswer',
  path: '/api/v1/RAG/Stream/Answer',
  summary: 'Answers a question from indexed knowledge and streams sources and text.',
  kind: 'documented',
  requestHeaders: [HEADERS.answerer, HEADERS.answerDetail, HEADERS.run, HEADERS.knowledge],
  body: { form: 'json', schema: streamAnswerRequestSchema, rules: { fixed: { IsStream: true } } },
  unnamedFields: ['MaxLimit', 'UpdateGlobal'],
  answer: {
    as: 'events',
    event: z.union([
      answerDocumentsEventSchema,
      chunkEventSchema,
      answererEventSchema,
      sentenceEventSchema,
      bandEventSchema,
      runEventSchema,
    ]),
    last: answerFinalEventSchema,
  },
  responseHeaders: [...SEARCH_HEADERS, HEADERS.answerBand, HEADERS.answerCertainty],
  faults: ['stream-flag', ...INDEX_FAULTS, ...MODEL_FAULTS],
  example: { body: { Question: 'متى يبدأ الدوام؟', IndexNames: ['دليل الموظف'], IsStream: true } },
} as const satisfies Operation;

export const explainAnswer = {
  ...manages,
  id: 'explainAnswer',
  path: '/api/v1/RAG/Explain',
  summary: 'Explains how a question is read and why its passages rank as they do, free of charge.',
  right: 'ask',
  requestHeaders: [HEADERS.answerer, HEADERS.knowledge],
  body: { form: 'json', schema: explainRequestSchema },
  answer: { as: 'envelope', schema: explanationSchema },
  responseHeaders: SEARCH_HEADERS,
  limited: true,
  faults: INDEX_FAULTS,
  example: { body: { Question: 'متى يبدأ الدوام؟' } },
} as const satisfies Operation;

const ofContext = {
  ...reads,
  path: '/api/AIKnowledge/{botId}/context',
  right: 'ask',
  params: botParams,
  answer: { as: 'envelope', schema: contextSchema },
} as const;

export const readContext = {
  ...ofContext,
  id: 'readContext',
  summary: 'Returns the context of bot and key that `UpdateGlobal` reads and feeds.',
} as const satisfies Operation;

export const clearContext = {
  ...ofContext,
  id: 'clearContext',
  method: 'DELETE',
  summary: 'Clears the context of bot and key.',
} as const satisfies Operation;
