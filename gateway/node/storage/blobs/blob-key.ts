import { randomUUID } from 'node:crypto';

/** Random, lower-case hex. */
export const BLOB_KEY = /^[0-9a-f]{32}$/;
export const randomBlobKey = (): string => randomUUID().replaceAll('-', '');
/** Length of the beginning of a key that is the name of its folder. */
export const FOLDER_PREFIX_LENGTH = 2;

/**
 * Where a blob is below the folder or the prefix of its store, with `/`: the same on a disk and in a bucket, so that any
 * tool can copy from one to the other. In the order of keys.
 */
export function blobPath(key: string): string {
  return `${key.slice(0, FOLDER_PREFIX_LENGTH)}/${key}`;
}
