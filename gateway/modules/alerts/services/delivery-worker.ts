import type { Sealer } from '#gateway/modules/access/services/secret-sealer.ts';
import { receiverOf } from '#gateway/modules/alerts/model.ts';
import type { Ports } from '#gateway/modules/alerts/ports/ports.ts';
import type { Delivery } from '#gateway/modules/alerts/ports/webhooks.ts';
import { createJobWorker } from '#gateway/modules/jobs/services/job-worker.ts';
import { type DeliverPorts, deliver } from './deliver-webhook.ts';

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

/** Messages under way at once; never two to one webhook. */
const MAX_CONCURRENT_DELIVERIES = 8;
/** Longer than any try takes: whoever holds a delivery beyond it is dead. */
const LEASE_MS = 60_000;
const MAX_POLL_INTERVAL_MS = 15_000;
/** After a try that could not even be recorded. */
const FAILURE_BACKOFF_MS = [1000, 15_000];

export function createDeliveryWorker(
  ports: DeliverPorts & Pick<Ports, 'queue'>,
  sealer: Sealer,
): WebhookDeliveryWorker {
  const worker = createJobWorker(ports, {
    kind: 'deliver',
    concurrency: MAX_CONCURRENT_DELIVERIES,
    leaseMs: LEASE_MS,
    pollMs: MAX_POLL_INTERVAL_MS,
    retryMs: FAILURE_BACKOFF_MS,
    failure: 'delivery-failed',
    async prepare() {
      await ports.deliveries.adopt();
      return true;
    },
    // What waits for an archived bot goes on when the bot is restored.
    choose: (running) => ({ onlyActiveBots: true, busyResources: running.map(({ resource }) => resource) }),
    async work(lease, signal) {
      const begun = await ports.deliveries.begin(lease);
      if (begun) await deliver(ports, sealer, begun, signal);
      return 'settled';
    },
  });
  return {
    wake: () => worker.wake(),
    run: (signal) => worker.run(signal),
    deliverDue: () => worker.runDue(),
    deliverNow: ({ botId, id, webhookId }) =>
      worker.runNow({ botId, subject: String(id), resource: receiverOf(botId, webhookId) }),
  };
}
