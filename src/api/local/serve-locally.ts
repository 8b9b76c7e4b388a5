import type { OperationId } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';
import type { VerdictRequest } from '#contract/tests.ts';
import type { LooseInput } from '#src/api/client/compose-request.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { evaluateLocally, listLocalEvaluations, readLocalEvaluation } from './local-evaluation.ts';
import { keepRun, listKeptRuns, readRun } from './local-runs.ts';
import { type LocalRun, openLocalStore } from './local-store.ts';
import {
  acceptLocalAnswer,
  createLocalSet,
  createLocalTest,
  deleteLocalSet,
  deleteLocalTest,
  type Local,
  listLocalTests,
  readLocalTest,
  readOverview,
  setLocalVerdict,
  updateLocalSet,
  updateLocalTest,
} from './local-tests.ts';

type Call = Local & { ids: Partial<Record<string, string>>; query: Record<string, string>; body: unknown };

const HANDLERS: Partial<Record<OperationId, (call: Call) => Promise<unknown>>> = {
  listRuns: ({ store, query }) => listKeptRuns(store, query),
  getRun: ({ store, ids: { runId = '' } }) => readRun(store, runId),
  deleteRun: async ({ store, ids: { runId = '' } }) => {
    await readRun(store, runId);
    await store.remove('run', runId);
    return { deleted: true };
  },
  setVerdict: ({ ids: { runId = '' }, body, ...local }) =>
    setLocalVerdict(local, runId, body as VerdictRequest),
  listTestSets: (call) => readOverview(call),
  createTestSet: ({ body, ...local }) => createLocalSet(local, body),
  updateTestSet: ({ ids: { setId = '' }, body, ...local }) => updateLocalSet(local, setId, body),
  deleteTestSet: ({ ids: { setId = '' }, query, ...local }) =>
    deleteLocalSet(local, setId, query['tests'] === 'delete'),
  listTests: ({ query, ...local }) => listLocalTests(local, query),
  getTest: ({ ids: { testId = '' }, ...local }) => readLocalTest(local, testId),
  createTest: ({ body, ...local }) => createLocalTest(local, body),
  updateTest: ({ ids: { testId = '' }, body, ...local }) => updateLocalTest(local, testId, body),
  deleteTest: ({ ids: { testId = '' }, ...local }) => deleteLocalTest(local, testId),
  acceptAnswer: ({ ids: { testId = '' }, ...local }) => acceptLocalAnswer(local, testId),
  evaluate: ({ client, store }) => evaluateLocally({ client, store }),
  listEvaluations: ({ query, ...local }) => listLocalEvaluations(local, query),
  getEvaluation: ({ ids: { evaluationId = '' }, query, ...local }) =>
    readLocalEvaluation(local, evaluationId, query),
};

/** Keeps a run of this browser. */
export function keepLocally(client: GatewayClient, run: LocalRun): Promise<void> {
  return keepRun(openLocalStore(client.connection), run);
}

/** The answer of an operation as this browser keeps and makes it. */
export async function serveLocally(
  client: GatewayClient,
  { id }: Pick<Operation, 'id'>,
  { params, query, body, signal }: LooseInput,
): Promise<unknown> {
  const store = openLocalStore(client.connection);
  const call = { client, store, signal, ids: { ...params }, query: { ...query }, body };
  return HANDLERS[id as OperationId]?.(call);
}
