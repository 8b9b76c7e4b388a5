import type { StoredFile } from '#gateway/modules/files/model.ts';

/** What a file is, by its content. `format` is there when text can be read out of it; `extension` has no dot. */
export interface FileKind {
  mime: string;
  kind: StoredFile['kind'];
  format?: string;
  extension: string;
}

/**
 * Why a file is not taken. `old-office-format` has `{ extension, saveAs }`, `type-not-accepted` `{ type }`, and
 * `content-mismatch`, whose name promises an accepted type, `{ extension }`.
 */
export interface RefusedType {
  refused: 'empty-file' | 'old-office-format' | 'type-not-accepted' | 'type-unknown' | 'content-mismatch';
  parameters: Record<string, string>;
}

/** Decides what a file is. */
export interface TypeDetector {
  /** How many bytes of the beginning it wants to see. */
  headBytes: number;
  /** Every type that can be stored. */
  accepted: readonly FileKind[];
  /** `readTail` gives the last bytes; it is asked for rarely. */
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

/** Uploaded files of bots: names and keys of blobs, not their bytes. */
export interface FileStore {
  insert(file: StoredFile): Promise<void>;
  byPath(botId: number, path: string): Promise<StoredFile | undefined>;
  byId(botId: number, id: string): Promise<StoredFile | undefined>;
  /** Removes files stored before this moment that no source stands on; their blobs become orphans. Returns how many. */
  removeUnregistered(before: Date, limit: number): Promise<number>;
}
