/**
 * Bytes by key. The store chooses the keys; a committed blob never changes. Throws `StorageError` when a store on
 * another machine is full, does not respond or refuses the gateway.
 */
export interface BlobStore {
  /** Opens a new blob for writing; readers see the blob after `commit`. `key`: for a copy from another store. */
  create(key?: string): Promise<BlobWriter>;
  /** Streams a blob, or a byte range (`end` exclusive); undefined for a missing blob. */
  open(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ stream: ReadableStream<Uint8Array>; size: number } | undefined>;
  /** Removes a blob; a missing blob is no error. */
  remove(key: string): Promise<void>;
  /** A page of the keys of blobs committed before a moment, in the order of keys, behind the key `after`. */
  list(page: { committedBefore: Date; after?: string; limit: number }): Promise<string[]>;
  /** Removes unfinished uploads begun before a moment, some hundreds at most; returns their number. */
  removeUnfinished(begunBefore: Date): Promise<number>;
}

/** Writes one blob, which readers see only after `commit`. */
export interface BlobWriter {
  write(chunk: Uint8Array): Promise<void>;
  /**
   * Makes the blob durable (fsync and rename, or acknowledged by the store). `sha256`: lower-case hex; size in bytes.
   */
  commit(): Promise<{ key: string; size: number; sha256: string }>;
  /** Discards the blob; safe to call after a failed commit. */
  abort(): Promise<void>;
}
