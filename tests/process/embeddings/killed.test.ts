/** The real server, killed while it makes vectors. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROBE_SENTENCES } from '#gateway/modules/embeddings/services/model-probe.ts';
import { startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { CRASH_KEY, createKillableGateway } from '#tests/support/killable-gateway.ts';
import { longText, textsOf } from '#tests/unit/embeddings/setup.ts';

const SECTIONS = 150;

test('a server that is killed and started again makes the vectors that are missing, and stops when it is told to', async () => {
  const fake = await startFakeModelServer({ dimensions: 64 });
  const folder = await mkdtemp(join(tmpdir(), 'fihrist-vectors-'));
  const gateway = await createKillableGateway(folder);
  onTestFinished(async () => {
    await gateway.stop();
    await fake.close();
    await rm(folder, { recursive: true, force: true });
  });
  const settings = { FIHRIST_EMBEDDINGS_URL: fake.url, FIHRIST_EMBEDDINGS_MODEL: 'bge-m3' };
  const passages = () =>
    textsOf(fake).filter((text) => !(PROBE_SENTENCES as readonly string[]).includes(text));
  const headers = { 'x-user-auth': CRASH_KEY, 'x-bot': '1' };
  const json = { ...headers, 'content-type': 'application/json' };
  const progress = async () => {
    const response = await fetch(`${gateway.origin}/api/Models/1/embeddings/progress`, { headers });
    const { Response } = (await response.json()) as { Response: { state: string; passagesDone: number } };
    return Response;
  };

  await gateway.start(settings);
  const form = new FormData();
  const file = new Blob([longText(SECTIONS)]);
  form.set('Attachment', file, 'دليل.md');
  const uploaded = await fetch(`${gateway.origin}/api/UploadBlob`, { method: 'POST', body: form, headers });
  const { FileURL: FileUrl, FileName, FilePath } = (await uploaded.json()) as Record<string, string>;
  const source = { FileName, FileUrl, FilePath, FileSize: file.size };
  const unit = { title: 'دليل', KnowledgeSource: 0, SourceContent: [source] };
  const body = JSON.stringify(unit);
  const registered = await fetch(`${gateway.origin}/api/AIKnowledge/1`, {
    method: 'POST',
    body,
    headers: json,
  });
  expect(registered.status).toBe(200);

  // Between a batch that was answered and the next: the second is never answered.
  await fake.when(() => passages().length > 0);
  fake.always({ kind: 'hang', at: 'start' });
  await fake.when(() => fake.open === 1);
  const before = passages().length;
  await gateway.kill();
  await fake.when(() => fake.open === 0);
  fake.always({ kind: 'well' });

  await gateway.start(settings);
  await fake.when(() => new Set(passages()).size === SECTIONS && fake.open === 0);
  while ((await progress()).state !== 'idle') await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await progress()).passagesDone).toBe(SECTIONS);
  // Only what was under way was asked twice.
  expect(passages().length).toBeLessThanOrEqual(SECTIONS + before);
  expect(passages().length - SECTIONS).toBeLessThanOrEqual(64);

  const question = { Question: 'كم يبلغ رسم الخدمة في باب 7؟' };
  const explained = await fetch(`${gateway.origin}/api/v1/RAG/Explain`, {
    method: 'POST',
    body: JSON.stringify(question),
    headers: json,
  });
  const { Response } = (await explained.json()) as { Response: { semantic: { state: string } } };
  expect(Response.semantic.state).toBe('used');
  await gateway.stop();
  expect(gateway.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
