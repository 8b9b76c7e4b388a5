import { type Storage, StorageError } from './errors.ts';

/** The disk of a storage. */
export interface DiskState {
  storage: Storage;
  /** Bytes free for new data of this process. */
  freeBytes: number;
}

/**
 * The disks of this machine that rows and files are on. What brings in data leaves a reserve on them, so that asking,
 * deleting, settling, signing in and the audit log go on while there is no room for more knowledge.
 */
export interface DiskSpace {
  /** Bytes that new data must leave free (`FIHRIST_RESERVE_MB`); 0 disables the reserve. */
  readonly reserveBytes: number;
  /** As they were a second ago at most; without those that are elsewhere, as behind PostgreSQL and S3, or do not tell. */
  read(): Promise<readonly DiskState[]>;
  /** So many bytes were written: after many of them the next look is made earlier. */
  recordWrite(bytes: number): void;
}

/** Where nothing is known of disks: all there is to know is that a write failed. */
export const UNKNOWN_DISKS: DiskSpace = {
  reserveBytes: 0,
  read: () => Promise.resolve([]),
  recordWrite: () => {},
};

/** The code of the `StorageError` that stands for a reserve. */
const RESERVE = 'RESERVE';

/** The disk on which `bytes` more would leave less than the reserve; undefined where there is room. */
export async function findFullDisk(space: DiskSpace, bytes = 0): Promise<DiskState | undefined> {
  if (space.reserveBytes === 0) return undefined;
  return (await space.read()).find(({ freeBytes }) => freeBytes - bytes < space.reserveBytes);
}

/** Throws an error that `isDiskFull` knows where `bytes` more would leave less than the reserve. */
export async function requireSpace(space: DiskSpace, bytes = 0): Promise<void> {
  const full = await findFullDisk(space, bytes);
  if (full) throw new StorageError('full', RESERVE, undefined, full.storage);
}
