import { dayAt, printDay } from '#gateway/calendar/zone-day.ts';
import type { LedgerKind, LedgerState } from '#gateway/model.ts';
import type { Alert, AlertFacts, Firing } from '#gateway/ports.ts';
import type { Watched } from './alert-rules.ts';
import type { Forecast } from '#gateway/services/usage/forecast.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Calls refused within this time make a rise; without any for as long it is over. */
export const BUSY_MS = 10 * MINUTE;
/** A key that hits its cap is quiet again after so long. */
const CAP_QUIET_MS = 60 * MINUTE;
/** A refusal of a cause that cleared is told again after so long. */
const TOLD_MS = DAY;
/** By how much the pace must have room before a slope clears, so that it does not come and go. */
const SLOPE_ROOM = 1.1;
/** Without periods a slope is looked at for a year. */
const HORIZON_DAYS = 365;

/** How long what is left will last; the part of `forecast` that is judged by. */
export type Outlook = Pick<Forecast, 'pace' | 'lastDay' | 'endsBefore'>;

/** A call that was refused with 402. */
export interface Refusal {
  needed: number;
  left: number;
  total: number;
  on: Date;
}

/** What is known of a bot at the moment of judging. */
export interface Sight {
  now: Date;
  watched: readonly Watched[];
  /** Not cleared. */
  open: readonly Alert[];
  /** The newest alert of each cause, open or not. */
  latest: ReadonlyMap<string, Alert>;
  /** By ledger; undefined: nobody looked, so slopes stay as they are. Null: too little to go by. */
  outlooks: ReadonlyMap<LedgerKind, Outlook | null> | undefined;
  /** The newest refusal not judged yet, by cause. */
  refusals: ReadonlyMap<string, Refusal>;
  /** Calls refused with 429 in the last ten minutes, and the newest of them. */
  busy: { calls: number; lastOn: Date | null };
}

export interface Verdict {
  fire: Firing[];
  clear: Alert[];
  /** Open ones whose events go on. */
  seen: { alert: Alert; on: Date }[];
}

/** What fires and what clears. An alert that is open neither fires again nor clears before its cause is well gone. */
export function judgeAlerts(sight: Sight): Verdict {
  const verdict: Verdict = { fire: [], clear: [], seen: [] };
  for (const watched of sight.watched) {
    const newest = sight.latest.get(watched.cause);
    const open = newest?.clearedOn === null ? newest : undefined;
    const seenOn = eventOn(watched, sight);
    if (!open) {
      const facts = causeOf(watched, newest, sight);
      if (facts) verdict.fire.push(firingOf(watched, newest, facts));
    } else if (isGone(watched, open, sight)) verdict.clear.push(open);
    else if (seenOn && seenOn > (open.seenOn ?? open.firedOn)) verdict.seen.push({ alert: open, on: seenOn });
  }
  const known = new Set(sight.watched.map(({ cause }) => cause));
  // Their rule is gone, or their period.
  verdict.clear.push(...sight.open.filter(({ cause }) => !known.has(cause)));
  return verdict;
}

/** Why it fires now; undefined: it does not. */
function causeOf(watched: Watched, newest: Alert | undefined, sight: Sight): AlertFacts | undefined {
  if (watched.kind === 'line') return isOver(watched.state, watched.at) ? factsOf(watched.state) : undefined;
  if (watched.kind === 'slope') {
    const outlook = sight.outlooks?.get(watched.state.ledger);
    // What is used up has no slope: the line says it.
    if (!outlook?.endsBefore || watched.state.used >= watched.state.total) return undefined;
    const lastDay = outlook.lastDay === null ? null : printDay(outlook.lastDay);
    return { ...factsOf(watched.state), pace: outlook.pace, lastDay };
  }
  if (watched.kind === 'refused') {
    const refusal = sight.refusals.get(watched.cause);
    if (!refusal || isTold(watched, newest, sight.now)) return undefined;
    const { needed, left, total } = refusal;
    const { used, ...facts } = factsOf(watched.state);
    // What the bot used says nothing of a key's cap.
    const isOfBot = watched.family === null;
    return { ...facts, ...(isOfBot ? { used } : {}), total, needed, left, of: isOfBot ? 'bot' : 'key' };
  }
  const { calls } = sight.busy;
  return calls >= watched.at ? { calls, minutes: BUSY_MS / MINUTE } : undefined;
}

function isGone(watched: Watched, open: Alert, sight: Sight): boolean {
  const quietFor = sight.now.getTime() - (open.seenOn ?? open.firedOn).getTime();
  if (watched.kind === 'busy') return sight.busy.calls === 0 && quietFor >= BUSY_MS;
  const { used, reserved, total, endsOn, ledger } = watched.state;
  if (watched.kind === 'line') return !isOver(watched.state, watched.at);
  if (watched.kind === 'slope') {
    const outlook = sight.outlooks?.get(ledger);
    if (outlook === undefined || used >= total) return false;
    // Nothing was used for so long that nothing says that it ends.
    if (outlook === null) return true;
    if (outlook.endsBefore) return false;
    const days = endsOn ? (endsOn.getTime() - sight.now.getTime()) / DAY : HORIZON_DAYS;
    return total - used > outlook.pace * days * SLOPE_ROOM;
  }
  if (watched.family !== null) return quietFor >= CAP_QUIET_MS && !sight.refusals.has(watched.cause);
  const { needed } = open.facts;
  return typeof needed === 'number' && needed > 0 && total - used - reserved >= needed;
}

/** When an event of what is watched was last seen. */
function eventOn(watched: Watched, { busy, refusals }: Sight): Date | null {
  if (watched.kind === 'busy') return busy.lastOn;
  return watched.kind === 'refused' ? (refusals.get(watched.cause)?.on ?? null) : null;
}

/**
 * Of refusals the first of a period is told, and again once the last one was cleared for a day; of the bot's own also
 * the first after another quota was granted.
 */
export function isTold(
  { family, state }: Extract<Watched, { kind: 'refused' }>,
  newest: Alert | undefined,
  now: Date,
): boolean {
  if (!newest) return false;
  if (newest.clearedOn && now.getTime() - newest.clearedOn.getTime() >= TOLD_MS) return false;
  return family !== null || newest.facts['total'] === state.total;
}

export function isOver({ used, total }: LedgerState, percent: number): boolean {
  return used > 0 && used * 100 >= percent * total;
}

function firingOf(watched: Watched, newest: Alert | undefined, facts: AlertFacts): Firing {
  const { kind, at, cause, state } = watched;
  return { kind, ledger: state?.ledger ?? null, at, cause, afterId: newest?.id ?? 0, facts };
}

function factsOf({ used, total, startsOn, endsOn, zone }: LedgerState) {
  return {
    used,
    total,
    startsOn: startsOn?.toISOString() ?? null,
    endsOn: endsOn?.toISOString() ?? null,
    // The day in the ledger's own zone, whatever the reader's.
    endsDay: endsOn ? printDay(dayAt(zone, endsOn)) : null,
  };
}
