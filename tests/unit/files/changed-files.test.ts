import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChangedBytesError, verifyStream } from '#gateway/modules/files/services/verify-bytes.ts';
import { createSha256 } from '#gateway/node/storage/disk/sha256.ts';
import { createTestGateway, ORIGIN, type TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';

const MEGABYTE = 1024 * 1024;
const WORDS = 'رسوم الاشتراك 120 ريالًا في السنة.';

let gateway: TestGateway;
beforeEach(async () => void (gateway = await createTestGateway()));
afterEach(() => gateway.close());

/** Uploads a text; returns its path below the origin, and what puts other bytes in its place. */
async function store(text: string) {
  const { response } = await gateway.upload('رسوم.txt', text);
  const { FileURL, FilePath } = (await response.json()) as { FileURL: string; FilePath: string };
  const file = await gateway.ports.files.byPath(1, FilePath);
  if (!file) throw new Error('the upload is a file');
  const overwrite = async (content: string) => {
    await gateway.ports.blobs.remove(file.blob);
    const writer = await gateway.ports.blobs.create(file.blob);
    await writer.write(new TextEncoder().encode(content));
    await writer.commit();
  };
  return { path: FileURL.slice(ORIGIN.length), file, overwrite };
}

const changesLogged = () => gateway.lines.filter(({ event }) => event === 'stored-file-changed');

describe('a download', () => {
  test('answers changed bytes of any length with a fault, logged once and without content', async () => {
    const { path, file, overwrite } = await store(WORDS);
    expect(await (await gateway.call(path)).text()).toBe(WORDS);
    for (const other of [WORDS.replace('120', '990'), `${WORDS} `, WORDS.slice(0, 5)]) {
      await overwrite(other);
      for (const headers of [{}, { Range: 'bytes=0-3' }]) {
        const response = await gateway.call(path, { headers });
        expect([response.status, response.headers.get('X-Fault')]).toEqual([500, 'file-changed']);
      }
      const head = await gateway.call(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('X-Fault')]).toEqual([500, 'file-changed']);
    }
    expect(changesLogged()).toEqual([
      { level: 'error', event: 'stored-file-changed', facts: { blob: file.blob, botId: 1, file: file.id } },
    ]);
    await overwrite(WORDS);
    const response = await gateway.call(path, { headers: { Range: 'bytes=0-8' } });
    expect([response.status, await response.text()]).toEqual([206, 'رسوم ']);
    const head = await gateway.call(path, { method: 'HEAD', headers: { Range: 'bytes=0-8' } });
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([
      200,
      String(file.size),
      '',
    ]);
    await gateway.ports.blobs.remove(file.blob);
    expect((await gateway.call(path, { method: 'HEAD' })).status).toBe(404);
  });

  test('breaks off before the end of a large file that was changed', async () => {
    const text = 'سطر من كتاب طويل.\n'.repeat(40_000);
    const { path, file, overwrite } = await store(text);
    expect(file.size).toBeGreaterThan(MEGABYTE);
    expect(await (await gateway.call(path)).text()).toBe(text);
    const statusOfRange = async () => (await gateway.call(path, { headers: { Range: 'bytes=0-3' } })).status;
    expect(await statusOfRange()).toBe(206);
    await overwrite(text.slice(1));
    expect((await gateway.call(path, { method: 'HEAD' })).status).toBe(500);
    await overwrite(`ص${text.slice(1)}`);
    expect((await gateway.call(path, { method: 'HEAD' })).status).toBe(200);
    const response = await gateway.call(path);
    expect(response.status).toBe(200);
    let received = 0;
    const take = async () => {
      for await (const chunk of response.body ?? []) received += chunk.byteLength;
    };
    await expect(take()).rejects.toThrow(ChangedBytesError);
    expect(received).toBeLessThan(file.size);
    // The file was compared before its change.
    expect(await statusOfRange()).toBe(500);
    expect(changesLogged()).toHaveLength(1);
  });
});

test('passes unchanged bytes on, and releases the source when its reader cancels', async () => {
  const bytes = (...numbers: number[]) => Uint8Array.of(...numbers);
  let isCancelled = false;
  const source = (...chunks: Uint8Array[]) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: () => void (isCancelled = true),
    });
  const hash = createSha256();
  hash.update(bytes(1, 2, 3));
  const stored = { size: 3, sha256: await hash.digest() };
  const readAll = async (stream: ReadableStream<Uint8Array>) =>
    new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
  expect(await readAll(verifyStream(source(bytes(1), bytes(2, 3)), stored, createSha256))).toEqual(
    bytes(1, 2, 3),
  );
  expect(await readAll(verifyStream(source(), { size: 0, sha256: null }, createSha256))).toEqual(bytes());
  const reader = verifyStream(source(bytes(1), bytes(2), bytes(3)), stored, createSha256).getReader();
  expect(await reader.read()).toEqual({ done: false, value: bytes(1) });
  await reader.cancel();
  expect(isCancelled).toBe(true);
});

describe('a unit with a changed file', () => {
  /** Registers and overwrites `WORDS`; what `change` does comes in between. */
  async function addChanged(between: () => Promise<void>) {
    const { ports } = gateway;
    await gateway.addUnit('الرسوم', WORDS, 'رسوم.txt');
    await between();
    const [source] = (await ports.units.get(1, 1))?.sources ?? [];
    await ports.blobs.remove(source?.file?.blob ?? '');
    const writer = await ports.blobs.create(source?.file?.blob);
    await writer.write(new TextEncoder().encode(WORDS.replace('120', '990')));
    await writer.commit();
    return source;
  }
  const stateOf = async () => {
    const response = await gateway.call('/api/AIKnowledge/1/states?ids=1');
    return (await responseOf<{ items: unknown[] }>(response)).items[0];
  };

  test('fails with the reason where it was never indexed', async () => {
    await addChanged(() => Promise.resolve());
    await gateway.indexAll();
    expect(await stateOf()).toMatchObject({ status: 'failed', reason: { code: 'file-changed' } });
    expect(changesLogged()).toHaveLength(1);
  });

  test('goes on answering, is ready for callers of the interface, and reports the failed update', async () => {
    const source = await addChanged(() => gateway.indexAll());
    gateway.time.now = new Date(gateway.time.now.getTime() + 60_000);
    await gateway.call('/api/AIKnowledge/1/1/reindex', { method: 'POST' });
    await gateway.indexAll();
    const unit = (await (await gateway.call('/api/AIKnowledge/byId/1')).json()) as { sourceStatus: number };
    expect(unit.sourceStatus).toBe(2);
    expect(await stateOf()).toMatchObject({
      status: 'ready',
      reason: null,
      partlyReady: false,
      updateFailed: true,
      earlierIndex: { readOn: '2026-11-21T09:00:00.000Z', ofFormerSources: false },
      failure: {
        sourceId: source?.id,
        reason: { code: 'file-changed', message: expect.stringContaining('Upload it again') as string },
      },
    });
    const list = async (filter: string) =>
      (await responseOf<{ total: number }>(await gateway.call(`/api/AIKnowledge/all/1?${filter}`))).total;
    expect([await list('updateFailed=true'), await list('updateFailed=false')]).toEqual([1, 0]);
    const response = await gateway.call('/api/v1/RAG/Answer', {
      method: 'POST',
      json: { Question: 'كم رسوم الاشتراك؟', IndexNames: ['الرسوم'] },
    });
    expect(response.status).toBe(200);
    expect((await responseOf<{ answer: string }>(response)).answer).toContain('120');
  });
});
