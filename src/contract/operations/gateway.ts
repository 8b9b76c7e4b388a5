/** Operations on the gateway itself. */

import * as z from 'zod/mini';
import { capabilitiesSchema, lenientCapabilitiesSchema } from '#contract/capabilities.ts';
import { type Operation, reads } from './operation.ts';

export const capabilities = {
  ...reads,
  id: 'capabilities',
  path: '/api/Capabilities',
  summary: 'Returns limits, accepted file types, models and extensions of the gateway.',
  right: 'any',
  answer: { as: 'envelope', schema: capabilitiesSchema, lenient: lenientCapabilitiesSchema },
} as const satisfies Operation;

export const openApi = {
  ...reads,
  id: 'openApi',
  path: '/api/openapi.json',
  summary: 'Returns this description of the API.',
  right: 'any',
  credential: 'none',
  answer: { as: 'plain', schema: z.looseObject({ openapi: z.string() }) },
} as const satisfies Operation;
