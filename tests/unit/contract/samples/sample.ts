import type * as z from 'zod/mini';

/** A shape, a sample of it, and what breaks it: path to a value, and the value that may not stand there. */
export type Sample = [
  name: string,
  schema: z.ZodMiniType,
  valid: unknown,
  broken: [path: string, value: unknown][],
];

export const MISSING = Symbol('missing');

export const document = {
  text: 'نص',
  score: 0.7,
  metadata: { file_id: '1/a/دليل.pdf', 'Section Title': 'أ › ب' },
};

export const unit = {
  id: 7,
  title: 'دليل',
  description: 'وصف',
  botId: 1,
  createdOn: '2026-11-21T09:00:00.000Z',
  modifiedOn: '2026-11-21T09:00:00.000Z',
  sourceStatus: 2,
  aiKnowledgeSources: [{ id: 3, knowledgeSource: 0, content: 'https://x.example/%D8%AF.pdf' }],
};
