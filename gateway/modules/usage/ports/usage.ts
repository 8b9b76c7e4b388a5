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

/** A call with its reservation and cost. */
export interface UsageCall {
  requestId: string;
  on: Date;
  action: string;
  keyId: string;
  unitId: number | null;
  reserved: number;
  /** Null while the call is under way. */
  amount: number | null;
  estimated: boolean;
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
  failures(query: Omit<UsageQuery, 'ledger'>): Promise<FailureCount[]>;
  /** Of calls with 402 and 429 also the minute. */
  addFailures(failures: readonly Failure[]): Promise<void>;
  /** Rejected calls from the minute of a moment on, and the first such minute. */
  rejections(query: RejectionQuery & { from: Date }): Promise<{ since: Date | null; count: number }>;
  /** Forgets rejected calls of minutes before; how many rows. */
  removeRejections(before: Date): Promise<number>;
  /** The least that one of the last hundred calls reserved, and when the newest did; undefined without calls. */
  recentCalls(query: Omit<RejectionQuery, 'fault'>): Promise<{ smallest: number; lastOn: Date } | undefined>;
  /**
   * Single calls from a moment to before another, newest first, behind `after`. `next`: the one to go on behind, null
   * when there are no more. Pages of one action may hold less than `limit`, or nothing, and still have a next one.
   */
  calls(query: {
    botId: number;
    ledger: LedgerKind;
    from: Date;
    until: Date;
    keyId?: string;
    action?: string;
    after?: { on: Date; requestId: string };
    limit: number;
  }): Promise<{ items: UsageCall[]; next: Pick<UsageCall, 'on' | 'requestId'> | null }>;
}
