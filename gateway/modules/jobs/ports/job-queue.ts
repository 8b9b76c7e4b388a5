import type { Reason } from '#gateway/core/reason.ts';
import type { Job, JobKey, JobKind, JobLease, JobState, ListedJob } from '#gateway/modules/jobs/model.ts';

/** Which job to take. */
export interface JobChoice {
  stage?: string;
  /** One job alone, if it is due. */
  only?: Pick<JobKey, 'botId' | 'subject'>;
  /** None of the bots that are archived or deleted. */
  onlyActiveBots?: boolean;
  /** None of the resources that are in use enough already. */
  busyResources?: readonly string[];
  /** None larger, and none of unknown size. */
  maxSize?: number;
  /** None that was tried before. */
  onlyFirstTries?: boolean;
}

/** How a lease ends without an outcome. */
export interface JobRelease {
  /** How long the job waits, from now. */
  delayMs: number;
  /** `failed`: a try in vain. `none`: it was no try. `done`: the job waits for its next time, with all tries ahead. */
  as: 'failed' | 'none' | 'done';
  /** Of a failure. */
  reason?: Reason | undefined;
  /** The stage of the next lease, if another. */
  stage?: string;
}

export interface JobFilter {
  botIds?: readonly number[];
  kind?: JobKind;
  state?: JobState;
}

/** A kind that is paused; `botId` 0: for every bot. */
export interface JobPause {
  botId: number;
  kind: JobKind;
  pausedOn: Date;
}

/** What a person did to a job, for the module whose work it is: `job` is as it was before it was cancelled, or as it is tried again. */
export interface JobIntervention {
  job: Job;
  what: 'cancelled' | 'retried';
}

export interface KindCount {
  kind: JobKind;
  /** Without a worker: due, or before their time. */
  waiting: number;
  running: number;
  /** When the job that can be taken and is in line for longest was queued; null when there is none. */
  oldestOn: Date | null;
}

/**
 * Background work of every kind: one queue, with leases by the store's clock. Jobs are queued and settled by sql functions
 * in the transactions of what they are about (`gateway/modules/jobs/sql/job-rows.ts`); a job whose lease ended is leased
 * again. Order: jobs for which no person waits come last; bots take turns; within a bot, jobs that a person put first, then by
 * the time of queueing, to which each failed try adds a minute.
 */
export interface JobQueue {
  /** Takes the next job of a kind that is due and not paused, for `leaseMs`; undefined when there is none. */
  lease(kind: JobKind, leaseMs: number, choice?: JobChoice, owner?: string): Promise<JobLease | undefined>;
  /** Prolongs a lease and notes the progress; false when it was lost, also to a person who cancelled the job. */
  renewLease(lease: JobLease, leaseMs: number, progress?: number | null): Promise<boolean>;
  /** Ends a lease without an outcome; false when it was lost. */
  release(lease: JobLease, release: JobRelease): Promise<boolean>;
  /** Ends a job that made nothing to be stored; false when its lease was lost. */
  finish(lease: JobLease): Promise<boolean>;
  /** Queues a job unless its key has one already. True when the job is new. */
  ensure(key: JobKey, job?: { stage?: string; delayMs?: number }): Promise<boolean>;
  /** Frees what processes held that are dead; the jobs that are free now. */
  releaseAbandoned(kind?: JobKind): Promise<JobKey[]>;
  /** Milliseconds until the next job that waits for its time is due; null when none does. */
  msUntilDue(kind: JobKind, stage?: string): Promise<number | null>;

  /** Whether a job waits that a person waits for and a worker could take now. */
  hasDue(kind: JobKind, stage: string): Promise<boolean>;

  get(key: JobKey): Promise<ListedJob | undefined>;
  /** Jobs under way first, then in the order in which they are worked on, bots apart. */
  list(
    filter: JobFilter,
    page: { offset: number; limit: number },
  ): Promise<{ items: ListedJob[]; total: number }>;
  /** Kinds without a job are absent; of these bots, or of all. */
  countByKind(botIds?: readonly number[]): Promise<KindCount[]>;
  /** Ends a job, also one under way, and what it was to do. False without such a job, and for kinds that always come again. */
  cancel(key: JobKey): Promise<boolean>;
  /** Makes a job that waits due now, with all its tries ahead. False when there is none, or it is under way. */
  retry(key: JobKey): Promise<boolean>;
  /** Puts a job before the others of its bot and kind. False without such a job. */
  putFirst(key: JobKey): Promise<boolean>;
  /** Begins no further job of a kind, of one bot or (0) of every bot, until resumed. What is under way goes on. */
  pause(botId: number, kind: JobKind): Promise<void>;
  resume(botId: number, kind: JobKind): Promise<void>;
  pauses(): Promise<JobPause[]>;
}
