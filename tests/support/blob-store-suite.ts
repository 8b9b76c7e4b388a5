/** The contract of a blob store: one suite over every implementation. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';

const TEXT = new TextEncoder().encode('دليل الحرف اليدوية في جبل عسير');
const ALWAYS = new Date(8.64e15);

export const bytesOf = async (opened: Awaited<ReturnType<BlobStore['open']>>) =>
  opened && new Uint8Array(await new Response(opened.stream as BodyInit).arrayBuffer());

/** `open`: an empty store, and a function to close it. */
export function describeBlobStore(
  name: string,
  open: () => Promise<{ blobs: BlobStore; close: () => Promise<void> | void }>,
): void {
  describe(`BlobStore: ${name}`, () => {
    let blobs: BlobStore;
    let close: () => Promise<void> | void = () => undefined;
    beforeEach(async () => {
      ({ blobs, close } = await open());
    });
    afterEach(() => close());

    async function put(...chunks: Uint8Array[]) {
      const writer = await blobs.create();
      for (const chunk of chunks) await writer.write(chunk);
      return writer.commit();
    }

    test('gives back the bytes that were written, with their size and hash', async () => {
      const big = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) & 255);
      const { key, size, sha256 } = await put(TEXT, big, new Uint8Array());
      expect(size).toBe(TEXT.byteLength + big.byteLength);
      expect(sha256).toBe(createHash('sha256').update(TEXT).update(big).digest('hex'));
      const opened = await blobs.open(key);
      expect(opened?.size).toBe(size);
      expect(Buffer.from((await bytesOf(opened)) ?? []).equals(Buffer.concat([TEXT, big]))).toBe(true);
    });

    test('opens a range of bytes, its end not included, cut at the end of the blob', async () => {
      const { key } = await put(TEXT);
      expect(await bytesOf(await blobs.open(key, { start: 2, end: 7 }))).toEqual(TEXT.slice(2, 7));
      expect(await bytesOf(await blobs.open(key, { start: 2, end: 9999 }))).toEqual(TEXT.slice(2));
      const none = await blobs.open(key, { start: 0, end: 0 });
      expect([none?.size, await bytesOf(none)]).toEqual([TEXT.byteLength, new Uint8Array()]);
    });

    test('keeps what a writer wrote even when the chunk is used again', async () => {
      const writer = await blobs.create();
      const chunk = new Uint8Array([1, 2, 3]);
      await writer.write(chunk);
      chunk.fill(9);
      expect(await bytesOf(await blobs.open((await writer.commit()).key))).toEqual(new Uint8Array([1, 2, 3]));
    });

    test('stores an empty blob, and the same bytes twice under two keys', async () => {
      const empty = await put();
      expect(await bytesOf(await blobs.open(empty.key))).toEqual(new Uint8Array());
      const [first, two] = [await put(TEXT), await put(TEXT)];
      expect(first.key).not.toBe(two.key);
      await blobs.remove(first.key);
      expect(await bytesOf(await blobs.open(two.key))).toEqual(TEXT);
    });

    test('forgets what was aborted or removed; removing twice is no error', async () => {
      const writer = await blobs.create();
      await writer.write(TEXT);
      await writer.abort();
      await writer.abort();
      await expect(writer.write(TEXT)).rejects.toThrow(/closed/);
      await expect(writer.commit()).rejects.toThrow(/closed/);
      const { key } = await put(TEXT);
      await blobs.remove(key);
      await blobs.remove(key);
      expect(await blobs.open(key)).toBeUndefined();
    });

    test('keeps a committed blob when its writer is aborted afterwards', async () => {
      const writer = await blobs.create();
      await writer.write(TEXT);
      const { key } = await writer.commit();
      await writer.abort();
      expect(await bytesOf(await blobs.open(key))).toEqual(TEXT);
    });

    test('knows no keys but its own', async () => {
      for (const key of [
        '',
        'x',
        '../../etc/passwd',
        '..',
        'ab/../../x',
        '%2e%2e',
        'أ',
        `${'a'.repeat(31)}/`,
      ]) {
        expect(await blobs.open(key)).toBeUndefined();
        await blobs.remove(key);
      }
    });

    test('lists what was committed before a moment, page by page, and nothing that is unfinished', async () => {
      expect(await blobs.list({ committedBefore: ALWAYS, limit: 5 })).toEqual([]);
      const keys: string[] = [];
      for (let count = 0; count < 5; count++) keys.push((await put(TEXT)).key);
      const open = await blobs.create();
      await open.write(TEXT);
      keys.sort();
      const committedBefore = new Date(Date.now() + 60_000);
      const first = await blobs.list({ committedBefore, limit: 2 });
      expect(first).toEqual(keys.slice(0, 2));
      const second = await blobs.list({ committedBefore, after: first[1] ?? '', limit: 2 });
      expect(second).toEqual(keys.slice(2, 4));
      expect(await blobs.list({ committedBefore, after: second[1] ?? '', limit: 2 })).toEqual(keys.slice(4));
      expect(await blobs.list({ committedBefore: new Date(Date.now() - 60_000), limit: 5 })).toEqual([]);
      await blobs.remove(keys[0] ?? '');
      expect(await blobs.list({ committedBefore, limit: 9 })).toEqual(keys.slice(1));
      await open.abort();
    });

    test('lets a reader stop half way', async () => {
      const { key } = await put(new Uint8Array(500_000));
      const opened = await blobs.open(key);
      const reader = opened?.stream.getReader();
      expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
      await reader?.cancel();
      expect((await bytesOf(await blobs.open(key)))?.byteLength).toBe(500_000);
    });

    test('keeps a blob of many megabytes, written in pieces of any size', async () => {
      const piece = Uint8Array.from({ length: 700_001 }, (_, index) => (index * 131) >> 3);
      const writer = await blobs.create();
      const hash = createHash('sha256');
      for (let count = 0; count < 13; count++) {
        await writer.write(piece);
        hash.update(piece);
      }
      const { key, size, sha256 } = await writer.commit();
      expect([size, sha256]).toEqual([13 * 700_001, hash.digest('hex')]);
      const bytes = (await bytesOf(await blobs.open(key))) ?? new Uint8Array();
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      const range = { start: 9_000_000, end: 9_000_003 };
      expect(await bytesOf(await blobs.open(key, range))).toEqual(bytes.slice(range.start, range.end));
    });

    test('removes what was left unfinished before a moment, and nothing that was committed', async () => {
      const { key } = await put(TEXT);
      const writer = await blobs.create();
      await writer.write(new Uint8Array(9 * 1024 * 1024));
      expect(await blobs.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0);
      // A store in memory loses the blob by itself.
      expect(await blobs.removeUnfinished(ALWAYS)).toBe(name === 'memory' ? 0 : 1);
      expect(await blobs.removeUnfinished(ALWAYS)).toBe(0);
      expect(await bytesOf(await blobs.open(key))).toEqual(TEXT);
      await writer.abort();
    });
  });
}
