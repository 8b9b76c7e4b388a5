import type { LedgerKind, LedgerState } from '#gateway/model.ts';
import type { Alert, AlertEvent, Ports } from '#gateway/ports.ts';
import { capsName, type Expected, type Nudges, refusalName } from './alert-nudges.ts';
import { DEFAULT_RULES, type Watched, watchFor } from './alert-rules.ts';
import { describeAlert } from './describe-alert.ts';
import { isOver, isTold, judgeAlerts, type Outlook } from './judge-alerts.ts';

export type CheckPorts = Pick<Ports, 'clock' | 'log' | 'alerts' | 'ledger'>;

/** How long what is left of a ledger will last; null while there is too little to go by. */
export type Foresee = (botId: number, state: LedgerState) => Promise<Outlook | null>;

/**
 * Looks how a bot stands, fires what is the case and clears what no longer is. Any number may look at once: the database
 * lets one of them fire. `foresee` absent: slopes stay as they are.
 */
export async function checkAlerts(
  { clock, log, alerts, ledger }: CheckPorts,
  nudges: Nudges,
  bot: { id: number; name: string },
  foresee?: Foresee,
): Promise<boolean> {
  const now = clock.now();
  const mark = nudges.mark(bot.id);
  const rules = (await alerts.rules(bot.id)) ?? DEFAULT_RULES;
  const ledgers = await ledger.all(bot.id);
  const open = await alerts.open(bot.id);
  const refused = nudges.takeRefusals(bot.id);
  const watched = watchFor(rules, ledgers, now, { refused, open });
  const newest = await alerts.latest(
    bot.id,
    watched.map(({ cause }) => cause),
  );
  const latest = new Map(newest.map((alert) => [alert.cause, alert]));
  const outlooks = foresee && (await outlooksOf(bot.id, watched, foresee));
  const refusalOf = new Map(refused.map((one) => [refusalName(one), one]));
  const refusals = new Map(
    watched.flatMap((one) => {
      const refusal = one.kind === 'refused' && refusalOf.get(nameOf(one));
      return refusal ? [[one.cause, refusal]] : [];
    }),
  );
  const busy = nudges.busy(bot.id, now);
  const verdict = judgeAlerts({ now, watched, open, latest, outlooks, refusals, busy });

  const describe = (event: AlertEvent) => (alert: Alert) =>
    describeAlert({ event, bot, alert, now, state: ledgers.find((one) => one.ledger === alert.ledger) });
  let told = false;
  for (const firing of verdict.fire) {
    const fired = await alerts.fire(bot.id, firing, describe('alert.fired'));
    if (!fired) continue;
    latest.set(fired.cause, fired);
    log.info('alert-fired', { botId: bot.id, alert: fired.id, kind: fired.kind, ledger: fired.ledger });
    told = true;
  }
  for (const { id } of verdict.clear) {
    const cleared = await alerts.clear(bot.id, id, describe('alert.cleared'));
    if (!cleared) continue;
    latest.set(cleared.cause, cleared);
    log.info('alert-cleared', { botId: bot.id, alert: id, kind: cleared.kind, ledger: cleared.ledger });
    told = true;
  }
  for (const { alert, on } of verdict.seen) await alerts.see(bot.id, alert.id, on);
  nudges.expect(bot.id, { mark, ...expected(watched, ledgers, latest, now) });
  return told;
}

const LEDGERS = ['text', 'speech', 'audio'] as const;

/** No call need be looked at: nothing is watched for. */
export const NOTHING_EXPECTED: Expected = {
  mark: new Map(),
  rooms: new Map(LEDGERS.map((ledger) => [ledger, Infinity])),
  busyAt: Infinity,
  told: new Set(LEDGERS.flatMap((ledger) => [refusalName({ ledger, family: null }), capsName(ledger)])),
};

async function outlooksOf(botId: number, watched: readonly Watched[], foresee: Foresee) {
  const outlooks = new Map<LedgerKind, Outlook | null>();
  // What is untouched or used up has no slope.
  for (const { kind, state } of watched)
    if (kind === 'slope' && state.used > 0 && state.used < state.total)
      outlooks.set(state.ledger, await foresee(botId, state));
  return outlooks;
}

function expected(
  watched: readonly Watched[],
  ledgers: readonly LedgerState[],
  latest: ReadonlyMap<string, Alert>,
  now: Date,
): Omit<Expected, 'mark'> {
  const rooms = new Map<LedgerKind, number>(ledgers.map(({ ledger }) => [ledger, Infinity]));
  const told = new Set(NOTHING_EXPECTED.told);
  let { busyAt } = NOTHING_EXPECTED;
  for (const one of watched) {
    const newest = latest.get(one.cause);
    if (one.kind === 'line' && !isOver(one.state, one.at)) {
      const { ledger, total, used } = one.state;
      // Nothing used is over no line, whatever the quota.
      const room = Math.max((one.at * total) / 100 - used, Number.MIN_VALUE);
      rooms.set(ledger, Math.min(rooms.get(ledger) ?? Infinity, room));
    } else if (one.kind === 'busy' && newest?.clearedOn !== null) busyAt = Math.min(busyAt, one.at);
    else if (one.kind === 'refused') {
      if (one.family === null) told.delete(capsName(one.state.ledger));
      if (isTold(one, newest, now)) told.add(nameOf(one));
      else told.delete(nameOf(one));
    }
  }
  return { rooms, busyAt, told };
}

const nameOf = ({ state, family }: Extract<Watched, { kind: 'refused' }>): string =>
  refusalName({ ledger: state.ledger, family });
