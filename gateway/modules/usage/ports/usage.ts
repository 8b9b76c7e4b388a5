import type { LedgerKind } from '#gateway/modules/usage/model.ts';

/** What use is grouped by: the endpoint called, the key's family, or the unit that the answer drew on most. */
export type UsageGrouping = 'action' | 'key' | 'unit';

/** Days are numbers such as 20261121, of the bot's zone, both included. */
export interface UsageQuery {
  botId: number;
  ledger: LedgerKind;
  from: number;
  to: number;
}

/** Calls and what they cost, in units of the ledger. */
export interface UsageSum {
  calls: number;
  amount: number;
  /** Of `amount`, what was estimated. */
  estimated: number;
}

/** `id`: endpoint, family or unit; '' where calls had none. */
export interface GroupUsage extends UsageSum {
  id: string;
}

/** What a group used within a day, or an hour of it. `hour` is 0 where days were asked for. */
export interface UsageSlot {
  day: number;
  hour: number;
  calls: number;
  amount: number;
}

/** What a key's family used by an action within a day. */
export interface UsageDay extends UsageSum {
  day: number;
  action: string;
  keyId: string;
}

interface FailureCount {
  day: number;
  status: number;
  fault: string;
  count: number;
}

/** Failed calls of one kind within a day of the bot's zone. */
export interface Failure {
  botId: number;
  day: number;
  status: number;
  fault: string;
  action: string;
  /** The key's family. */
  keyId: string;
  ledger: LedgerKind;
  /** When the last of them failed. */
  on: Date;
  count: number;
}

/** Of one fault, and of one key's family or all. */
interface RejectionQuery {
  botId: number;
  ledger: LedgerKind;
  fault: string;
  keyId?: string | undefined;
}

/** How a single call failed that had reserved quota. */
export interface FailedEntry {
  botId: number;
  requestId: string;
  status: number;
  fault: string;
  on: Date;
}

/** A call with its reservation and cost; or all calls of a key and action that one fault rejected within a minute. */
export interface UsageCall {
  /** Of rejected calls an id of the row, made of key, fault and action. */
  requestId: string;
  on: Date;
  action: string;
  keyId: string;
  unitId: number | null;
  reserved: number;
  /** Null while the call is under way. */
  amount: number | null;
  estimated: boolean;
  /** Null while the call is under way, and of calls without a charge of which nothing is known. */
  status: number | null;
  /** '' of calls that did not fail. */
  fault: string;
  /** Null while the call is under way, and of rejected calls. */
  settledOn: Date | null;
  count: number;
  hasRun: boolean;
}

/** Which single calls: from a moment to before another, newest first, behind `after`. */
export interface UsageCallsQuery {
  botId: number;
  ledger: LedgerKind;
  from: Date;
  until: Date;
  keyId?: string;
  action?: string;
  after?: { on: Date; requestId: string };
  limit: number;
}

/** What was settled, summed up by hour and by day as it was settled; read without looking at single calls. */
export interface UsageStore {
  /** Groups that used something, the greatest first, a page of them or all; `total` and `sum` are of all of them. */
  groups(
    query: UsageQuery & { by: UsageGrouping; offset?: number; limit?: number },
  ): Promise<{ items: GroupUsage[]; total: number; sum: UsageSum }>;
  /** By slot in the order of time; `ids`: these groups only, each by itself. Slots without use are absent. */
  slots(
    query: UsageQuery & { by: UsageGrouping; step: 'day' | 'hour'; ids: readonly string[] },
  ): Promise<(UsageSlot & { id: string })[]>;
  /** The same of all groups together. */
  totals(query: UsageQuery & { step: 'day' | 'hour' }): Promise<UsageSlot[]>;
  /** Sums of a day, action and key's family, in this order; days without use are absent. */
  days(query: UsageQuery): Promise<UsageDay[]>;
  failures(query: Omit<UsageQuery, 'ledger'>): Promise<FailureCount[]>;
  /** Of calls with 402 and 429 also the minute; of those with an entry also which they are. */
  addFailures(failures: readonly Failure[], calls?: readonly FailedEntry[]): Promise<void>;
  /** Rejected calls from the minute of a moment on, and the first such minute. */
  rejections(query: RejectionQuery & { from: Date }): Promise<{ since: Date | null; count: number }>;
  /** Forgets rejected calls of minutes before, and how single calls failed; how many rows. */
  removeRejections(before: Date): Promise<number>;
  /** The least that one of the last hundred calls reserved, and when the newest did; undefined without calls. */
  recentCalls(query: Omit<RejectionQuery, 'fault'>): Promise<{ smallest: number; lastOn: Date } | undefined>;
  /**
   * Single calls, and rejected ones by minute. `next`: the one to go on behind, null when there are no more. Pages of one
   * action may hold less than `limit`, or nothing, and still have a next one.
   */
  calls(
    query: UsageCallsQuery,
  ): Promise<{ items: UsageCall[]; next: Pick<UsageCall, 'on' | 'requestId'> | null }>;
}
