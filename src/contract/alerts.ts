/** Extensions: alerts on quota, shown on the dashboard and sent to webhooks. */
import * as z from 'zod/mini';
import { ALERT_LIMITS } from './limits.ts';
import { nameSchema } from './names.ts';
import { paginationQuery } from './pagination.ts';
import { ledgerSchema } from './usage.ts';

/**
 * `threshold`: a share of the quota is used. `burn-rate`: at the current rate the quota ends before its period. `quota-exceeded`: a call
 * answered 402. `rate-limited`: a number of calls answered 429 within ten minutes.
 */
export const ALERT_KINDS = ['threshold', 'burn-rate', 'quota-exceeded', 'rate-limited'] as const;
const alertKindSchema = z.enum(ALERT_KINDS);
export type AlertKind = z.infer<typeof alertKindSchema>;
/** What webhooks subscribe to: alerts by kind, evaluations that lost tests, and reports that were closed. */
export const WEBHOOK_KINDS = [...ALERT_KINDS, 'tests-failed', 'report-closed'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];
/**
 * `tests.failed` is sent once for each evaluation after which tests no longer pass, and once for drafts that are held together
 * since they would lose tests; `report.closed` once for the reports
 * that an evaluation or a person closes.
 */
const WEBHOOK_EVENTS = ['alert.fired', 'alert.cleared', 'tests.failed', 'report.closed', 'test'] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/**
 * `threshold`: percent up to 100 for `threshold`, a number of calls for `rate-limited`, null for the others. `ledger`: null means every ledger;
 * `rate-limited` has none.
 */
const alertRuleSchema = z
  .object({
    kind: alertKindSchema,
    ledger: z.nullable(ledgerSchema),
    threshold: z.nullable(z.int().check(z.gte(1), z.lte(ALERT_LIMITS.threshold))),
    enabled: z.boolean(),
  })
  .check(({ value: { kind, threshold }, issues }) => {
    const blame = { input: threshold, path: ['threshold'] };
    if ((kind === 'threshold' || kind === 'rate-limited') && threshold === null)
      issues.push({ ...blame, code: 'invalid_type', expected: 'int' });
    if (kind === 'threshold' && threshold !== null && threshold > 100)
      issues.push({ ...blame, code: 'too_big', origin: 'number', maximum: 100, inclusive: true });
  });
export type AlertRule = z.infer<typeof alertRuleSchema>;

/** All rules of a bot. Setting them replaces all; duplicates are kept once. A new bot has `threshold` at 80 and 100, `burn-rate`, `quota-exceeded`, and `rate-limited` at 10. */
export const alertRulesSchema = z.object({
  rules: z.array(alertRuleSchema).check(z.maxLength(ALERT_LIMITS.rules)),
});
export type AlertRules = z.infer<typeof alertRulesSchema>;

/** An alert fires once for its cause and clears when the cause is gone. */
export const alertSchema = z.object({
  id: z.int(),
  kind: alertKindSchema,
  ledger: z.nullable(ledgerSchema),
  threshold: z.nullable(z.int()),
  firedOn: z.string(),
  clearedOn: z.nullable(z.string()),
  /**
   * Figures at the time it fired, such as `used`, `total`, `lastDay` and `endsDay`; those that do not apply are absent.
   * `topKey`, `topName` and `topShare`: the key that used most of the quota in the period, or made most of the rejected
   * requests, and the share of that key in the quota or in these requests.
   */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type Alert = z.infer<typeof alertSchema>;
/** Query of the list of alerts; `active` are those not cleared. */
export const alertListQuerySchema = z.object({
  state: z._default(z.enum(['active', 'all']), 'all'),
  ...paginationQuery,
});
/** Newest first. `active`: how many of the bot are not cleared. */
export const alertListSchema = z.object({ items: z.array(alertSchema), total: z.int(), active: z.int() });
export type AlertList = z.infer<typeof alertListSchema>;

/** Query of the active alerts of all bots. */
export const alertsOfBotsQuerySchema = z.object(paginationQuery);
/** Active alerts of every bot that the key is good for and that answers calls, newest first. */
export const alertsOfBotsSchema = z.object({
  items: z.array(z.extend(alertSchema, { botId: z.int(), botName: z.string() })),
  total: z.int(),
});
export type AlertsOfBots = z.infer<typeof alertsOfBotsSchema>;

const url = z.url({ protocol: /^https?$/ }).check(z.maxLength(2048));
const kinds = z.array(z.enum(WEBHOOK_KINDS)).check(z.minLength(1));

/** A webhook as it is added; without `kinds` it gets every kind. */
export const newWebhookSchema = z.object({
  name: nameSchema(ALERT_LIMITS.name),
  url,
  kinds: z._default(kinds, [...WEBHOOK_KINDS]),
  enabled: z._default(z.boolean(), true),
});
export type NewWebhook = z.input<typeof newWebhookSchema>;

/** Absent fields stay unchanged. `newSecret` replaces the signing secret. */
export const webhookChangeSchema = z.partial(
  z.object({ name: nameSchema(ALERT_LIMITS.name), url, kinds, enabled: z.boolean(), newSecret: z.boolean() }),
);
export type WebhookChange = z.input<typeof webhookChangeSchema>;

/**
 * `url`: only the origin unless the key is an owner's, since paths of many services hold a password. `consecutiveFailures`: deliveries
 * in a row that were given up. A receiver that answers 410 turns `enabled` off.
 */
export const webhookSchema = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(WEBHOOK_KINDS)),
  enabled: z.boolean(),
  createdOn: z.string(),
  lastDeliveredOn: z.nullable(z.string()),
  consecutiveFailures: z.int(),
});
export type Webhook = z.infer<typeof webhookSchema>;
/** All webhooks of the bot; `max`: how many it may have. */
export const webhookListSchema = z.object({ items: z.array(webhookSchema), max: z.int() });

