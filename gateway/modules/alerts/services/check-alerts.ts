import { LEDGERS } from '#contract/usage.ts';
import { grantsBot, isUsable } from '#gateway/modules/access/model.ts';
import type { Alert, AlertEvent } from '#gateway/modules/alerts/ports/alerts.ts';
import type { Ports } from '#gateway/modules/alerts/ports/ports.ts';
import type { LedgerKind, LedgerState } from '#gateway/modules/usage/model.ts';
import { type AlertCondition, type CappedKey, DEFAULT_RULES, resolveConditions } from './alert-conditions.ts';
import {
  type AlertTriggers,
  capRejectionKey,
  rejectionKey,
  type TriggerThresholds,
} from './alert-triggers.ts';
import { type BurnRateForecast, evaluateAlerts, isQuotaAlertSuppressed } from './evaluate-alerts.ts';
import { renderAlertBody } from './render-alert-body.ts';
import { describeTopKey } from './top-keys.ts';

type CheckPorts = Pick<Ports, 'settings' | 'clock' | 'keys' | 'log' | 'alerts' | 'ledger'>;

/** How long what is left of a ledger will last; null while there is too little to go by. */
export type ForecastLedger = (botId: number, state: LedgerState) => Promise<BurnRateForecast | null>;

/**
 * Checks a bot: fires alerts whose condition holds and clears those whose condition is over. Several processes may check
 * at once: the database lets one of them fire. Without `forecast`, burn-rate alerts stay as they are.
 */
export async function checkAlerts(
  ports: CheckPorts,
  triggers: AlertTriggers,
  bot: { id: number; name: string },
  forecast?: ForecastLedger,
): Promise<boolean> {
  const { clock, log, alerts, ledger } = ports;
  const now = clock.now();
  const rules = (await alerts.rules(bot.id)) ?? DEFAULT_RULES;
  // Before the ledgers: what another process fires meanwhile is not cleared by a state from before.
  const open = await alerts.open(bot.id);
  const ledgers = await ledger.all(bot.id);
  const refused = triggers.drainRejections(bot.id);
  const capped = await readCappedKeys(ports, bot.id);
  const conditions = resolveConditions(rules, ledgers, now, { rejected: refused, open, capped });
  const newest = await alerts.latest(
    bot.id,
    conditions.map(({ dedupKey }) => dedupKey),
  );
  const latest = new Map(newest.map((alert) => [alert.dedupKey, alert]));
  const outlooks = forecast && (await forecastBurnRates(bot.id, conditions, forecast));
  const rejectionOf = new Map(refused.map((rejection) => [rejectionKey(rejection), rejection]));
  const rejections = new Map(
    conditions.flatMap((condition) => {
      const refusal = condition.kind === 'quota-exceeded' && rejectionOf.get(rejectionKeyOf(condition));
      return refusal ? [[condition.dedupKey, refusal]] : [];
    }),
  );
  const busy = triggers.rateLimited(bot.id, now);
  const caps = await readCaps(ports, conditions);
  const transitions = evaluateAlerts({
    now,
    conditions,
    open,
    latest,
    forecasts: outlooks,
    caps,
    rejections,
    rateLimited: busy,
  });

  const describe = (event: AlertEvent) => (alert: Alert) =>
    renderAlertBody({
      event,
      bot,
      alert,
      now,
      publicUrl: ports.settings.publicUrl,
      state: ledgers.find(({ ledger }) => ledger === alert.ledger),
    });
  let notified = false;
  for (const { id } of transitions.clear) {
    const cleared = await alerts.clear(bot.id, id, describe('alert.cleared'));
    if (!cleared) continue;
    latest.set(cleared.dedupKey, cleared);
    log.info('alert-cleared', { botId: bot.id, alert: id, kind: cleared.kind, ledger: cleared.ledger });
    notified = true;
  }
  for (const firing of transitions.fire) {
    const top = await describeTopKey(ports, bot.id, firing.ledger, busy.byKey);
    const details = firing.details['of'] === 'key' ? firing.details : { ...firing.details, ...top };
    const fired = await alerts.fire(bot.id, { ...firing, details }, describe('alert.fired'));
    if (!fired) continue;
    latest.set(fired.dedupKey, fired);
    log.info('alert-fired', { botId: bot.id, alert: fired.id, kind: fired.kind, ledger: fired.ledger });
    notified = true;
  }
  for (const { alert, on } of transitions.seen) await alerts.recordSeen(bot.id, alert.id, on);
  triggers.setThresholds(bot.id, computeThresholds(conditions, latest, caps, now));
  return notified;
}

