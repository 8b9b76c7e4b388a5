import type { StoredFile } from '#gateway/modules/files/model.ts';

/** The type of a file, by its content. `format` is set when the file has readable text; `extension` has no dot. */
export interface FileKind {
  mime: string;
  kind: StoredFile['kind'];
  format?: string;
  extension: string;
}

/**
 * Why a file is refused. Parameters: `{ extension, saveAs }` of `old-office-format`, `{ type }` of `type-not-accepted`,
 * `{ extension }` of `content-mismatch`, whose name promises an accepted type.
 */
export interface RefusedType {
  refused: 'empty-file' | 'old-office-format' | 'type-not-accepted' | 'type-unknown' | 'content-mismatch';
  parameters: Record<string, string>;
}

/** Detects the type of a file. */
export interface TypeDetector {
  /** Bytes of the beginning that `detect` needs. */
  headBytes: number;
  /** Every type that can be stored. */
  accepted: readonly FileKind[];
  /** `readTail` returns the last bytes; rarely called. */
  detect(
    head: Uint8Array,
    fileName: string,
    declaredMime: string,
    readTail?: (count: number) => Promise<Uint8Array>,
  ): Promise<FileKind | RefusedType>;
}

/** One file part of a multipart form, while it streams. */
export interface FilePart {
  field: string;
  fileName: string;
  mime: string;
  stream: ReadableStream<Uint8Array>;
}

/** Reads multipart/form-data without holding files in memory. Rejects with GatewayFault `malformed-form` on bad input. */
export interface FormReader {
  read(request: Request, onFile: (part: FilePart) => Promise<void>): Promise<Record<string, string>>;
}

/** For `ConvertAttachmentTo`. */
export interface DocumentConverter {
  /**
   * The file as UTF-8 text of another form, which `write` takes bit by bit; the reader waits meanwhile, and what it throws
   * ends the reading.
   */
  convert(
    source: { blob: string; format: string; name: string; sha256?: string },
    to: 'txt' | 'md' | 'html',
    write: (text: Uint8Array) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;
}

/** Uploaded files of bots: names and keys of blobs, not their bytes. */
export interface FileStore {
  insert(file: StoredFile): Promise<void>;
  byPath(botId: number, path: string): Promise<StoredFile | undefined>;
  /** Those of the files that exist, by path. */
  byPaths(botId: number, paths: readonly string[]): Promise<Map<string, StoredFile>>;
  byId(botId: number, id: string): Promise<StoredFile | undefined>;
  /** Files of the bot with the bytes of these files, by path; themselves among them. */
  sameBytes(botId: number, paths: readonly string[]): Promise<Map<string, string[]>>;
  /**
   * Removes files stored before this moment and used by no source; orphans their blobs. Returns the number of files.
   */
  removeUnregistered(before: Date, limit: number): Promise<number>;
  /** The given blobs that rows of any module name. */
  namedBlobs(blobs: readonly string[]): Promise<readonly string[]>;
}
