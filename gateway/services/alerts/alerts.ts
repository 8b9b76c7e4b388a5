import { errorFacts } from '#gateway/error-facts.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { LedgerKind } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { createNudges } from './alert-nudges.ts';
import { createBell } from '#gateway/services/bell.ts';
import { checkAlerts, type Foresee, NOTHING_EXPECTED } from './check-alerts.ts';
import { createDeliverer, type Deliverer } from './deliverer.ts';
import { createSealer, type Sealer } from '#gateway/services/access/sealing.ts';
import { foresee as foreseeByUse } from '#gateway/services/usage/usage.ts';

export type AlertPorts = Pick<
  Ports,
  | 'settings'
  | 'clock'
  | 'log'
  | 'observe'
  | 'alerts'
  | 'webhooks'
  | 'deliveries'
  | 'ledger'
  | 'usage'
  | 'audit'
  | 'sender'
>;

/** Watches bots, and sends what is to be told. What calls tell it returns at once, whatever a receiver does. */
export interface Alerts {
  /** A call was settled. */
  spent(botId: number, ledger: LedgerKind, amount: number): void;
  /** A call of a bot, by a key of this family, was refused; only 402 and 429 count. */
  refused(botId: number, ledger: LedgerKind, fault: unknown, family?: string): void;
  /** Something changed that alerts may hang on, such as the quota. */
  changed(botId: number): void;
  /** The same for whoever waits for what comes of it; rejects as the stores do. */
  look(botId: number): Promise<void>;
  /** The same of every bot. */
  lookAtAll(): Promise<void>;
  sealer: Sealer;
  deliverer: Deliverer;
  /** Looks every so often and delivers, until aborted; resolves when nothing is under way. */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when nothing that calls set off is under way: for tests and for closing. */
  settled(): Promise<void>;
}

export interface AlertTimes {
  /** Between looks at all bots, which see what no call told of: new periods, other processes, quiet. */
  lookMs: number;
  /** Between looks at the pace of a bot. */
  paceMs: number;
}

const TIMES: AlertTimes = { lookMs: 15_000, paceMs: 5 * 60_000 };

export function createAlerts(
  ports: AlertPorts,
  {
    foresee = (botId, state) => foreseeByUse(ports, botId, state),
    times = TIMES,
  }: { foresee?: Foresee; times?: AlertTimes } = {},
): Alerts {
  const nudges = createNudges();
  const sealer = createSealer(ports.settings.sealingKey);
  const deliverer = createDeliverer(ports, sealer);
  const looking = new Map<number, { done: Promise<void>; again: boolean }>();
  const pacedOn = new Map<number, number>();

  /** One look at a time a bot in this process; who asks meanwhile waits for one that begins after that. */
  function look(botId: number): Promise<void> {
    const current = looking.get(botId);
    if (current) {
      if (current.again) return current.done;
      current.again = true;
      current.done = current.done.catch(() => undefined).then(() => begin(botId));
      return current.done;
    }
    const entry = { done: Promise.resolve(), again: false };
    looking.set(botId, entry);
    entry.done = lookOnce(botId).finally(() => {
      if (!entry.again) looking.delete(botId);
    });
    return entry.done;
  }

  function begin(botId: number): Promise<void> {
    looking.delete(botId);
    return look(botId);
  }

  async function lookOnce(botId: number): Promise<void> {
    const [bot] = await ports.alerts.watched(botId);
    if (!bot) return nudges.expect(botId, NOTHING_EXPECTED);
    const now = ports.clock.now().getTime();
    // Bots take turns: their paces are not all looked at together.
    const last = pacedOn.get(botId) ?? now - Math.random() * times.paceMs;
    const isPaced = now - last >= times.paceMs;
    pacedOn.set(botId, isPaced ? now : last);
    const told = await checkAlerts(ports, nudges, bot, isPaced ? foresee : undefined);
    if (told) deliverer.wake();
  }

  const failed = (error: unknown) => ports.log.error('alert-check-failed', errorFacts(error));

  function lookSoon(botId: number): void {
    look(botId).catch(failed);
  }

  async function lookAtAll(): Promise<void> {
    // One bot that cannot be looked at keeps nobody from the others.
    for (const { id } of await ports.alerts.watched()) await look(id).catch(failed);
  }

  async function lookOften(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await lookAtAll().catch(failed);
      await createBell().rest(times.lookMs, signal);
    }
  }

  return {
    sealer,
    deliverer,
    changed(botId) {
      pacedOn.set(botId, -Infinity);
      lookSoon(botId);
    },
    look(botId) {
      pacedOn.set(botId, -Infinity);
      return look(botId);
    },
    lookAtAll,
    spent(botId, ledger, amount) {
      if (nudges.spent(botId, ledger, amount)) lookSoon(botId);
    },
    refused(botId, ledger, fault, family = '') {
      if (!(fault instanceof GatewayFault)) return;
      const on = ports.clock.now();
      if (fault.code === 'too-many-calls') {
        if (nudges.turnedAway(botId, on)) lookSoon(botId);
        return;
      }
      if (fault.status !== 402) return;
      const [needed, left, total] = ['needed', 'left', 'total'].map(
        (name) => Number(fault.parameters[name]) || 0,
      );
      const refusal = { ledger, needed: needed ?? 0, left: left ?? 0, total: total ?? 0, on };
      const isCap = fault.code === 'key-cap-exceeded';
      if (nudges.refused(botId, { ...refusal, family: isCap ? family : null })) lookSoon(botId);
    },
    async run(signal) {
      await Promise.all([lookOften(signal), deliverer.run(signal)]);
      await this.settled();
    },
    async settled() {
      while (looking.size > 0)
        await Promise.all([...looking.values()].map(({ done }) => done.catch(() => undefined)));
    },
  };
}
