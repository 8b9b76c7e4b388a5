import type { Reason } from '#gateway/core/reason.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import type { DryReading, NewSource, ReadingOrigin } from '#gateway/modules/units/model.ts';

/** Readings of files and addresses that no unit has yet. What they are of is named by file id or address. */
export interface DryReadingStore {
  /** Queues what has neither a reading by this reader that may be taken, nor a recent failure, nor a job. */
  request(botId: number, items: readonly NewSource[], readerVersion: number): Promise<void>;
  /** By file id or address; absent where none was asked for, and where a unit has taken it. */
  states(botId: number, items: readonly NewSource[]): Promise<Map<string, DryReading>>;
  /** What the jobs are to read, by their subjects. */
  ofJobs(botId: number, subjects: readonly string[]): Promise<Map<string, NewSource>>;
  /** Ends a job with why there is no text; false when its lease was lost. */
  fail(lease: JobLease, origin: ReadingOrigin, reason: Reason): Promise<boolean>;
}
