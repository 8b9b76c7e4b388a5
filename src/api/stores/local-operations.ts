import type { OperationId } from '#contract/operations/index.ts';
import { randomId } from '#src/api/transport/connection.ts';

/**
 * Extensions that this browser serves by itself where the gateway announces none: runs, tests and evaluations, over the
 * documented endpoints alone.
 */
export const LOCAL_OPERATIONS: readonly OperationId[] = [
  'listRuns',
  'getRun',
  'deleteRun',
  'setVerdict',
  'listTestSets',
  'createTestSet',
  'updateTestSet',
  'deleteTestSet',
  'listTests',
  'getTest',
  'createTest',
  'updateTest',
  'deleteTest',
  'acceptAnswer',
  'evaluate',
  'listEvaluations',
  'getEvaluation',
];

const LOCAL_IDS: ReadonlySet<string> = new Set(LOCAL_OPERATIONS);
export const isLocalOperation = (id: string): boolean => LOCAL_IDS.has(id);

const LOCAL_ID = 'browser-';
/** The id of a run to which the gateway gave none. */
export const createRunId = (): string => `${LOCAL_ID}${randomId()}`;
export const isOwnRunId = (id: string): boolean => id.startsWith(LOCAL_ID);
