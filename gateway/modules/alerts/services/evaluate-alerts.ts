import { dayAt, printDay } from '#gateway/core/calendar/zone-day.ts';
import type { Alert, AlertDetails, NewAlert } from '#gateway/modules/alerts/ports/alerts.ts';
import type { LedgerKind, LedgerState } from '#gateway/modules/usage/model.ts';
import type { Forecast } from '#gateway/modules/usage/services/forecast.ts';
import type { AlertCondition } from './alert-conditions.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Calls refused within this time count for a rate-limit alert; without any for as long it clears. */
export const RATE_LIMIT_WINDOW_MS = 10 * MINUTE_MS;
/** A key that hits its cap is quiet again after so long. */
const CAP_CLEAR_AFTER_MS = 60 * MINUTE_MS;
/** A cause that cleared fires again after so long. */
const REFIRE_AFTER_MS = DAY_MS;
/** By how much the burn rate must have room before its alert clears, so that it does not come and go. */
const BURN_RATE_HYSTERESIS = 1.1;
/** Without periods a burn rate is looked at for a year. */
const FORECAST_HORIZON_DAYS = 365;

/** How long what is left will last; the part of `forecast` that is judged by. */
export type BurnRateForecast = Pick<Forecast, 'burnRate' | 'lastDay' | 'exhaustsBeforeReset'> &
  Partial<Pick<Forecast, 'basis'>>;

/** A call that was refused with 402. */
export interface QuotaRejection {
  /** The key whose cap refused; null: the bot's quota did. */
  key: { id: string; name: string; used: number } | null;
  needed: number;
  remaining: number;
  total: number;
  on: Date;
}

/** What is known of a bot at the moment of judging. */
export interface AlertInputs {
  now: Date;
  conditions: readonly AlertCondition[];
  /** Not cleared when the ledgers were looked at. */
  open: readonly Alert[];
  /** The newest alert of each cause, open or not. */
  latest: ReadonlyMap<string, Alert>;
  /** By ledger; undefined: no forecast was made, so burn-rate alerts stay as they are. Null: too little to go by. */
  forecasts: ReadonlyMap<LedgerKind, BurnRateForecast | null> | undefined;
  /** The caps that keys have now, by cause; null: none. A cause that is absent has no key any more. */
  caps: ReadonlyMap<string, number | null>;
  /** The newest refusal not judged yet, by cause. */
  rejections: ReadonlyMap<string, QuotaRejection>;
  /** Calls refused with 429 in the last ten minutes, and the newest of them. */
  rateLimited: { calls: number; lastOn: Date | null };
}

interface AlertTransitions {
  fire: NewAlert[];
  clear: Alert[];
  /** Open alerts whose events continue. */
  seen: { alert: Alert; on: Date }[];
}

/** What fires and what clears. An alert that is open neither fires again nor clears before its cause is well gone. */
export function evaluateAlerts(inputs: AlertInputs): AlertTransitions {
  const transitions: AlertTransitions = { fire: [], clear: [], seen: [] };
  const wasOpen = new Set(inputs.open.map(({ id }) => id));
  for (const watched of inputs.conditions) {
    const newest = inputs.latest.get(watched.dedupKey);
    const open = newest?.clearedOn === null ? newest : undefined;
    const seenOn = lastEventOn(watched, inputs);
    const isOver = open && wasOpen.has(open.id) && isResolved(watched, open, inputs);
    if (isOver) transitions.clear.push(open);
    // A limit that was raised may have been reached again since the last look.
    if (!open || (isOver && watched.kind === 'quota-exceeded')) {
      const cleared = open && { ...open, clearedOn: inputs.now };
      const details = firingDetails(watched, cleared ?? newest, inputs);
      if (details) transitions.fire.push(toNewAlert(watched, newest, details));
    } else if (!isOver && seenOn && seenOn > (open.seenOn ?? open.firedOn))
      transitions.seen.push({ alert: open, on: seenOn });
  }
  const watchedKeys = new Set(inputs.conditions.map(({ dedupKey }) => dedupKey));
  // Alerts whose rule or period is gone.
  transitions.clear.push(...inputs.open.filter(({ dedupKey }) => !watchedKeys.has(dedupKey)));
  return transitions;
}