/** No refusal needs a check: nothing is watched for. */
export const NO_TRIGGERS: TriggerThresholds = {
  rateLimitThreshold: Infinity,
  reportedRejections: new Set(
    LEDGERS.flatMap((ledger) => [rejectionKey({ ledger, family: null }), capRejectionKey(ledger)]),
  ),
};

async function forecastBurnRates(
  botId: number,
  watched: readonly AlertCondition[],
  forecast: ForecastLedger,
) {
  const outlooks = new Map<LedgerKind, BurnRateForecast | null>();
  // What is untouched or used up has no burn rate.
  for (const { kind, state } of watched)
    if (kind === 'burn-rate' && state.used > 0 && state.used < state.total)
      outlooks.set(state.ledger, await forecast(botId, state));
  return outlooks;
}

/** What families used of the caps that their newest keys have, for the keys of a bot. */
async function readCappedKeys(
  { keys, ledger, clock }: Pick<CheckPorts, 'keys' | 'ledger' | 'clock'>,
  botId: number,
): Promise<CappedKey[]> {
  const now = clock.now();
  const keysOfBot = (await keys.capped()).filter((key) => isUsable(key, now) && grantsBot(key, botId));
  if (keysOfBot.length === 0) return [];
  const newest = new Map(keysOfBot.map((key) => [key.family, key]));
  return (await ledger.usedByKeys(botId)).flatMap(({ keyId, ledger, used }) => {
    const key = newest.get(keyId);
    const total = key?.caps[ledger];
    return key && total !== undefined
      ? [{ ledger, family: keyId, id: key.id, name: key.name, used, total }]
      : [];
  });
}

/** The caps of the families that are watched, on the ledger of each. */
async function readCaps(
  { keys, clock }: Pick<CheckPorts, 'keys' | 'clock'>,
  conditions: readonly AlertCondition[],
): Promise<Map<string, number | null>> {
  const caps = new Map<string, number | null>();
  const watched = conditions.filter((condition) => condition.kind === 'quota-exceeded');
  if (watched.every(({ family }) => family === null)) return caps;
  const usable = (await keys.list()).filter((key) => isUsable(key, clock.now()));
  for (const { dedupKey, family, state } of watched) {
    const newest = usable.findLast((key) => key.family === family);
    if (family !== null && newest) caps.set(dedupKey, newest.caps[state.ledger] ?? null);
  }
  return caps;
}

function computeThresholds(
  watched: readonly AlertCondition[],
  latest: ReadonlyMap<string, Alert>,
  caps: ReadonlyMap<string, number | null>,
  now: Date,
): TriggerThresholds {
  const reported = new Set(NO_TRIGGERS.reportedRejections);
  let { rateLimitThreshold } = NO_TRIGGERS;
  for (const condition of watched) {
    const newest = latest.get(condition.dedupKey);
    if (condition.kind === 'rate-limited' && newest?.clearedOn !== null)
      rateLimitThreshold = Math.min(rateLimitThreshold, condition.threshold);
    else if (condition.kind === 'quota-exceeded') {
      if (condition.family === null) reported.delete(capRejectionKey(condition.state.ledger));
      const limit =
        condition.family === null ? condition.state.total : (caps.get(condition.dedupKey) ?? undefined);
      if (isQuotaAlertSuppressed({ family: condition.family, limit }, newest, now))
        reported.add(rejectionKeyOf(condition));
      else reported.delete(rejectionKeyOf(condition));
    }
  }
  return { rateLimitThreshold, reportedRejections: reported };
}

const rejectionKeyOf = ({ state, family }: Extract<AlertCondition, { kind: 'quota-exceeded' }>): string =>
  rejectionKey({ ledger: state.ledger, family });
