import { useQuery } from '@tanstack/react-query';
import type { Delivery, NewWebhook, Webhook, WebhookChange } from '#contract/alerts.ts';
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  testWebhook,
} from '#contract/operations/alerts.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

export function useWebhooks() {
  return useRead(listWebhooks, undefined);
}

/** A test or a redelivery waits for the answer of the webhook. */
export const DELIVERY_TIMEOUT = 60_000;

type SaveWebhookInput = { id?: number | undefined; value: NewWebhook & WebhookChange };

/** Adds a webhook, or changes one. The answer may hold a secret: the cache drops it as soon as the page is left. */
export const useSaveWebhook = () =>
  useGatewayMutation(
    (gateway, { id, value }: SaveWebhookInput) =>
      id === undefined
        ? gateway.call(addWebhook, { body: value })
        : gateway.call(changeWebhook, { params: { webhookId: id }, body: value }),
    { changes: [listWebhooks.id], gcTime: 0 },
  );

export const useToggleWebhook = () =>
  useGatewayMutation(
    (gateway, { id, enabled }: Pick<Webhook, 'id' | 'enabled'>) =>
      gateway.call(changeWebhook, { params: { webhookId: id }, body: { enabled } }),
    { changes: [listWebhooks.id], rereads: () => true },
  );

export const useRemoveWebhook = () =>
  useGatewayMutation(
    (gateway, { id }: Webhook) => gateway.call(removeWebhook, { params: { webhookId: id } }),
    { changes: [listWebhooks.id, listDeliveries.id] },
  );

const POLL_INTERVAL_MS = 1000;

/** Sends a test, and polls its delivery until it has succeeded or failed. */
export function useTestWebhook() {
  const gateway = useGateway();
  const { id, bot } = useConnection();
  const webhooksAgain = useInvalidate(listWebhooks.id);
  const sendTest = useGatewayMutation(
    (client, webhook: Webhook) =>
      client.call(testWebhook, { params: { webhookId: webhook.id }, timeout: DELIVERY_TIMEOUT }),
    { changes: [listDeliveries.id] },
  );
  const sent = sendTest.data;
  const polled = useQuery({
    queryKey: [listDeliveries.id, id, bot, 'test', sent?.id],
    queryFn: async (): Promise<Delivery | null> => {
      const query = { webhook: sent?.webhookId.toString(), offset: 0, limit: 25 };
      const list = await gateway.read(listDeliveries, { query });
      const delivery = list?.items.find((item) => item.id === sent?.id) ?? null;
      if (delivery !== null && delivery.state !== 'waiting') await webhooksAgain();
      return delivery;
    },
    enabled: sent?.state === 'waiting',
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_INTERVAL_MS : false),
  });
  return {
    test: (webhook: Webhook) => sendTest.mutate(webhook),
    webhook: sendTest.variables,
    busy: sendTest.isPending,
    /** Its current state; undefined before a test was sent. */
    delivery: sent?.state === 'waiting' ? (polled.data ?? sent) : sent,
    error: sendTest.error ?? polled.error,
    reset: sendTest.reset,
  };
}
export type WebhookTest = ReturnType<typeof useTestWebhook>;
