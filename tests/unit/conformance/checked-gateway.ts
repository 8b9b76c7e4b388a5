/** Our own gateway with chat, embeddings-free search and speech, to be checked like any other. */

import { type Report, type RunOptions, runChecks } from '#conformance/run-checks.ts';
import { CHECK_GROUPS } from '#conformance/sections/index.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import { startFakeModelServer } from '#tests/support/fake-model-server.ts';
import type { Deviation } from '#tests/support/foreign-gateway.ts';
import { createTestGateway, ORIGIN, TEST_KEY, type TestGatewayOptions } from '#tests/support/gateway.ts';

const SERVER: Omit<ModelServer, 'url' | 'purpose' | 'model'> = {
  enabled: true,
  modelV2: null,
  voices: [],
  firstSeconds: 20,
  silenceSeconds: 20,
  // No stream waits for a turn of the server, which would take `firstSeconds`.
  concurrency: 60,
  contextTokens: null,
  key: null,
  from: 'environment',
};

export const PAGE = 'https://example.com/';

/** Indexes what is registered by itself, as the server does. */
export async function startCheckedGateway(options: TestGatewayOptions & { withoutModels?: boolean } = {}) {
  const { withoutModels = false, ...rest } = options;
  const fake = await startFakeModelServer();
  const server = { ...SERVER, url: fake.url };
  const modelServers = {
    chat: { ...server, purpose: 'chat', model: 'qwen' },
    transcription: { ...server, purpose: 'transcription', model: 'whisper', modelV2: 'whisper-both' },
  } as const;
  let indexing = Promise.resolve();
  const gateway = await createTestGateway({
    ...rest,
    pages: { [PAGE]: '<title>صفحة</title><p>نص قصير</p>' },
    settings: { modelServers: withoutModels ? {} : modelServers, ...rest.settings },
    ports: () => ({
      wakeIndexer: () => void (indexing = indexing.then(() => gateway.indexAll())),
    }),
  });
  return {
    fake,
    gateway,
    /** Checks the gateway, with its responses changed by `deviation`. */
    check(deviation?: Deviation, more: Partial<RunOptions> = {}): Promise<Report> {
      const app = async (request: Request) => gateway.app.fetch(request);
      return runChecks({
        target: { baseUrl: ORIGIN, key: TEST_KEY, bot: '1', modelFamily: 'Model' },
        fetch: (request) =>
          deviation ? deviation(request, (instead = request) => app(instead)) : app(request),
        pageUrl: PAGE,
        unitId: undefined,
        indexingMs: 60_000,
        groups: CHECK_GROUPS.filter(({ when }) => when !== 'load'),
        signal: new AbortController().signal,
        timeLimitMs: 110_000,
        onProgress: () => {},
        ...more,
      });
    },
    async close() {
      await indexing;
      await gateway.close();
      await fake.close();
    },
  };
}

/** Findings by outcome: id and what was said. */
export function findingsOf({ groups }: Report, outcome: string): Record<string, unknown> {
  return Object.fromEntries(
    groups.flatMap(({ results }) =>
      results
        .filter(({ finding }) => finding.outcome === outcome)
        .map(({ check, finding }) => [check.id, finding]),
    ),
  );
}
