/**
 * Bytes by key. Keys are chosen by the store; a blob is never changed once committed. Throws `StorageError` where the
 * store is another machine that has no space, does not respond or refuses us.
 */
export interface BlobStore {
  /** Opens a new blob for writing. Nothing is visible until `commit` resolves. With `key`, a copy from another store. */
  create(key?: string): Promise<BlobWriter>;
  /** Streams a blob, or a byte range of it (`end` exclusive); undefined when it does not exist. */
  open(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ stream: ReadableStream<Uint8Array>; size: number } | undefined>;
  /** Removes a blob; removing one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** A page of the keys of blobs committed before a moment, in the order of keys, behind the key `after`. */
  list(page: { committedBefore: Date; after?: string; limit: number }): Promise<string[]>;
  /** Removes what was begun before a moment and neither committed nor aborted, at most some hundreds; returns how many. */
  removeUnfinished(begunBefore: Date): Promise<number>;
}

/** Writes one blob; nothing of it can be read before `commit`. */
export interface BlobWriter {
  write(chunk: Uint8Array): Promise<void>;
  /** Makes it durable: synced and renamed on a disk, acknowledged by another store. `sha256` is lower-case hex of all bytes; size in bytes. */
  commit(): Promise<{ key: string; size: number; sha256: string }>;
  /** Throws away what was written; safe to call after a failed commit. */
  abort(): Promise<void>;
}
