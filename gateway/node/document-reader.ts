import type { DocumentReader } from '#gateway/modules/units/ports/passages.ts';
import { READABLE_FORMATS, type ReadableFormat, ReadFailure } from '#gateway/engine/document.ts';
import type { ReadHint } from '#gateway/engine/document.ts';
import type { DiskBlobStore } from './data/blobs-disk.ts';
import type { ReaderPool } from './reader/reader-pool.ts';

/** Reads blobs of the disk store, each in a process of its own. */
export function createDocumentReader(blobs: DiskBlobStore, pool: ReaderPool): DocumentReader {
  const request = (
    source: { blob: string; format: string; name: string; charset?: string },
    signal: AbortSignal | undefined,
  ) => {
    const path = blobs.pathOf(source.blob);
    if (!path || !isReadable(source.format)) throw new ReadFailure('not-readable-type');
    const hint: ReadHint = {
      fileName: source.name,
      ...(source.charset === undefined ? {} : { charset: source.charset }),
    };
    return { path, format: source.format, hint, ...(signal ? { signal } : {}) };
  };
  return {
    read: async (source, signal, onPicture) =>
      pool.read({ ...request(source, signal), ...(onPicture ? { onPicture } : {}) }),
    convert: async (source, to, signal) => pool.render(request(source, signal), to),
  };
}

function isReadable(format: string): format is ReadableFormat {
  return (READABLE_FORMATS as readonly string[]).includes(format);
}
