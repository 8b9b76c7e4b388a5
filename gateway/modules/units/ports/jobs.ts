import type { Reason } from '#gateway/core/reason.ts';
import type { ReadHealth, ReadWarning } from '#gateway/engine/document.ts';
import type {
  FailedFetch,
  IndexJob,
  IndexStage,
  PictureAt,
  ReadPage,
  Source,
} from '#gateway/modules/units/model.ts';
import type { EditOutcome } from './edits.ts';

/** A unit that waits to be indexed, and the call that wanted it. */
export interface QueuedJob {
  botId: number;
  unitId: number;
  requestId?: string;
}

/** Which job to fetch for. */
export interface FetchChoice {
  /** Hosts with port that are asked enough already. */
  busyHosts: readonly string[];
  /** None that was tried before. */
  onlyFirstTries: boolean;
}

/**
 * The indexer's side of the units: leases of their jobs in the queue, and publication. Addresses are fetched under one lease,
 * and the unit is read under another. Units that only a newer version of this program wants to read come last.
 */
export interface JobStore {
  /** Takes the next job that can be read, for `leaseMs`; undefined when there is none. */
  lease(owner: string, leaseMs: number, only?: { isShort: boolean }): Promise<IndexJob | undefined>;
  /** Takes the next job with addresses to fetch. */
  leaseFetch(owner: string, leaseMs: number, choice: FetchChoice): Promise<IndexJob | undefined>;
  /** Ends a lease of `leaseFetch`: the unit can be read, without what failed. It was no try. False when the lease was lost. */
  endFetching(job: IndexJob, failed: readonly FailedFetch[]): Promise<boolean>;
  /** Jobs whose addresses were fetched and which nobody reads yet, over all bots. */
  countFetched(): Promise<number>;
  /** Prolongs a lease and notes how far it is; false when the lease was lost (stop then, write nothing). */
  renewLease(
    job: IndexJob,
    leaseMs: number,
    position: { stage: IndexStage; progress: number; picture?: PictureAt },
  ): Promise<boolean>;
  /**
   * Ends a lease without an outcome; the job is free again after `delayMs`. False when the lease was lost.
   * With `counts: false` it was no try: the next lease has the same `attempt`. With `toFetch` its addresses are to be fetched
   * first. `reason`: why a try was in vain.
   */
  release(
    job: IndexJob,
    delayMs: number,
    as?: { counts: boolean; toFetch?: boolean; reason?: Reason },
  ): Promise<boolean>;
  /** Ends the leases of processes that are dead; returns how many. */
  releaseAbandoned(): Promise<number>;
  /** Takes over what a gateway of the version before queued, but for what a worker of that version is at; returns how many. */
  adoptOld(): Promise<number>;
  /**
   * Notes a URL source's fetched blob, so that the index can be rebuilt offline; the blob it replaces becomes an orphan.
   * False when the lease was lost: the blob is then an orphan itself.
   */
  saveFetched(
    job: IndexJob,
    sourceId: number,
    fetched: Omit<NonNullable<Source['fetched']>, 'on'>,
  ): Promise<boolean>;
  /**
   * The commit point, one small transaction: generation and status of the unit, states of its sources, end of the job.
   * False when the lease was lost. With `failed` or `keepsPublished` the last good generation, if any, stays.
   */
  settle(job: IndexJob, outcome: IndexOutcome): Promise<boolean>;
  /**
   * Removes passages and segments that no unit names, a slice at a time; returns rows removed. A generation that was
   * replaced is kept for a minute more, for the answers being made from it.
   */
  sweepGenerations(limit: number): Promise<number>;
  /**
   * Queues ready units, or `only` this one, whose segment has another version or is gone, from what was kept of their
   * sources; returns how many. A segment of another reader alone is outdated where no readings are kept.
   */
  queueOutdated(
    indexVersion: number,
    limit: number,
    only?: { botId: number; unitId: number },
  ): Promise<number>;
  /** The ready units of a bot whose text is of readings by an older reader. */
  countOlderReaders(botId: number, readerVersion: number): Promise<number>;
  /** Queues some of these units; returns their ids. */
  queueOlderReaders(
    botId: number,
    choice: { readerVersion: number; limit: number; by: string },
  ): Promise<number[]>;
}

/** The outcome of one source in a run. */
export interface SourceOutcome {
  sourceId: number;
  status: 'ready' | 'failed';
  reason: Reason | null;
  warnings: (ReadWarning | Reason)[];
  /** Findings and repairs of the reading; absent when the source was not read. */
  health?: ReadHealth;
  pages: number | null;
  /** Passages, those of an earlier reading included, which stay published. */
  passages: number;
  /** Date of the text that was read, see `Source`. Absent where nothing was: passages of an earlier reading stay as they are. */
  readOn?: Date;
  /** The copy that was read. */
  page?: ReadPage;
  /** What was read, also where it is that of an earlier run. */
  readingId?: number;
  /** The beginning of a newer text that waits for a person. */
  heldText?: string;
}

/** The outcome of a run, as `settle` stores it. */
export interface IndexOutcome {
  /** Whether the unit answers from its present sources. */
  status: 'ready' | 'failed';
  /** No source could be read again: the published generation stays, and is one of the present sources. */
  keepsPublished?: boolean;
  reason: Reason | null;
  readOn: Date | null;
  passages: number;
  sources: SourceOutcome[];
  /** Whether the new generation says something else than the published one. */
  changesText?: boolean;
  /** What became of the edits of the unit; absent where the run made no new text. */
  edits?: EditOutcome[];
  /** The title whose words the segment holds; the unit may have another one by then. */
  title?: string;
}
