import { joinChunks } from '#common/join-chunks.ts';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';

const CHUNK_BYTES = 64 * 1024;

/** Blobs in memory, for tests and for a gateway in a browser tab. */
export function createMemoryBlobs(now: () => number = Date.now): BlobStore {
  const blobs = new Map<string, Uint8Array>();
  const committedOn = new Map<string, number>();
  return {
    async create(key = crypto.randomUUID().replaceAll('-', '')) {
      let chunks: Uint8Array[] = [];
      let size = 0;
      let isOpen = true;
      return {
        async write(chunk) {
          if (!isOpen) throw new Error('This blob is closed.');
          chunks.push(chunk.slice());
          size += chunk.byteLength;
        },
        async commit() {
          if (!isOpen) throw new Error('This blob is closed.');
          isOpen = false;
          const bytes = joinChunks(chunks, size);
          const sha256 = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
          blobs.set(key, bytes);
          committedOn.set(key, now());
          return { key, size, sha256 };
        },
        async abort() {
          isOpen = false;
          chunks = [];
        },
      };
    },
    async open(key, range) {
      const bytes = blobs.get(key);
      if (!bytes) return undefined;
      return {
        stream: streamOf(range ? bytes.slice(range.start, range.end) : bytes),
        size: bytes.byteLength,
      };
    },
    async remove(key) {
      blobs.delete(key);
      committedOn.delete(key);
    },
    // Uncommitted blobs are in neither map.
    removeUnfinished: () => Promise.resolve(0),
    async list({ committedBefore, after = '', limit }) {
      const old = [...committedOn].filter(([key, on]) => key > after && on < committedBefore.getTime());
      return old
        .map(([key]) => key)
        .sort()
        .slice(0, limit);
    },
  };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + CHUNK_BYTES));
      offset += CHUNK_BYTES;
    },
  });
}
