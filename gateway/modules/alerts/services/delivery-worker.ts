import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { createWakeSignal } from '#gateway/core/wake-signal.ts';
import type { Sealer } from '#gateway/modules/access/services/secret-sealer.ts';
import type { Delivery, LeasedDelivery } from '#gateway/modules/alerts/ports/webhooks.ts';
import { type DeliverPorts, deliver, LEASE_MS } from './deliver-webhook.ts';

export interface WebhookDeliveryWorker {
  /** Looks for what is due at once. */
  wake(): void;
  /** Attempts this delivery now, or waits for the attempt under way in this process. */
  deliverNow(delivery: Delivery): Promise<void>;
  /** Sends due deliveries until aborted, and waits for deliveries under way. */
  run(signal: AbortSignal): Promise<void>;
  /** Attempts every due delivery once, and waits for the results. */
  deliverDue(): Promise<void>;
}

/** Messages under way at once; never two to one webhook, so that a slow receiver holds only its own. */
const MAX_CONCURRENT_DELIVERIES = 8;
/** Poll interval without a wake signal: another process may have queued a delivery. */
const MAX_POLL_INTERVAL_MS = 15_000;
const BUSY_POLL_INTERVAL_MS = 1000;
const FAILURE_BACKOFF_MS = 1000;

export function createDeliveryWorker(ports: DeliverPorts, sealer: Sealer): WebhookDeliveryWorker {
  const inFlight = new Map<string, { botId: number; webhookId: number; done: Promise<void> }>();
  const never = new AbortController().signal;
  let running = never;
  const wakeSignal = createWakeSignal();

  async function startDue(signal: AbortSignal): Promise<void> {
    while (inFlight.size < MAX_CONCURRENT_DELIVERIES && !signal.aborted) {
      const claimed = await ports.deliveries.lease(LEASE_MS, { except: [...inFlight.values()] });
      if (!claimed) return;
      start(claimed, signal);
    }
  }

  function start(claimed: LeasedDelivery, signal: AbortSignal): void {
    const { botId, webhookId } = claimed;
    const receiver = receiverOf(botId, webhookId);
    const done = deliver(ports, sealer, claimed, signal)
      .catch((error: unknown) => ports.log.error('delivery-failed', describeErrorForLog(error)))
      .finally(() => {
        inFlight.delete(receiver);
        wakeSignal.notify();
      });
    inFlight.set(receiver, { botId, webhookId, done });
  }

  async function waitForWork(signal: AbortSignal): Promise<void> {
    const next = await ports.deliveries.nextDueOn();
    const wait = next ? next.getTime() - ports.clock.now().getTime() : MAX_POLL_INTERVAL_MS;
    // What is due but was not taken belongs to a receiver that is being served, or came due this moment.
    await wakeSignal.wait(
      Math.min(Math.max(wait, inFlight.size > 0 ? BUSY_POLL_INTERVAL_MS : 1), MAX_POLL_INTERVAL_MS),
      signal,
    );
  }

  return {
    wake: () => wakeSignal.notify(),

    async deliverNow({ botId, id, webhookId }) {
      const claimed = await ports.deliveries.lease(LEASE_MS, { only: { botId, id } });
      if (claimed) await deliver(ports, sealer, claimed, running);
      else await inFlight.get(receiverOf(botId, webhookId))?.done;
    },

    async run(signal) {
      running = signal;
      while (!signal.aborted) {
        wakeSignal.reset();
        try {
          await startDue(signal);
          await waitForWork(signal);
        } catch (error) {
          ports.log.error('delivery-failed', describeErrorForLog(error));
          await wakeSignal.wait(FAILURE_BACKOFF_MS, signal);
        }
      }
      await Promise.all([...inFlight.values()].map(({ done }) => done));
    },

    async deliverDue() {
      for (;;) {
        await startDue(never);
        if (inFlight.size === 0) return;
        await Promise.race([...inFlight.values()].map(({ done }) => done));
      }
    },
  };
}

function receiverOf(botId: number, webhookId: number): string {
  return `${botId}:${webhookId}`;
}
