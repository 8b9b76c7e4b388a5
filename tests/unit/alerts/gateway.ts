/** A whole gateway whose webhooks lead to a receiver on loopback. */
import type { Delivery, Webhook } from '#contract/alerts.ts';
import { createSafePost } from '#gateway/node/processes/safe-fetch/safe-post.ts';
import { createTestGateway, type TestGateway, type TestGatewayOptions } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';
import { type Receiver, startReceiver } from '#tests/support/webhook-receiver.ts';

export interface AlertStory {
  gateway: TestGateway;
  receiver: Receiver;
  addHook: (change?: Record<string, unknown>) => Promise<{ webhook: Webhook; secret: string }>;
  /** Spends as a call would, and looks at the alerts. */
  spend: (amount: number, botId?: number) => Promise<void>;
  deliveries: () => Promise<Delivery[]>;
  later: (ms: number) => void;
}

export async function createAlertStory(
  work: (story: AlertStory) => Promise<void>,
  options: TestGatewayOptions & { seconds?: number } = {},
): Promise<void> {
  const { seconds = 5, settings, ...rest } = options;
  const receiver = await startReceiver();
  const sender = createSafePost({ allowPrivate: [receiver.host], seconds });
  const gateway = await createTestGateway({
    quota: 1000,
    ...rest,
    settings: { allowPrivateUrls: [receiver.host], ...settings },
    ports: () => ({ webhookSender: sender }),
  });
  const { ports, alerts } = gateway;
  let spent = 0;
  try {
    await work({
      gateway,
      receiver,
      addHook: async (change = {}) =>
        responseOf(
          await gateway.call('/api/Alerts/1/webhooks', {
            method: 'POST',
            json: { name: 'غرفة المناوبة', url: receiver.url(), ...change },
          }),
        ),
      async spend(amount, botId = 1) {
        const requestId = `spent-${(spent += 1)}`;
        const call = { botId, ledger: 'text', requestId, keyId: 'k', action: 'answer', amount } as const;
        await ports.ledger.reserve({ ...call, on: ports.clock.now() });
        await ports.ledger.settle(botId, requestId, { amount, estimated: true });
        await alerts.checkAll();
      },
      async deliveries() {
        const list = await responseOf<{ items: Delivery[] }>(await gateway.call('/api/Alerts/1/deliveries'));
        return list.items;
      },
      later(ms) {
        gateway.time.now = new Date(gateway.time.now.getTime() + ms);
      },
    });
  } finally {
    await gateway.close();
    await sender.close();
    await receiver.close();
  }
}
