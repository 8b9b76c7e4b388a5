import type { Period } from '#gateway/core/calendar/period.ts';
import type { LedgerKind } from './model.ts';

/** Tables of quotas, usage and failures. */
export interface UsageTables {
  /** `used` and `reserved` are of the period from `starts_on` to before `ends_on`; both null without periods. */
  ledger: {
    bot_id: number;
    ledger: LedgerKind;
    used: number;
    reserved: number;
    total: number;
    period: Period;
    zone: string;
    starts_on: number | null;
    ends_on: number | null;
    /** When it was taken away: it reads as absent, and still knows what was used and what calls under way hold. */
    withdrawn_on: number | null;
  };
  /** What a key used within the period that began at `starts_on`, for its cap. `key_id` is the key's family. */
  key_usage: {
    bot_id: number;
    key_id: string;
    ledger: LedgerKind;
    used: number;
    reserved: number;
    starts_on: number | null;
  };
  /** The quota that a ledger had from a moment on. */
  ledger_total: { bot_id: number; ledger: LedgerKind; granted_on: number; total: number };
  ledger_entry: {
    bot_id: number;
    request_id: string;
    ledger: LedgerKind;
    /** The key's family. */
    key_id: string;
    action: string;
    reserved: number;
    reserved_on: number;
    /** Null until the call is settled. */
    settled: number | null;
    settled_on: number | null;
    estimated: number;
    /** The unit that the answer drew on most. */
    unit_id: number | null;
    /** The process that makes the call; null where it is not known. */
    owner: string | null;
  };
  /** Settled calls rolled up. `day` is 20261121 and `hour` 0 to 23, of the ledger's zone when it was settled. */
  usage_hour: UsageSums & { day: number; hour: number; action: string; key_id: string };
  /** The same by day: what long date ranges are read from. */
  usage_day: UsageSums & { day: number; action: string; key_id: string };
  /** The same by unit; 0 where an answer drew on none. */
  usage_unit_hour: UsageSums & { day: number; hour: number; unit_id: number };
  usage_unit_day: UsageSums & { day: number; unit_id: number };
  /** The same by month, 202611: a year of thousands of units is read from it. */
  usage_unit_month: UsageSums & { month: number; unit_id: number };
  /** Failed calls, by day alone: whoever asks for less looks into the log. */
  failure_day: {
    bot_id: number;
    day: number;
    status: number;
    fault: string;
    action: string;
    key_id: string;
    count: number;
  };
  /** Calls that were answered 402 or 429, by the minute that begins at `minute_on`; kept for some months. */
  rejection: {
    bot_id: number;
    ledger: LedgerKind;
    minute_on: number;
    /** The key's family. */
    key_id: string;
    fault: string;
    action: string;
    status: number;
    count: number;
  };
  /** How single calls failed that had reserved quota, whose entries are settled by then; kept as long as these. */
  failed_call: { bot_id: number; request_id: string; status: number; fault: string; failed_on: number };
}

/** Sums of settled calls of one bot and ledger. */
interface UsageSums {
  bot_id: number;
  ledger: LedgerKind;
  calls: number;
  amount: number;
  estimated: number;
}
