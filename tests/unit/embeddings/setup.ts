/** A gateway whose bots have an embeddings server: the fake one, over real HTTP. */

import { onTestFinished } from 'vitest';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import { type FakeModelServer, startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { createTestGateway, type TestGateway, type TestGatewayOptions } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';

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
  // A busy machine takes its time.
  const embeddings = { longestMs: 20_000, ...rest.embeddings };
  const settings = { modelServers, ...rest.settings };
  const gateway = await createTestGateway({ ...rest, embeddings, settings });
  onTestFinished(() => gateway.close());
  return { gateway, fake };
}

/** Texts that were put to the server, in order. */
export function textsOf(fake: FakeModelServer): string[] {
  // What is on its way has no body yet.
  const bodies = fake.bodies<{ input: string | string[] } | null>('embeddings');
  return bodies.flatMap((body) => body?.input ?? []);
}

/** A document with so many sections, each long enough to be a passage of its own. */
export function longText(sections: number, word = 'فقرة'): string {
  return Array.from(
    { length: sections },
    (_, index) =>
      `# باب ${index + 1}\n\n${word} ${index + 1}: يبلغ رسم الخدمة ${index * 5 + 3} ريالاً في هذا الباب وحده.`,
  ).join('\n\n');
}

export const KEY_OF_SECOND = { 'x-user-auth': 'key-of-the-second-bot', 'x-bot': '2' };

/** A unit of the second bot, indexed; the bot has a key of its own from then on. */
export async function addToSecond(gateway: TestGateway, title: string, text: string): Promise<number> {
  const headers = KEY_OF_SECOND;
  await gateway.addKey(headers['x-user-auth'], { bots: [2] });
  const form = new FormData();
  const file = new Blob([text]);
  form.set('Attachment', file, 'second.md');
  const uploaded = await gateway.call('/api/UploadBlob', { method: 'POST', body: form, headers });
  const { FileURL: FileUrl, FileName, FilePath } = (await uploaded.json()) as Record<string, string>;
  const source = { FileName, FileUrl, FilePath, FileSize: file.size };
  const json = { title, KnowledgeSource: 0, SourceContent: [source] };
  const registered = await gateway.call('/api/AIKnowledge/2', { method: 'POST', headers, json });
  const { id } = await responseOf<{ id: number }>(registered);
  await gateway.indexAll();
  return id;
}
