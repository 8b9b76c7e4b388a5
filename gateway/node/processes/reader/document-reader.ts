import type { ReadHint } from '#gateway/engine/document.ts';
import { READABLE_FORMATS, type ReadableFormat, ReadFailure } from '#gateway/engine/document.ts';
import type { DocumentReader } from '#gateway/modules/units/ports/passages.ts';
import type { FileBlobStore } from '#gateway/node/storage/blobs/file-blob-store.ts';
import type { ReaderPool } from './reader-pool.ts';
import type { ReadRequest } from './run-reader.ts';

const encoder = new TextEncoder();

/** Reads blobs, each in a process of its own. */
export function createDocumentReader(
  blobs: Pick<FileBlobStore, 'withFile'>,
  pool: ReaderPool,
): DocumentReader {
  const withSource = async <Result>(
    source: Parameters<DocumentReader['read']>[0],
    signal: AbortSignal | undefined,
    work: (request: ReadRequest) => Promise<Result>,
  ): Promise<Result> => {
    const { blob, format, name, charset, sha256, url, accepted } = source;
    if (!isReadable(format)) throw new ReadFailure('not-readable-type');
    const hint: ReadHint = {
      fileName: name,
      ...(charset === undefined ? {} : { charset }),
      ...(url === undefined ? {} : { pageUrl: url }),
      ...(accepted === undefined ? {} : { accepted }),
    };
    const checksum = sha256 === undefined ? {} : { sha256 };
    const asFile = (path: string) => work({ path, format, hint, ...checksum, ...(signal ? { signal } : {}) });
    return blobs.withFile(blob, asFile, signal);
  };
  return {
    read: (source, listener, signal) =>
      withSource(source, signal, (request) => pool.read({ ...request, ...listener })),
    async convert(source, to, write, signal) {
      const onText = (text: string): Promise<void> => write(encoder.encode(text));
      await withSource(source, signal, (request) => pool.render({ ...request, onText }, to));
    },
  };
}

function isReadable(format: string): format is ReadableFormat {
  return (READABLE_FORMATS as readonly string[]).includes(format);
}
