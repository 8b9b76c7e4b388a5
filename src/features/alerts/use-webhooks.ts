import { useMutation, useQuery } from '@tanstack/react-query';
import type { Delivery, NewWebhook, Webhook, WebhookChange } from '#contract/alerts.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { useReadAgain } from './use-alerts.ts';

export function useWebhooks() {
  const { alerts } = useGateway();
  const { id, bot } = useConnection();
  return useQuery({ queryKey: ['webhooks', id, bot], queryFn: () => alerts.webhooks() });
}

export type Saving = { id?: number | undefined; value: NewWebhook & WebhookChange };

/** Adds a webhook, or changes one. A secret in what comes back is not kept when the page has gone. */
export function useSaveWebhook() {
  const { alerts } = useGateway();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, value }: Saving) =>
      id === undefined ? alerts.addWebhook(value) : alerts.changeWebhook(id, value),
    onSuccess: () => readAgain('webhooks'),
    gcTime: 0,
  });
}

export function useSwitchWebhook() {
  const { alerts } = useGateway();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, enabled }: Pick<Webhook, 'id' | 'enabled'>) => alerts.changeWebhook(id, { enabled }),
    onSettled: () => readAgain('webhooks'),
  });
}

export function useRemoveWebhook() {
  const { alerts } = useGateway();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (webhook: Webhook) => alerts.removeWebhook(webhook.id),
    onSuccess: () => readAgain('webhooks', 'deliveries'),
  });
}

const ASK_MS = 1000;

/** Sends a test, and watches it until the other side has answered or was given up. */
export function useTestWebhook() {
  const { alerts } = useGateway();
  const { id, bot } = useConnection();
  const readAgain = useReadAgain();
  const sending = useMutation({
    mutationFn: (webhook: Webhook) => alerts.testWebhook(webhook.id),
    onSuccess: () => readAgain('deliveries'),
  });
  const sent = sending.data;
  const watched = useQuery({
    queryKey: ['deliveries', id, bot, 'test', sent?.id],
    queryFn: async (): Promise<Delivery | null> => {
      const list = await alerts.deliveries({ webhook: sent?.webhookId, offset: 0, limit: 25 });
      const found = list?.items.find((one) => one.id === sent?.id) ?? null;
      if (found !== null && found.state !== 'waiting') await readAgain('webhooks');
      return found;
    },
    enabled: sent?.state === 'waiting',
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? ASK_MS : false),
  });
  return {
    test: (webhook: Webhook) => sending.mutate(webhook),
    webhook: sending.variables,
    busy: sending.isPending,
    /** As it stands; undefined before one was sent. */
    delivery: sent?.state === 'waiting' ? (watched.data ?? sent) : sent,
    error: sending.error ?? watched.error,
    reset: sending.reset,
  };
}
export type WebhookTest = ReturnType<typeof useTestWebhook>;
