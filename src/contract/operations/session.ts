/** Signing in with a code, and the key of the session. */
import {
  sessionSchema,
  signInRequestSchema,
  signInResponseSchema,
  signOutResponseSchema,
} from '#contract/session.ts';
import { manages, type Operation, reads } from './operation.ts';

const ofSession = { path: '/api/Session', right: 'any' } as const;

export const signIn = {
  ...manages,
  ...ofSession,
  id: 'signIn',
  summary: 'Exchanges a sign-in code, good once and for ten minutes, for a key.',
  credential: 'code',
  body: { form: 'json', schema: signInRequestSchema },
  answer: { as: 'envelope', schema: signInResponseSchema },
  audited: { kind: 'key' },
  example: { body: { code: 'a-code-that-nobody-printed' } },
} as const satisfies Operation;

export const session = {
  ...reads,
  ...ofSession,
  id: 'session',
  summary: 'Returns the key that asks, with its role, and the bots it is good for.',
  answer: { as: 'envelope', schema: sessionSchema },
} as const satisfies Operation;

export const signOut = {
  ...manages,
  ...ofSession,
  id: 'signOut',
  method: 'DELETE',
  summary: 'Revokes the key that asks if a sign-in code made it.',
  answer: { as: 'envelope', schema: signOutResponseSchema },
  audited: { kind: 'key' },
} as const satisfies Operation;
