import type { Sha256 } from '#gateway/core/sha256.ts';

/** What is known of the bytes of a blob since they were stored. */
export interface KnownBytes {
  size: number;
  /** Lower-case hex; null where only the size is known. */
  sha256: string | null;
}

/** The bytes of a blob are no longer those that were stored. */
export class ChangedBytesError extends Error {
  constructor() {
    super('a stored file has other bytes than were stored');
    this.name = 'ChangedBytesError';
  }
}

/** Size and hash of everything that a stream holds. */
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

/** Whether bytes differ from those that were stored. */
export function isChanged(known: KnownBytes, found: { size: number; sha256: string }): boolean {
  return known.sha256 === null ? found.size !== known.size : found.sha256 !== known.sha256;
}

/**
 * The same bytes, of which the last chunk comes once all were compared: whoever takes them never gets a whole file that
 * is not the one that was stored. Other bytes end the stream with `ChangedBytesError`.
 */
export function verifyStream(
  stream: ReadableStream<Uint8Array>,
  known: KnownBytes,
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
        if (isChanged(known, { size, sha256: await hash.digest() })) {
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
