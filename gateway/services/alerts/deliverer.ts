import { errorFacts } from '#gateway/error-facts.ts';
import type { ClaimedDelivery, Delivery } from '#gateway/ports.ts';
import { createBell } from '#gateway/services/bell.ts';
import { deliver, type DeliverPorts, LEASE } from './deliver.ts';
import type { Sealer } from '#gateway/services/access/sealing.ts';

export interface Deliverer {
  /** Looks for what is due at once. */
  wake(): void;
  /** Tries this one now, or waits for who is at it in this process. */
  tryNow(delivery: Delivery): Promise<void>;
  /** Sends what is due until aborted, and waits for what is under way. */
  run(signal: AbortSignal): Promise<void>;
  /** Tries all that is due, each once, and waits for how that ends. */
  runDue(): Promise<void>;
}

/** Messages under way at once; never two to one webhook, so that a slow receiver holds only its own. */
const AT_ONCE = 8;
/** How long it rests when nobody wakes it: another process may have queued something. */
const LONGEST_REST = 15_000;
const BESIDE_OTHERS = 1000;
const AFTER_FAILURE = 1000;

export function createDeliverer(ports: DeliverPorts, sealer: Sealer): Deliverer {
  const underWay = new Map<string, { botId: number; webhookId: number; done: Promise<void> }>();
  const never = new AbortController().signal;
  let running = never;
  const bell = createBell();

  async function fill(signal: AbortSignal): Promise<void> {
    while (underWay.size < AT_ONCE && !signal.aborted) {
      const claimed = await ports.deliveries.claim(LEASE, { except: [...underWay.values()] });
      if (!claimed) return;
      start(claimed, signal);
    }
  }

  function start(claimed: ClaimedDelivery, signal: AbortSignal): void {
    const { botId, webhookId } = claimed;
    const receiver = receiverOf(botId, webhookId);
    const done = deliver(ports, sealer, claimed, signal)
      .catch((error: unknown) => ports.log.error('delivery-failed', errorFacts(error)))
      .finally(() => {
        underWay.delete(receiver);
        bell.ring();
      });
    underWay.set(receiver, { botId, webhookId, done });
  }

  async function rest(signal: AbortSignal): Promise<void> {
    const next = await ports.deliveries.nextOn();
    const wait = next ? next.getTime() - ports.clock.now().getTime() : LONGEST_REST;
    // What is due but was not taken belongs to a receiver that is being served, or came due this moment.
    await bell.rest(Math.min(Math.max(wait, underWay.size > 0 ? BESIDE_OTHERS : 1), LONGEST_REST), signal);
  }

  return {
    wake: () => bell.ring(),

    async tryNow({ botId, id, webhookId }) {
      const claimed = await ports.deliveries.claim(LEASE, { only: { botId, id } });
      if (claimed) await deliver(ports, sealer, claimed, running);
      else await underWay.get(receiverOf(botId, webhookId))?.done;
    },

    async run(signal) {
      running = signal;
      while (!signal.aborted) {
        bell.hush();
        try {
          await fill(signal);
          await rest(signal);
        } catch (error) {
          ports.log.error('delivery-failed', errorFacts(error));
          await bell.rest(AFTER_FAILURE, signal);
        }
      }
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },

    async runDue() {
      for (;;) {
        await fill(never);
        if (underWay.size === 0) return;
        await Promise.race([...underWay.values()].map(({ done }) => done));
      }
    },
  };
}

function receiverOf(botId: number, webhookId: number): string {
  return `${botId}:${webhookId}`;
}