/** `secret` (`whsec_…`) is returned only when it was created, else null. Deleting a webhook returns it as it was. */
export const webhookResultSchema = z.object({ webhook: webhookSchema, secret: z.nullable(z.string()) });
export type WebhookResult = z.infer<typeof webhookResultSchema>;

/**
 * Why an attempt failed, where its status does not say so. `redirected`: redirects are not followed. `gone`: a receiver
 * that answers 410 turns the webhook off. `webhook-disabled`: the webhook was turned off before the attempt.
 * `cancelled`: a person cancelled the job of the delivery. `secret-unreadable`: the secret was sealed with another `sealing-key` in the data folder.
 */
export const DELIVERY_PROBLEMS = [
  'address-not-allowed',
  'name-not-found',
  'unreachable',
  'bad-certificate',
  'timeout',
  'redirected',
  'gone',
  'webhook-disabled',
  'cancelled',
  'secret-unreadable',
] as const;

/**
 * One message to one webhook with its attempts. `waiting` until it is delivered or given up; `nextOn` is the next
 * attempt. `status` is that of the newest answer, null without one; `problem` says more. Sending again restarts its
 * attempts. Sending again and a test are answered once the receiver has answered or timed out.
 */
export const deliverySchema = z.object({
  id: z.int(),
  webhookId: z.int(),
  webhookName: z.string(),
  alertId: z.nullable(z.int()),
  event: z.enum(WEBHOOK_EVENTS),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  createdOn: z.string(),
  lastTriedOn: z.nullable(z.string()),
  nextOn: z.nullable(z.string()),
  status: z.nullable(z.int()),
  problem: z.nullable(z.enum(DELIVERY_PROBLEMS)),
});
export type Delivery = z.infer<typeof deliverySchema>;
/** Query of the list of deliveries, of one webhook or all. */
export const deliveryListQuerySchema = z.object({
  webhook: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  ...paginationQuery,
});
/** Newest first. */
export const deliveryListSchema = z.object({ items: z.array(deliverySchema), total: z.int() });
export type DeliveryList = z.infer<typeof deliveryListSchema>;

/**
 * What a webhook receives, as JSON, with the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp` and
 * `webhook-signature` (`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` with the secret's bytes).
 */
export const webhookEventSchema = z.object({
  type: z.enum(WEBHOOK_EVENTS),
  timestamp: z.string(),
  data: z.object({
    bot: z.object({ id: z.int(), name: z.string() }),
    alert: z.nullable(alertSchema),
    /** Of `tests.failed`: the evaluation, how many tests it lost, the first twenty, and units that changed. */
    tests: z.optional(
      z.object({
        evaluationId: z.int(),
        lost: z.int(),
        items: z.array(z.object({ id: z.int(), question: z.string(), outcome: z.string() })),
        units: z.array(z.object({ id: z.int(), title: z.string() })),
        /** The units have drafts that would lose the tests, and are held; the live knowledge loses none. */
        held: z.optional(z.boolean()),
      }),
    ),
    /** Of `report.closed`: how many were closed, and the first twenty; `by` is empty where a test closed them. */
    reports: z.optional(
      z.object({
        closed: z.int(),
        items: z.array(
          z.object({
            id: z.int(),
            question: z.string(),
            reason: z.string(),
            reporter: z.string(),
            as: z.string(),
            by: z.string(),
          }),
        ),
      }),
    ),
    /** The requests of the key that the alert names, on the dashboard; null without a key or a public address. */
    requestsUrl: z.optional(z.nullable(z.string())),
    /** The sentence in English and in Arabic. */
    message: z.object({ en: z.string(), ar: z.string() }),
  }),
});
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
