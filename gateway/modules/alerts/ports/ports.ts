import type { Ports as PortsBelow } from '#gateway/modules/answers/ports/ports.ts';
import type { AlertStore } from './alerts.ts';
import type { DeliveryStore, WebhookSender, WebhookStore } from './webhooks.ts';

/** The ports of `alerts` and of what lies below. */
export interface Ports extends PortsBelow {
  alerts: AlertStore;
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  webhookSender: WebhookSender;
}
