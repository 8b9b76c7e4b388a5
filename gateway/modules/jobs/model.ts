import type { Reason } from '#gateway/core/reason.ts';

/** What is done in the background. */
export type JobKind = 'index' | 'read' | 'deliver' | 'embed' | 'evaluate' | 'prove' | 'chore';

/** The place in line: put before the others of its bot by a person, normal, or behind everything that a person waits for. */
export const PRIORITIES = { first: -1, normal: 0, last: 1 } as const;

/** The bot of work that concerns the whole store, and of a pause that concerns every bot. */
export const EVERY_BOT = 0;

/** Chores that a pause of upkeep does not stop: they raise alerts and free what dead processes hold. */
export const UNPAUSABLE_CHORES = ['alerts.check', 'fleet.abandoned'] as const;

/** At most one job per bot, kind and subject. */
export interface JobKey {
  botId: number;
  kind: JobKind;
  subject: string;
}

export interface Job extends JobKey {
  /** A new one whenever the job is queued again. */
  id: number;
  /** Since when the work is wanted: a job that is queued again keeps its place. */
  queuedOn: Date;
  /** From when the job may be taken; the end of the lease while a worker holds it. */
  dueOn: Date;
  priority: number;
  /** Tries in vain, and the one under way. */
  tries: number;
  /** The process that works on it; null while the job waits. */
  owner: string | null;
  /** Which worker takes it, where a kind has several. */
  stage: string;
  /** What only so many workers use at once: the host of an address, the webhook of a delivery. */
  resource: string;
  /** In bytes, where short jobs go before long ones. */
  size: number | null;
  /** Share that is done, 0..1; null before a worker said so. */
  progress: number | null;
  /** Of the last failure. */
  reason: Reason | null;
  /** JSON, read by the worker of the kind alone. */
  payload: unknown;
}

/** A job that `owner` works on, until the lease ends or is taken away. */
export interface JobLease extends Job {
  owner: string;
  /** Numbers the leases of a job, so that a worker that outlived its lease changes nothing. */
  lease: number;
}

/**
 * `waiting`: a worker can take the job now. `retrying`: waits after a failed try. `scheduled`: waits for its due time.
 * `paused`: waits until a person resumes the kind.
 */
export type JobState = 'running' | 'waiting' | 'retrying' | 'scheduled' | 'paused';

/** What people know a job by: the title of a unit, the name of a webhook; and its bot. */
export interface JobNames {
  subject?: string | undefined;
  bot?: string | undefined;
}

export interface ListedJob extends Job {
  state: JobState;
}

/** What a change of a job is recorded for: the history of a unit has what was done to its indexing. */
export const auditedKind = (kind: JobKind): 'unit' | 'job' => (kind === 'index' ? 'unit' : 'job');
