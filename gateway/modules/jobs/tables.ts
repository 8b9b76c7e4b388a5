import type { JobKind } from './model.ts';

/** Rows of background work. */
export interface JobsTables {
  job: JobRow;
  /** Kinds of work that are not begun: of one bot, or of every bot where `bot_id` is 0. */
  job_pause: { bot_id: number; kind: JobKind; paused_on: number };
}

/** See `Job`. What a job is selected by is a column; `payload` is never part of a condition. */
export interface JobRow {
  bot_id: number;
  kind: JobKind;
  subject: string;
  id: number;
  queued_on: number;
  /** Where in the order of its bot the job is: `queued_on`, and a minute later for each try in vain. */
  turn_on: number;
  due_on: number;
  priority: number;
  tries: number;
  /** How often it was leased. */
  leases: number;
  /** Empty for a process without an id, which never dies. */
  lease_owner: string | null;
  stage: string;
  resource: string;
  size: number | null;
  progress: number | null;
  reason: string | null;
  payload: string | null;
}
