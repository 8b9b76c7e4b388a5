import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { GatewayFault, isDataDamaged } from '#gateway/core/errors.ts';
import { createSecretSealer, type Sealer } from '#gateway/modules/access/services/secret-sealer.ts';
import type { Ports } from '#gateway/modules/alerts/ports/ports.ts';
import { createChoreWorker } from '#gateway/modules/jobs/services/chore-worker.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import { forecastLedger as forecastByUse } from '#gateway/modules/usage/services/forecast-ledgers.ts';
import { createAlertTriggers } from './alert-triggers.ts';
import { checkAlerts, type ForecastLedger, NO_TRIGGERS } from './check-alerts.ts';
import { createDeliveryWorker, type WebhookDeliveryWorker } from './delivery-worker.ts';

type AlertPorts = Pick<
  Ports,
  | 'settings'
  | 'clock'
  | 'log'
  | 'recordMetric'
  | 'alerts'
  | 'keys'
  | 'webhooks'
  | 'deliveries'
  | 'ledger'
  | 'usage'
  | 'audit'
  | 'processes'
  | 'queue'
  | 'webhookSender'
>;

/** Checks alerts of bots and delivers them to webhooks. What calls report returns at once, whatever a receiver does. */
export interface Alerts {
  /** A call of a bot, by a key of this family, was refused; only 402 and 429 count. */
  recordRejection(botId: number, ledger: LedgerKind, fault: unknown, family?: string): void;
  /** Checks a bot after a change that alerts depend on, such as the quota. */
  scheduleCheck(botId: number): void;
  /** The same for whoever waits for what comes of it; rejects as the stores do. */
  checkBot(botId: number): Promise<void>;
  /** The same of every bot. */
  checkAll(): Promise<void>;
  sealer: Sealer;
  deliverer: WebhookDeliveryWorker;
  /** Checks all bots periodically and delivers, until aborted; resolves when nothing is under way. */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when nothing that calls set off is under way: for tests and for closing. */
  whenIdle(): Promise<void>;
}

interface AlertIntervals {
  /** Between looks at all bots, which see what was spent, new periods, other processes and quiet. */
  checkIntervalMs: number;
  /** Between forecasts of a bot. */
  forecastIntervalMs: number;
}

const DEFAULT_INTERVALS: AlertIntervals = { checkIntervalMs: 15_000, forecastIntervalMs: 5 * 60_000 };

export function createAlerts(
  ports: AlertPorts,
  {
    forecast = (botId, state) => forecastByUse(ports, botId, state),
    times = DEFAULT_INTERVALS,
  }: { forecast?: ForecastLedger; times?: AlertIntervals } = {},
): Alerts {
  const triggers = createAlertTriggers();
  const sealer = createSecretSealer(ports.settings.sealingKey);
  const deliverer = createDeliveryWorker(ports, sealer);
  const runningChecks = new Map<number, { done: Promise<void>; again: boolean }>();
  const forecastOn = new Map<number, number>();

  /** One check of a bot at a time in this process; a caller that arrives meanwhile waits for the check after it. */
  function checkBot(botId: number): Promise<void> {
    const current = runningChecks.get(botId);
    if (current) {
      if (current.again) return current.done;
      current.again = true;
      current.done = current.done.catch(() => undefined).then(() => begin(botId));
      return current.done;
    }
    const entry = { done: Promise.resolve(), again: false };
    runningChecks.set(botId, entry);
    entry.done = checkOnce(botId).finally(() => {
      if (!entry.again) runningChecks.delete(botId);
    });
    return entry.done;
  }

  function begin(botId: number): Promise<void> {
    runningChecks.delete(botId);
    return checkBot(botId);
  }

  async function checkOnce(botId: number): Promise<void> {
    const [bot] = await ports.alerts.listMonitoredBots(botId);
    if (!bot) return triggers.setThresholds(botId, NO_TRIGGERS);
    const now = ports.clock.now().getTime();
    // Spread over time, so that the forecasts of all bots are not made together.
    const last = forecastOn.get(botId) ?? now - Math.random() * times.forecastIntervalMs;
    const isForecastDue = now - last >= times.forecastIntervalMs;
    forecastOn.set(botId, isForecastDue ? now : last);
    const hasChanged = await checkAlerts(ports, triggers, bot, isForecastDue ? forecast : undefined);
    if (hasChanged) deliverer.wake();
  }

  // Of damaged data the database told the log already.
  const failed = (error: unknown) =>
    isDataDamaged(error) || ports.log.error('alert-check-failed', describeErrorForLog(error));

  function checkInBackground(botId: number): void {
    checkBot(botId).catch(failed);
  }

  async function checkAll(): Promise<void> {
    // A bot whose check fails does not keep the others from being checked.
    for (const { id } of await ports.alerts.listMonitoredBots()) await checkBot(id).catch(failed);
  }

  const checks = createChoreWorker(
    ports,
    { 'alerts.check': () => checkAll().then(() => ({ count: 0 })) },
    { task: 'alerts', intervalMs: times.checkIntervalMs, failure: 'alert-check-failed' },
  );

  return {
    sealer,
    deliverer,
    scheduleCheck(botId) {
      forecastOn.set(botId, -Infinity);
      checkInBackground(botId);
    },
    checkBot(botId) {
      forecastOn.set(botId, -Infinity);
      return checkBot(botId);
    },
    checkAll,
    recordRejection(botId, ledger, fault, family = '') {
      if (!(fault instanceof GatewayFault)) return;
      const on = ports.clock.now();
      if (fault.code === 'too-many-calls') {
        if (triggers.recordRateLimit(botId, on, family)) checkInBackground(botId);
        return;
      }
      if (fault.status !== 402) return;
      const number = (name: string) => Number(fault.parameters[name]) || 0;
      const text = (name: string) => String(fault.parameters[name] ?? '');
      const key =
        fault.code === 'key-cap-exceeded'
          ? { id: text('key'), name: text('name'), used: number('used') }
          : null;
      const refusal = {
        ledger,
        key,
        family: key && family,
        needed: number('needed'),
        remaining: number('left'),
        total: number('total'),
        on,
      };
      if (triggers.recordQuotaRejection(botId, refusal)) checkInBackground(botId);
    },
    async run(signal) {
      await Promise.all([checks.run(signal), deliverer.run(signal)]);
      await this.whenIdle();
    },
    async whenIdle() {
      while (runningChecks.size > 0)
        await Promise.all([...runningChecks.values()].map(({ done }) => done.catch(() => undefined)));
    },
  };
}
