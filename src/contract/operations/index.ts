/** All operations by id. The dashboard imports single operations from the other files, never this file. */
import * as alerts from './alerts.ts';
import * as answers from './answers.ts';
import * as audit from './audit.ts';
import * as bots from './bots.ts';
import * as chat from './chat.ts';
import * as contradictions from './contradictions.ts';
import * as edits from './edits.ts';
import * as files from './files.ts';
import * as gateway from './gateway.ts';
import * as jobs from './jobs.ts';
import * as keys from './keys.ts';
import * as models from './models.ts';
import * as persons from './persons.ts';
import * as readings from './readings.ts';
import * as reports from './reports.ts';
import * as runs from './runs.ts';
import * as session from './session.ts';
import * as speech from './speech.ts';
import * as synonyms from './synonyms.ts';
import * as tests from './tests.ts';
import * as units from './units.ts';
import * as usage from './usage.ts';
import * as versions from './versions.ts';

/** The groups of the documentation, in its order. */
export const SECTIONS = {
  files,
  units,
  versions,
  edits,
  readings,
  answers,
  runs,
  tests,
  reports,
  contradictions,
  chat,
  speech,
  synonyms,
  models,
  usage,
  alerts,
  jobs,
  audit,
  bots,
  keys,
  persons,
  session,
  gateway,
};
export type Section = keyof typeof SECTIONS;

export const OPERATIONS = {
  ...files,
  ...units,
  ...versions,
  ...edits,
  ...readings,
  ...answers,
  ...runs,
  ...tests,
  ...reports,
  ...contradictions,
  ...chat,
  ...speech,
  ...synonyms,
  ...models,
  ...usage,
  ...alerts,
  ...jobs,
  ...audit,
  ...bots,
  ...keys,
  ...persons,
  ...session,
  ...gateway,
};

export type OperationId = keyof typeof OPERATIONS;
export type OperationOf<Id extends OperationId> = (typeof OPERATIONS)[Id];
export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

/** What the names in paths stand for in an example of a call. */
export const EXAMPLE_PARAMS: Record<string, string> = {
  Model: 'Model',
  botId: '1',
  knowledgeId: '1',
  sourceId: '1',
  ordinal: '0',
  editId: '1',
  accident: 'held-shorter',
  version: '1',
  groupId: '1',
  webhookId: '1',
  deliveryId: '1',
  id: '99',
  kind: 'index',
  subject: '1',
  keyId: 'Jq3v8RzT0aKd',
  personId: 'q0ZbY3sW9xKd',
  runId: '7d0c5b1e-3a52-4f0e-9a53-0f6c2f0b8a11',
  testId: '1',
  setId: '1',
  evaluationId: '1',
  reportId: '1',
  contradictionId: '1',
  purpose: 'chat',
  fileId: 'file',
  audioId: 'audio',
  grant: 'grant',
  name: 'name.txt',
};
