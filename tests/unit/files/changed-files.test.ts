import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSha256 } from '#gateway/node/data/sha256.ts';
import { ChangedBytesError, verifyStream } from '#gateway/modules/files/services/verify-bytes.ts';
import { createTestGateway, ORIGIN, type TestGateway } from '#tests/support/gateway.ts';

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
  it('answers a fault in place of other bytes, whatever their length, and logs it once without content', async () => {
    const { path, file, overwrite } = await store(WORDS);
    expect(await (await gateway.call(path)).text()).toBe(WORDS);
    for (const other of [WORDS.replace('120', '990'), `${WORDS} `, WORDS.slice(0, 5)]) {
      await overwrite(other);
      for (const headers of [{}, { Range: 'bytes=0-3' }]) {
        const response = await gateway.call(path, { headers });
        expect([response.status, response.headers.get('X-Fault')]).toEqual([500, 'file-changed']);
      }
    }
    expect(changesLogged()).toEqual([
      { level: 'error', event: 'stored-file-changed', facts: { blob: file.blob, botId: 1, file: file.id } },
    ]);
    await overwrite(WORDS);
    const response = await gateway.call(path, { headers: { Range: 'bytes=0-8' } });
    expect([response.status, await response.text()]).toEqual([206, 'رسوم ']);
  });

  it('breaks off before the end of a large file that was changed', async () => {
    const text = 'سطر من كتاب طويل.\n'.repeat(40_000);
    const { path, file, overwrite } = await store(text);
    expect(file.size).toBeGreaterThan(MEGABYTE);
    expect(await (await gateway.call(path)).text()).toBe(text);
    await overwrite(`ص${text.slice(1)}`);
    const response = await gateway.call(path);
    expect(response.status).toBe(200);
    let received = 0;
    const take = async () => {
      for await (const chunk of response.body ?? []) received += chunk.byteLength;
    };
    await expect(take()).rejects.toThrow(ChangedBytesError);
    expect(received).toBeLessThan(file.size);
    expect(changesLogged()).toHaveLength(1);
  });
});

it('passes on what is the same, and lets go of the source when its reader leaves', async () => {
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
  const known = { size: 3, sha256: await hash.digest() };
  const read = async (stream: ReadableStream<Uint8Array>) =>
    new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
  expect(await read(verifyStream(source(bytes(1), bytes(2, 3)), known, createSha256))).toEqual(
    bytes(1, 2, 3),
  );
  expect(await read(verifyStream(source(), { size: 0, sha256: null }, createSha256))).toEqual(bytes());
  const left = verifyStream(source(bytes(1), bytes(2), bytes(3)), known, createSha256).getReader();
  expect(await left.read()).toEqual({ done: false, value: bytes(1) });
  await left.cancel();
  expect(isCancelled).toBe(true);
});

describe('indexing', () => {
  it('names a file that was changed, and fetches a page again whose copy was', async () => {
    const { ports } = gateway;
    await gateway.addUnit('الرسوم', WORDS, 'رسوم.txt');
    const [source] = (await ports.units.get(1, 1))?.sources ?? [];
    await ports.blobs.remove(source?.file?.blob ?? '');
    const writer = await ports.blobs.create(source?.file?.blob);
    await writer.write(new TextEncoder().encode(WORDS.replace('120', '990')));
    await writer.commit();
    await gateway.indexAll();
    expect((await ports.units.progress(1, [1]))[0]).toMatchObject({
      status: 'failed',
      reason: { code: 'file-changed' },
    });
  });
});
