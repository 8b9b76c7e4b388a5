import type { Sha256 } from '#gateway/core/sha256.ts';

/** Size and hash of a blob as recorded when it was stored. */
export interface KnownBytes {
  size: number;
  /** Lower-case hex; null where only the size was recorded. */
  sha256: string | null;
}

/** The bytes of a blob differ from the stored bytes. */
export class ChangedBytesError extends Error {
  constructor() {
    super('a stored file has other bytes than were stored');
    this.name = 'ChangedBytesError';
  }
}

/** Size and hash of a stream. */
export async function hashStream(
  stream: ReadableStream<Uint8Array>,
  createSha256: () => Sha256,
  onBytes: (count: number) => void = () => {},
): Promise<{ size: number; sha256: string }> {
  const hash = createSha256();
  let size = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    size += chunk.byteLength;
    onBytes(chunk.byteLength);
  }
  return { size, sha256: await hash.digest() };
}

/** Whether size or hash differ from the recorded values. */
export function isChanged(stored: KnownBytes, actual: { size: number; sha256: string }): boolean {
  return stored.sha256 === null ? actual.size !== stored.size : actual.sha256 !== stored.sha256;
}

/**
 * Passes a stream on and holds its last chunk back until the hash was compared: a reader never gets the whole of a
 * changed file. Changed bytes end the stream with `ChangedBytesError`.
 */
export function verifyStream(
  stream: ReadableStream<Uint8Array>,
  stored: KnownBytes,
  createSha256: () => Sha256,
  onChanged: () => void = () => {},
): ReadableStream<Uint8Array> {
  const hash = createSha256();
  const chunks = stream[Symbol.asyncIterator]();
  let size = 0;
  let held: Uint8Array | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await chunks.next();
          if (done) break;
          hash.update(value);
          size += value.byteLength;
          const ready = held;
          held = value;
          if (ready) return controller.enqueue(ready);
        }
        if (isChanged(stored, { size, sha256: await hash.digest() })) {
          onChanged();
          throw new ChangedBytesError();
        }
        if (held) controller.enqueue(held);
        controller.close();
      },
      cancel: async (reason) => void (await chunks.return?.(reason)),
    },
    { highWaterMark: 0 },
  );
}
