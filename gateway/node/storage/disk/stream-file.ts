import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 64 * 1024;

/**
 * The bytes from `start` to `end` (exclusive), read as they are taken; the file is closed at their end or when whoever
 * reads leaves. Node's own conversion of its streams throws outside of every call when a reader leaves at the wrong
 * moment, which ends the process.
 */
export function streamFile(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let offset = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = new Uint8Array(Math.min(CHUNK_BYTES, end - offset));
          const { bytesRead } = await file.read(piece, 0, piece.length, offset);
          if (bytesRead === 0) throw new Error('the file ends before its size');
          offset += bytesRead;
          controller.enqueue(piece.subarray(0, bytesRead));
          if (offset < end) return;
          await file.close();
          controller.close();
        } catch (error) {
          await file.close();
          throw error;
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}
