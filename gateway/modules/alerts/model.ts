export type { AlertKind, WebhookEventType, WebhookKind } from '#contract/alerts.ts';

/** What at most one message at a time is sent to, so that a slow receiver holds up only its own. */
export const receiverOf = (botId: number, webhookId: number): string => `${botId}:${webhookId}`;
