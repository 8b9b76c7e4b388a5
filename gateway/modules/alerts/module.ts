import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { ModuleDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { nameDeliveryJobs } from './services/name-delivery-jobs.ts';
import { createAlertStore } from './sql/alerts.ts';
import { createDeliveryStore } from './sql/deliveries.ts';
import { deliveryExtension } from './sql/delivery-extension.ts';
import { createWebhookStore } from './sql/webhooks.ts';
import type { AlertsTables } from './tables.ts';

const DELIVERY_RETENTION_MS = 30 * DAY_MS;
const DELIVERIES_PER_BATCH = 500;

/** Alerts of quotas and failures, and their delivery to webhooks. */
export const alerts = {
  name: 'alerts',
  tables: {
    alert_rules: { key: ['bot_id'], ofBot: 'removed', carriedOver: true },
    alert: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    webhook: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    delivery: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
  },
  store: ({ db, clock }) => ({
    alerts: createAlertStore(db, clock),
    webhooks: createWebhookStore(db, clock),
    deliveries: createDeliveryStore(db, clock),
  }),
  extension: deliveryExtension,
  chores: {
    deliveries:
      ({ deliveries }: Pick<Ports, 'deliveries'>) =>
      async (now) => ({
        count: await deliveries.sweep(before(now, DELIVERY_RETENTION_MS), DELIVERIES_PER_BATCH),
      }),
  },
  nameJobs: nameDeliveryJobs,
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<AlertsTables>;
