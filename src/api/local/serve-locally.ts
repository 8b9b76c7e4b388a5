import type { Operation } from '#contract/operations/operation.ts';
import type { Run } from '#contract/runs.ts';
import type { LooseInput } from '#src/api/client/compose-request.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { keepRun, listKeptRuns, readRun } from './local-runs.ts';
import { type LocalStore, openLocalStore } from './local-store.ts';

type Call = {
  client: GatewayClient;
  store: LocalStore;
  params: Record<string, string>;
  query: object;
  body: unknown;
};
type Handler = (call: Call) => Promise<unknown>;

const HANDLERS: Partial<Record<Operation['id'], Handler>> = {
  listRuns: ({ store, query }) => listKeptRuns(store, query),
  getRun: ({ store, params: { runId = '' } }) => readRun(store, runId),
  deleteRun: async ({ store, params: { runId = '' } }) => {
    await readRun(store, runId);
    await store.remove('run', runId);
    return { deleted: true };
  },
};

/** Keeps a run of this browser. */
export function keepLocally(client: GatewayClient, run: Run): Promise<void> {
  return keepRun(openLocalStore(client.connection), run);
}

/** The answer of an operation as this browser keeps and makes it. */
export async function serveLocally(
  client: GatewayClient,
  { id }: Pick<Operation, 'id'>,
  { params = {}, query = {}, body }: LooseInput,
): Promise<unknown> {
  const store = openLocalStore(client.connection);
  return HANDLERS[id]?.({ client, store, params: params as Record<string, string>, query, body });
}
