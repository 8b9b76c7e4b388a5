/** People, who sign in by links. */
import * as z from 'zod/mini';
import {
  changedPersonSchema,
  invitationSchema,
  newPersonSchema,
  personChangeSchema,
  personCodeSchema,
  personListSchema,
  personRemovalQuerySchema,
  personRemovalSchema,
} from '#contract/persons.ts';
import { manages, type Operation, reads } from './operation.ts';

const ofPersons = { path: '/api/Persons', right: 'manageKeys', audited: { kind: 'person' } } as const;
const ofPerson = {
  ...ofPersons,
  path: '/api/Persons/{personId}',
  params: z.object({ personId: z.string() }),
  notFound: 'person-not-found',
  audited: { kind: 'person', param: 'personId' },
} as const;

export const listPersons = {
  ...reads,
  path: '/api/Persons',
  right: 'readKnowledge',
  id: 'listPersons',
  summary: 'Lists the people of the bot; owners also read role, bots and last use.',
  answer: { as: 'envelope', schema: personListSchema },
} as const satisfies Operation;

export const invitePerson = {
  ...manages,
  ...ofPersons,
  id: 'invitePerson',
  summary: 'Makes a person and a sign-in code that is good once, for seven days.',
  body: { form: 'json', schema: newPersonSchema },
  answer: { as: 'envelope', schema: invitationSchema },
  faults: ['key-without-bots', 'bot-not-found'],
  example: { body: { name: 'سارة', role: 'curator', bots: [1] } },
} as const satisfies Operation;

export const changePerson = {
  ...manages,
  ...ofPerson,
  id: 'changePerson',
  method: 'PUT',
  summary: 'Changes name, role or bots of a person; keys of the person follow at once.',
  body: { form: 'json', schema: personChangeSchema },
  answer: { as: 'envelope', schema: changedPersonSchema },
  faults: ['key-without-bots', 'bot-not-found', 'last-owner-key'],
  example: { body: { role: 'tester' } },
} as const satisfies Operation;

export const createPersonCode = {
  ...manages,
  ...ofPerson,
  id: 'createPersonCode',
  path: '/api/Persons/{personId}/code',
  summary: 'Makes another sign-in code of a person, good once, for seven days.',
  answer: { as: 'envelope', schema: personCodeSchema },
} as const satisfies Operation;

export const removePerson = {
  ...manages,
  ...ofPerson,
  id: 'removePerson',
  method: 'DELETE',
  summary: 'Removes a person and ends their keys at once; units go to another person, or have no owner.',
  query: personRemovalQuerySchema,
  answer: { as: 'envelope', schema: personRemovalSchema },
  faults: ['last-owner-key'],
} as const satisfies Operation;
