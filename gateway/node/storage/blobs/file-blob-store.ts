import type { BlobStore } from '#gateway/modules/files/ports/blobs.ts';
import type { StoreMarker } from './store-marker.ts';

/** A blob store of a process whose children read blobs as files. */
export interface FileBlobStore extends BlobStore {
  /**
   * Calls `work` with a file of the blob's bytes, which may be gone once `work` has settled: never write there. Rejects
   * when there is no such blob, and with the signal's reason when aborted before `work` was called.
   */
  withFile<Result>(
    key: string,
    work: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  readonly marker: StoreMarker;
  /** Ends its connections; calls under way fail. */
  close(): Promise<void>;
}
