import { LRUCache } from 'lru-cache';
import { joinChunks } from '#common/join-chunks.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import type { Ports } from '#gateway/modules/files/ports/ports.ts';
import type { ByteRange } from './open-file.ts';
import { ChangedBytesError, hashStream, isChanged, type KnownBytes, verifyStream } from './verify-bytes.ts';

/**
 * Files up to this size are compared before the first byte is sent, so that changed bytes are answered with a fault.
 */
const MAX_HELD_BYTES = 1024 * 1024;
/** How long ranges of a compared file are sent without another comparison: players seek, and downloads resume. */
const COMPARED_FOR_MS = 10 * 60_000;
const MAX_REMEMBERED_FILES = 1_000;

type OpenedFile = Pick<StoredFile, 'botId' | 'id' | 'blob'> & KnownBytes;

/** Opens a file, whole or a slice; 404 for a missing blob, `file-changed` when the bytes differ from the upload. */
export type FileOpener = (file: OpenedFile, range?: ByteRange) => Promise<ReadableStream<Uint8Array>>;

/**
 * Opens files for downloads and compares them with their stored size and hash. A wrong size is found before the first
 * byte is sent. A small file is compared before it is sent; a large file while it is sent, and the stream breaks off
 * before the last bytes; a range only after the whole file was compared, which holds for ten minutes.
 */
export function createFileOpener(ports: Pick<Ports, 'blobs' | 'createSha256' | 'log'>): FileOpener {
  const { blobs, createSha256 } = ports;
  const compared = new LRUCache<string, Promise<void>>({ max: MAX_REMEMBERED_FILES, ttl: COMPARED_FOR_MS });
  const logged = new LRUCache<string, true>({ max: MAX_REMEMBERED_FILES });

  const noticeChange = ({ blob, botId, id }: OpenedFile): void => {
    compared.delete(blob);
    if (!logged.has(blob)) ports.log.error('stored-file-changed', { blob, botId, file: id });
    logged.set(blob, true);
  };
  const refuse = (file: OpenedFile): GatewayFault => {
    noticeChange(file);
    return new GatewayFault('file-changed');
  };

  async function openWithSize(file: OpenedFile, range?: ByteRange): Promise<ReadableStream<Uint8Array>> {
    const opened = await blobs.open(file.blob, range);
    if (!opened) throw new GatewayFault('file-not-found');
    if (opened.size === file.size) return opened.stream;
    await opened.stream.cancel();
    throw refuse(file);
  }

  async function compare(file: OpenedFile): Promise<void> {
    if (isChanged(file, await hashStream(await openWithSize(file), createSha256))) throw refuse(file);
  }

  /** Concurrent callers wait for the same comparison. */
  function compareOnce(file: OpenedFile): Promise<void> {
    const pending = compared.get(file.blob);
    if (pending) return pending;
    const comparing = compare(file);
    compared.set(file.blob, comparing);
    comparing.catch(() => compared.delete(file.blob));
    return comparing;
  }

  async function openSmall(file: OpenedFile): Promise<ReadableStream<Uint8Array>> {
    const chunks: Uint8Array[] = [];
    const stream = verifyStream(await openWithSize(file), file, createSha256);
    try {
      for await (const chunk of stream) chunks.push(chunk);
    } catch (error) {
      throw error instanceof ChangedBytesError ? refuse(file) : error;
    }
    return new Blob([joinChunks(chunks, file.size)]).stream();
  }

  return async (file, range) => {
    if (file.sha256 === null) return openWithSize(file, range);
    if (range) {
      await compareOnce(file);
      return openWithSize(file, range);
    }
    if (file.size <= MAX_HELD_BYTES) return openSmall(file);
    return verifyStream(await openWithSize(file), file, createSha256, () => noticeChange(file));
  };
}