/** The details of an alert that fires now; undefined when the condition does not hold. */
function firingDetails(
  condition: AlertCondition,
  newest: Alert | undefined,
  inputs: AlertInputs,
): AlertDetails | undefined {
  if (condition.kind === 'threshold') {
    const { key, state, threshold } = condition;
    if (!isOverPercent(state, threshold)) return undefined;
    return { ...ledgerDetails(state), ...(key && { of: 'key', key: key.id, name: key.name }) };
  }
  if (condition.kind === 'burn-rate') {
    const outlook = inputs.forecasts?.get(condition.state.ledger);
    // What is used up has no burn rate: the threshold of 100 % says it, or the alert of the calls that fit no more.
    if (!outlook?.exhaustsBeforeReset || condition.state.used >= condition.state.total) return undefined;
    if (inputs.open.some((alert) => isRejecting(alert, condition.state))) return undefined;
    const lastDay = outlook.lastDay === null ? null : printDay(outlook.lastDay);
    const { burnRate, basis = null } = outlook;
    return { ...ledgerDetails(condition.state), burnRate, basis, lastDay };
  }
  if (condition.kind === 'quota-exceeded') {
    const refusal = inputs.rejections.get(condition.dedupKey);
    if (!refusal) return undefined;
    const { key, needed, remaining, total } = refusal;
    if (isQuotaAlertSuppressed({ ...condition, limit: total }, newest, inputs.now)) return undefined;
    const details = { ...ledgerDetails(condition.state), total, needed, left: remaining };
    // What the bot used says nothing of a key's cap.
    return key === null
      ? { ...details, of: 'bot' }
      : { ...details, of: 'key', used: key.used, key: key.id, name: key.name };
  }
  const { calls } = inputs.rateLimited;
  return calls >= condition.threshold ? { calls, minutes: RATE_LIMIT_WINDOW_MS / MINUTE_MS } : undefined;
}

const isRejecting = ({ kind, ledger, details }: Alert, state: LedgerState): boolean =>
  kind === 'quota-exceeded' && ledger === state.ledger && details['of'] !== 'key';

function isResolved(condition: AlertCondition, open: Alert, inputs: AlertInputs): boolean {
  const quietFor = inputs.now.getTime() - (open.seenOn ?? open.firedOn).getTime();
  if (condition.kind === 'rate-limited')
    return inputs.rateLimited.calls === 0 && quietFor >= RATE_LIMIT_WINDOW_MS;
  const { used, reserved, total, endsOn, ledger } = condition.state;
  if (condition.kind === 'threshold') return !isOverPercent(condition.state, condition.threshold);
  if (condition.kind === 'burn-rate') {
    const outlook = inputs.forecasts?.get(ledger);
    if (outlook === undefined || used >= total) return false;
    // No usage in the last 28 days, so there is no forecast.
    if (outlook === null) return true;
    if (outlook.exhaustsBeforeReset) return false;
    const days = endsOn ? (endsOn.getTime() - inputs.now.getTime()) / DAY_MS : FORECAST_HORIZON_DAYS;
    return total - used > outlook.burnRate * days * BURN_RATE_HYSTERESIS;
  }
  const isRefusing = inputs.rejections.has(condition.dedupKey);
  if (condition.family !== null) {
    const cap = inputs.caps.get(condition.dedupKey);
    const isGone = cap === undefined || cap === null || cap > Number(open.details['total']);
    return isGone || (!isRefusing && quietFor >= CAP_CLEAR_AFTER_MS);
  }
  if (isRefusing && total > Number(open.details['total'])) return true;
  const { needed } = open.details;
  return typeof needed === 'number' && needed > 0 && total - used - reserved >= needed;
}

/** When an event of what is watched was last seen. */
function lastEventOn(watched: AlertCondition, { rateLimited, rejections }: AlertInputs): Date | null {
  if (watched.kind === 'rate-limited') return rateLimited.lastOn;
  return watched.kind === 'quota-exceeded' ? (rejections.get(watched.dedupKey)?.on ?? null) : null;
}

/** Whose limit refuses calls, the bot's or a key's, and how high it is; undefined: not known, or none. */
interface RefusingLimit {
  family: string | null;
  limit: number | undefined;
}

/**
 * Whether an alert on refusals was fired already and need not fire again. The first refusal of a period fires one, the
 * first by a raised cap or another quota too, since that was reached on its own; the same limit fires again a day after its
 * alert was cleared.
 */
export function isQuotaAlertSuppressed(
  { family, limit }: RefusingLimit,
  newest: Alert | undefined,
  now: Date,
): boolean {
  if (!newest) return false;
  if (newest.clearedOn && now.getTime() - newest.clearedOn.getTime() >= REFIRE_AFTER_MS) return false;
  const reported = Number(newest.details['total']);
  // Usage never falls within a period: who reached a cap once cannot reach a lower one.
  return limit === undefined || (family === null ? limit === reported : limit <= reported);
}

function isOverPercent({ used, total }: LedgerState, percent: number): boolean {
  return used > 0 && used * 100 >= percent * total;
}

function toNewAlert(watched: AlertCondition, newest: Alert | undefined, details: AlertDetails): NewAlert {
  const { kind, threshold, dedupKey, state } = watched;
  return { kind, ledger: state?.ledger ?? null, threshold, dedupKey, previousId: newest?.id ?? 0, details };
}

function ledgerDetails({ used, total, startsOn, endsOn, zone }: LedgerState) {
  return {
    used,
    total,
    startsOn: startsOn?.toISOString() ?? null,
    endsOn: endsOn?.toISOString() ?? null,
    // The day in the ledger's own zone, whatever the reader's.
    endsDay: endsOn ? printDay(dayAt(zone, endsOn)) : null,
  };
}
