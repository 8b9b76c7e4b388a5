import type { Readable } from 'node:stream';
import { StorageError } from '#gateway/core/errors.ts';

/** The store answered, and not what was asked for. */
export class S3Error extends Error {
  readonly status: number;
  /** As S3 has it (`NoSuchKey`), or `HTTP <status>` where the answer names none. */
  readonly code: string;
  constructor(status: number, code = `HTTP ${status}`) {
    super(`the store answered ${status} ${code}`);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

/** Bucket quotas and full disks, as the stores call them. Our objects and parts are far below any limit of size. */
const FULL = new Set([
  'QuotaExceeded',
  'QuotaExceededException',
  'EntityTooLarge',
  'InsufficientStorage',
  'StorageFull',
  'XMinioStorageFull',
]);
const FULL_STATUS = 507;

/** The store did nothing of it and asks for patience. */
export function isRefusedForNow(error: unknown): boolean {
  return (
    error instanceof S3Error && (error.status === 429 || error.status === 503 || error.code === 'SlowDown')
  );
}

/** Whether a further try may succeed. The failed request may have taken effect all the same. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof S3Error)) return true;
  return (
    (error.status >= 500 && error.status !== FULL_STATUS && error.status !== 501) ||
    error.code === 'InternalError' ||
    error.code === 'RequestTimeout'
  );
}

/** What the rest of the gateway understands. Errors of our own making stay what they are. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof StorageError) return error;
  if (error instanceof S3Error) {
    const isFull = error.status === FULL_STATUS || FULL.has(error.code);
    return new StorageError(isFull ? 'full' : 'unavailable', error.code, error);
  }
  const code = connectionFailure(error);
  return code === undefined ? error : new StorageError('unavailable', code, error);
}

/** What the system or the HTTP client calls a connection that failed, was cut or took too long. */
export function connectionFailure(error: unknown): string | undefined {
  // A wrong argument has a code too.
  if (!(error instanceof Error) || error instanceof TypeError) return undefined;
  if (error.name === 'TimeoutError') return error.name;
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** An XML answer: lists and errors are small. */
export async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_TEXT_BYTES) throw new S3Error(200, 'AnswerTooLong');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The error that an answer holds. S3 sends some with status 200, when it began to answer before it knew. */
export function parseError(status: number, text: string): S3Error {
  return new S3Error(status, /<Code>([\w.]{1,60})<\/Code>/.exec(text)?.[1]);
}
