import type {
  ModelPurpose,
  ModelScope,
  ModelServerChange,
  ModelServers,
  ModelTestResult,
} from '#contract/models.ts';
import { modelServersSchema, modelTestResultSchema } from '#contract/models.ts';
import type { Calls } from './synonyms-client.ts';

/** The model servers of a bot. `null` means: this gateway does not tell of them. */
export type ModelsClient = {
  list: () => Promise<ModelServers | null>;
  /** All that is set, as it is now. */
  set: (purpose: ModelPurpose, change: ModelServerChange) => Promise<ModelServers>;
  remove: (purpose: ModelPurpose, scope: ModelScope) => Promise<ModelServers>;
  /** A real call to the draft, without one to the server in force; calling it off ends it at the server too. */
  test: (
    purpose: ModelPurpose,
    draft: ModelServerChange | undefined,
    signal: AbortSignal,
  ) => Promise<ModelTestResult>;
};

export function createModelsClient(botId: string, { send, extension }: Calls): ModelsClient {
  return {
    list: () => extension('listModels', { botId }, modelServersSchema),
    set: (purpose, change) => send('setModel', { botId, purpose }, modelServersSchema, { json: change }),
    remove: (purpose, scope) =>
      send('removeModel', { botId, purpose }, modelServersSchema, { query: { scope } }),
    // The gateway bounds it: a model may have to be loaded first.
    test: (purpose, draft, signal) =>
      send('testModel', { botId, purpose }, modelTestResultSchema, {
        json: draft === undefined ? {} : { draft },
        signal,
        timeout: false,
      }),
  };
}
