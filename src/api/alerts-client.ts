import type {
  AlertList,
  AlertRules,
  Delivery,
  DeliveryList,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookResult,
} from '#contract/alerts.ts';
import {
  alertListSchema,
  alertRulesSchema,
  deliveryListSchema,
  deliverySchema,
  webhookListSchema,
  webhookResultSchema,
} from '#contract/alerts.ts';
import * as z from 'zod/mini';
import type { Calls } from './synonyms-client.ts';

type Page = { offset: number; limit: number };

/** A bot's alerts and who else is told of them. `null` means: this gateway gives none. */
export type AlertsClient = {
  list: (query: Page & { state: 'active' | 'all' }) => Promise<AlertList | null>;
  rules: () => Promise<AlertRules | null>;
  /** All rules at once. */
  setRules: (rules: AlertRules) => Promise<AlertRules>;
  webhooks: () => Promise<{ items: Webhook[]; most: number } | null>;
  addWebhook: (webhook: NewWebhook) => Promise<WebhookResult>;
  changeWebhook: (id: number, change: WebhookChange) => Promise<WebhookResult>;
  removeWebhook: (id: number) => Promise<void>;
  /** Sends a message of the kind `test` and tells how it went. */
  testWebhook: (id: number) => Promise<Delivery>;
  deliveries: (query: Page & { webhook?: number | undefined }) => Promise<DeliveryList | null>;
  redeliver: (id: number) => Promise<Delivery>;
};

/** A test is answered once the other server has answered, or has not. */
const TEST_TIMEOUT = 60_000;

export function createAlertsClient(botId: string, { send, extension }: Calls): AlertsClient {
  return {
    list: (query) => extension('listAlerts', { botId }, alertListSchema, query),
    rules: () => extension('alertRules', { botId }, alertRulesSchema),
    setRules: (rules) => send('setAlertRules', { botId }, alertRulesSchema, { json: rules }),
    webhooks: () => extension('listWebhooks', { botId }, webhookListSchema),
    addWebhook: (webhook) => send('addWebhook', { botId }, webhookResultSchema, { json: webhook }),
    changeWebhook: (webhookId, change) =>
      send('changeWebhook', { botId, webhookId }, webhookResultSchema, { json: change }),
    removeWebhook: async (webhookId) => {
      await send('removeWebhook', { botId, webhookId }, z.unknown());
    },
    testWebhook: (webhookId) =>
      send('testWebhook', { botId, webhookId }, deliverySchema, { timeout: TEST_TIMEOUT }),
    deliveries: ({ webhook, ...page }) =>
      extension('listDeliveries', { botId }, deliveryListSchema, { ...page, webhook }),
    redeliver: (deliveryId) =>
      send('redeliver', { botId, deliveryId }, deliverySchema, { timeout: TEST_TIMEOUT }),
  };
}
