/** API keys of the installation. */

import * as z from 'zod/mini';
import {
  createdKeySchema,
  keyChangeSchema,
  newKeySchema,
  pauseSchema,
  revocationSchema,
  rotationSchema,
} from '#contract/keys.ts';
import { keyListQuerySchema, keyListSchema, keyViewSchema } from '#contract/session.ts';
import { manages, type Operation, reads } from './operation.ts';

const ofKeys = { path: '/api/Keys', right: 'manageKeys' } as const;
const ofKey = {
  ...ofKeys,
  path: '/api/Keys/{keyId}',
  params: z.object({ keyId: z.string() }),
  notFound: 'key-not-found',
  audited: { kind: 'key', param: 'keyId' },
} as const;

export const listKeys = {
  ...reads,
  ...ofKeys,
  id: 'listKeys',
  summary: 'Lists the keys that are good for the bot, or for all bots of the caller; never the secrets.',
  query: keyListQuerySchema,
  answer: { as: 'envelope', schema: keyListSchema },
} as const satisfies Operation;

export const createKey = {
  ...manages,
  ...ofKeys,
  id: 'createKey',
  summary: 'Creates a key; the answer shows its secret for the only time.',
  body: { form: 'json', schema: newKeySchema },
  answer: { as: 'envelope', schema: createdKeySchema },
  audited: { kind: 'key' },
  faults: ['key-without-bots', 'owner-key-capped', 'bot-not-found'],
  example: { body: { name: 'شاشة الاستقبال', role: 'tester', bots: [1] } },
} as const satisfies Operation;

export const changeKey = {
  ...manages,
  ...ofKey,
  id: 'changeKey',
  method: 'PUT',
  summary: 'Changes name, role, bots, caps, expiry or person of a key.',
  body: { form: 'json', schema: keyChangeSchema },
  answer: { as: 'envelope', schema: keyViewSchema },
  faults: [
    'key-without-bots',
    'owner-key-capped',
    'bot-not-found',
    'key-rotated',
    'last-owner-key',
    'person-not-found',
    'key-exceeds-person',
  ],
  example: { body: { name: 'مفتاح المكتب', expiresOn: '2027-01-01T00:00:00Z' } },
} as const satisfies Operation;

export const rotateKey = {
  ...manages,
  ...ofKey,
  id: 'rotateKey',
  path: '/api/Keys/{keyId}/rotate',
  summary: 'Creates the successor of a key, which stays valid for some hours more.',
  body: { form: 'optional-json', schema: rotationSchema },
  answer: { as: 'envelope', schema: createdKeySchema },
  faults: ['key-rotated', 'last-owner-key'],
  example: { body: { overlapHours: 24 } },
} as const satisfies Operation;

export const pauseKey = {
  ...manages,
  ...ofKey,
  id: 'pauseKey',
  method: 'PUT',
  path: '/api/Keys/{keyId}/pause',
  summary: 'Refuses calls with a key and with the keys that it replaced at once, until it is resumed.',
  body: { form: 'json', schema: pauseSchema },
  answer: { as: 'envelope', schema: keyViewSchema },
  faults: ['last-owner-key'],
  example: { body: { paused: true } },
} as const satisfies Operation;

export const revokeKey = {
  ...manages,
  ...ofKey,
  id: 'revokeKey',
  method: 'DELETE',
  summary: 'Revokes a key at once.',
  answer: { as: 'envelope', schema: revocationSchema },
  faults: ['last-owner-key'],
} as const satisfies Operation;
