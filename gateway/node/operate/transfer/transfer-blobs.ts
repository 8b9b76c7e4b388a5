import { sql } from 'kysely';
import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';
import { hashStream, isChanged } from '#gateway/modules/files/services/verify-bytes.ts';
import { createSha256 } from '#gateway/node/storage/disk/sha256.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { TransferError } from './transfer-error.ts';

/** A blob in a row, with the size and hash of that row. */
export interface NamedBlob {
  key: string;
  size: number;
  sha256: string | null;
  /** 1 where it may be missing: spoken answers of a day, which backups leave out. */
  droppable: number;
}

const BLOBS_PER_PAGE = 500;

/** Every blob that a row names, in the order of keys, but those that wait to be removed. */
export async function* namedBlobs(db: Reads): AsyncGenerator<NamedBlob> {
  for (let after = ''; ; ) {
    const page = sql<NamedBlob>`
      select blob as key, max(size) as size, max(sha256) as sha256, min(droppable) as droppable from (
        select blob, size, sha256, 0 as droppable from stored_file
        union all select fetched_blob, fetched_size,
          case when fetched_sha256_of = fetched_blob then fetched_sha256 end, 0 from source where fetched_blob is not null
        union all select blob, size, sha256, 0 from reading where url is not null
        union all select blob, size, sha256, 1 from spoken_audio) as named
      where blob > ${after} group by blob order by blob limit ${BLOBS_PER_PAGE}`;
    const { rows } = await page.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

export interface BlobTransfer {
  blobs: number;
  bytes: number;
  /** Blobs that rows name and the source has not. */
  missing: string[];
  /** Blobs that the source has with other bytes than were stored: damaged before, and copied as they are. */
  changed: string[];
}

/**
 * Copies what rows name and the target has not, under the same keys, and compares hashes of all: of what the source gave,
 * of what its row says, and of what the target gives back. Throws `TransferError` where a copy is not the same.
 */
export async function transferBlobs(
  {
    db,
    from,
    to,
    signal,
  }: {
    db: Reads;
    from: Pick<BlobStore, 'open'>;
    to: Pick<BlobStore, 'open' | 'create'>;
    signal: AbortSignal | undefined;
  },
  onBytes: (bytes: number) => void,
): Promise<BlobTransfer> {
  const outcome: BlobTransfer = { blobs: 0, bytes: 0, missing: [], changed: [] };
  for await (const { key, size, sha256, droppable } of namedBlobs(db)) {
    signal?.throwIfAborted();
    const source = await from.open(key);
    if (!source) {
      if (droppable === 0) outcome.missing.push(key);
      continue;
    }
    const there = await to.open(key);
    const original = there ? await hashOf(source.stream) : await copyBlob(source.stream, to, key);
    const copy = await hashOf((there ?? (await to.open(key)))?.stream ?? new Blob([]).stream());
    if (original.sha256 !== copy.sha256)
      throw new TransferError(
        `The file ${key} did not arrive as it was. Remove it from the target and run the command again.`,
      );
    if (isChanged({ size, sha256 }, original)) outcome.changed.push(key);
    outcome.blobs += 1;
    outcome.bytes += original.size;
    onBytes(original.size);
  }
  return outcome;
}

async function copyBlob(
  stream: ReadableStream<Uint8Array>,
  to: Pick<BlobStore, 'create'>,
  key: string,
): ReturnType<typeof hashOf> {
  const writer = await to.create(key);
  try {
    for await (const chunk of stream) await writer.write(chunk);
    return await writer.commit();
  } catch (error) {
    await writer.abort().catch(() => {});
    throw error;
  }
}

const hashOf = (stream: ReadableStream<Uint8Array>) => hashStream(stream, createSha256);
