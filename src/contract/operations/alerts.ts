/** Alerts on quota, and the webhooks that receive them. */

import * as z from 'zod/mini';
import {
  alertListQuerySchema,
  alertListSchema,
  alertRulesSchema,
  alertsOfBotsQuerySchema,
  alertsOfBotsSchema,
  deliveryListQuerySchema,
  deliveryListSchema,
  deliverySchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhookListSchema,
  webhookResultSchema,
} from '#contract/alerts.ts';
import { botParams, idParam } from '#contract/params.ts';
import { manages, type Operation, reads } from './operation.ts';

const readsAlerts = { ...reads, right: 'readReports', params: botParams } as const;
const managesWebhook = {
  ...manages,
  path: '/api/Alerts/{botId}/webhooks/{webhookId}',
  right: 'manageWebhooks',
  params: z.extend(botParams, { webhookId: idParam }),
  notFound: 'webhook-not-found',
  audited: { kind: 'webhook', param: 'webhookId' },
} as const;

export const listAlerts = {
  ...readsAlerts,
  id: 'listAlerts',
  path: '/api/Alerts/{botId}',
  summary: 'Lists alerts, newest first.',
  query: alertListQuerySchema,
  answer: { as: 'envelope', schema: alertListSchema },
  example: { query: { state: 'active' } },
} as const satisfies Operation;

export const alertsOfBots = {
  ...reads,
  id: 'alertsOfBots',
  path: '/api/Alerts',
  summary: 'Lists the active alerts of every bot that the key is good for, newest first.',
  right: 'readReports',
  query: alertsOfBotsQuerySchema,
  answer: { as: 'envelope', schema: alertsOfBotsSchema },
  example: { query: { limit: '25' } },
} as const satisfies Operation;

export const alertRules = {
  ...readsAlerts,
  id: 'alertRules',
  path: '/api/Alerts/{botId}/rules',
  summary: 'Returns the alert rules of a bot.',
  answer: { as: 'envelope', schema: alertRulesSchema },
} as const satisfies Operation;

export const setAlertRules = {
  ...manages,
  id: 'setAlertRules',
  method: 'PUT',
  path: '/api/Alerts/{botId}/rules',
  summary: 'Replaces all alert rules of a bot.',
  right: 'setAlertRules',
  params: botParams,
  body: { form: 'json', schema: alertRulesSchema },
  answer: { as: 'envelope', schema: alertRulesSchema },
  audited: { kind: 'alert-rules' },
  example: { body: { rules: [{ kind: 'threshold', ledger: null, threshold: 80, enabled: true }] } },
} as const satisfies Operation;

export const listWebhooks = {
  ...readsAlerts,
  id: 'listWebhooks',
  path: '/api/Alerts/{botId}/webhooks',
  summary: 'Lists the webhooks of a bot.',
  answer: { as: 'envelope', schema: webhookListSchema },
} as const satisfies Operation;

export const addWebhook = {
  ...manages,
  id: 'addWebhook',
  path: '/api/Alerts/{botId}/webhooks',
  summary: 'Adds a webhook; the answer shows its signing secret for the only time.',
  right: 'manageWebhooks',
  params: botParams,
  body: { form: 'json', schema: newWebhookSchema },
  answer: { as: 'envelope', schema: webhookResultSchema },
  audited: { kind: 'webhook' },
  faults: ['webhooks-full', 'url-not-allowed'],
  example: { body: { name: 'مراقبة الحصة', url: 'https://hooks.example.org/حصة' } },
} as const satisfies Operation;

export const changeWebhook = {
  ...managesWebhook,
  id: 'changeWebhook',
  method: 'PUT',
  summary: 'Changes a webhook, or gives it a new signing secret.',
  body: { form: 'json', schema: webhookChangeSchema },
  answer: { as: 'envelope', schema: webhookResultSchema },
  faults: ['url-not-allowed'],
  example: { body: { enabled: false } },
} as const satisfies Operation;

export const removeWebhook = {
  ...managesWebhook,
  id: 'removeWebhook',
  method: 'DELETE',
  summary: 'Deletes a webhook and returns it as it was.',
  answer: { as: 'envelope', schema: webhookResultSchema },
} as const satisfies Operation;

export const testWebhook = {
  ...managesWebhook,
  id: 'testWebhook',
  path: '/api/Alerts/{botId}/webhooks/{webhookId}/test',
  summary: 'Sends a test message to a webhook and returns the outcome.',
  answer: { as: 'envelope', schema: deliverySchema },
  faults: ['delivery-not-found'],
} as const satisfies Operation;

export const listDeliveries = {
  ...readsAlerts,
  id: 'listDeliveries',
  path: '/api/Alerts/{botId}/deliveries',
  summary: 'Lists webhook deliveries, newest first.',
  query: deliveryListQuerySchema,
  answer: { as: 'envelope', schema: deliveryListSchema },
  example: { query: { webhook: '1' } },
} as const satisfies Operation;

export const redeliver = {
  ...manages,
  id: 'redeliver',
  path: '/api/Alerts/{botId}/deliveries/{deliveryId}/again',
  summary: 'Sends a delivery again and returns the outcome.',
  right: 'manageWebhooks',
  params: z.extend(botParams, { deliveryId: idParam }),
  notFound: 'delivery-not-found',
  answer: { as: 'envelope', schema: deliverySchema },
  audited: { kind: 'webhook' },
  faults: ['webhook-not-found', 'webhook-off'],
} as const satisfies Operation;
