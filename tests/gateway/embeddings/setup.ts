/** A gateway whose bots have an embeddings server: the fake one, over real HTTP. */
import type { ModelServer } from '#gateway/model.ts';
import { createTestGateway, type TestGateway, type TestGatewayOptions } from '#tests/support/gateway.ts';
import { type FakeModelServer, startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { onTestFinished } from 'vitest';

export function embeddingsServer(url: string, change: Partial<ModelServer> = {}): ModelServer {
  return {
    purpose: 'embeddings',
    from: 'environment',
    key: null,
    enabled: true,
    url,
    model: 'bge-m3',
    modelV2: null,
    voices: [],
    firstSeconds: 20,
    silenceSeconds: 20,
    concurrency: 8,
    contextTokens: null,
    ...change,
  };
}

export async function openEmbeddings(
  options: TestGatewayOptions & { server?: Partial<ModelServer>; dimensions?: number } = {},
): Promise<{ gateway: TestGateway; fake: FakeModelServer }> {
  const { server, dimensions = 64, ...rest } = options;
  const fake = await startFakeModelServer({ dimensions });
  onTestFinished(() => fake.close());
  const modelServers = { embeddings: embeddingsServer(fake.url, server) };
  const gateway = await createTestGateway({ ...rest, settings: { modelServers, ...rest.settings } });
  onTestFinished(() => gateway.close());
  return { gateway, fake };
}

/** Texts that were put to the server, in order. */
export function textsOf(fake: FakeModelServer): string[] {
  return fake.bodies<{ input: string | string[] }>('embeddings').flatMap(({ input }) => input);
}

/** A document with so many sections, each long enough to be a passage of its own. */
export function longText(sections: number, word = 'فقرة'): string {
  return Array.from(
    { length: sections },
    (_, at) => `# باب ${at + 1}\n\n${word} ${at + 1}: يبلغ رسم الخدمة ${at * 5 + 3} ريالاً في هذا الباب وحده.`,
  ).join('\n\n');
}
