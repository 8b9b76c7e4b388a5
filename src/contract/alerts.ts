/** Extensions: what a quota owner is told of before it is too late, on the dashboard and by webhook. */
import * as z from 'zod/mini';
import { ALERT_LIMITS } from './limits.ts';
import { nameSchema } from './names.ts';
import { pageQuery } from './pages.ts';
import { ledgerSchema } from './usage.ts';

/**
 * `line`: a share of the quota is used. `slope`: at its pace it ends before the period does. `refused`: a call was
 * refused with 402. `busy`: so many calls were refused with 429 within ten minutes.
 */
export const ALERT_KINDS = ['line', 'slope', 'refused', 'busy'] as const;
export const alertKindSchema = z.enum(ALERT_KINDS);
export type AlertKind = z.infer<typeof alertKindSchema>;

/**
 * `at`: percent up to 100 for `line`, calls for `busy`; of the others nothing is kept. `busy` has no ledger; null
 * elsewhere means every ledger.
 */
export const alertRuleSchema = z
  .object({
    kind: alertKindSchema,
    ledger: z.nullable(ledgerSchema),
    at: z.nullable(z.int().check(z.gte(1), z.lte(ALERT_LIMITS.at))),
    enabled: z.boolean(),
  })
  .check(({ value: { kind, at }, issues }) => {
    const blame = { input: at, path: ['at'] };
    if ((kind === 'line' || kind === 'busy') && at === null)
      issues.push({ ...blame, code: 'invalid_type', expected: 'int' });
    if (kind === 'line' && at !== null && at > 100)
      issues.push({ ...blame, code: 'too_big', origin: 'number', maximum: 100, inclusive: true });
  });
export type AlertRule = z.infer<typeof alertRuleSchema>;
/** All rules of a bot; setting them replaces all, and one that stands twice is kept once. A bot begins with 80 %, 100 %, slope, refused, and busy at 10. */
export const alertRulesSchema = z.object({
  rules: z.array(alertRuleSchema).check(z.maxLength(ALERT_LIMITS.rules)),
});
export type AlertRules = z.infer<typeof alertRulesSchema>;

/** One alert: fired once for its cause, cleared by itself when the cause is gone. */
export const alertSchema = z.object({
  id: z.int(),
  kind: alertKindSchema,
  ledger: z.nullable(ledgerSchema),
  at: z.nullable(z.int()),
  firedOn: z.string(),
  clearedOn: z.nullable(z.string()),
  /** As it stood when it fired. `used`, `total`, `lastDay`, `endsOn`, `refused` and the like; what does not apply is absent. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type Alert = z.infer<typeof alertSchema>;
export const alertListQuerySchema = z.object({
  state: z._default(z.enum(['active', 'all']), 'all'),
  ...pageQuery,
});
export const alertListSchema = z.object({ items: z.array(alertSchema), total: z.int(), active: z.int() });
export type AlertList = z.infer<typeof alertListSchema>;

const url = z.url({ protocol: /^https?$/ }).check(z.maxLength(2048));
const kinds = z.array(alertKindSchema).check(z.minLength(1));

export const newWebhookSchema = z.object({
  name: nameSchema(ALERT_LIMITS.name),
  url,
  kinds: z._default(kinds, [...ALERT_KINDS]),
  enabled: z._default(z.boolean(), true),
});
export type NewWebhook = z.input<typeof newWebhookSchema>;
/** What is absent stays; `newSecret` makes another secret, and the old one signs no more. */
export const webhookChangeSchema = z.partial(
  z.object({ name: nameSchema(ALERT_LIMITS.name), url, kinds, enabled: z.boolean(), newSecret: z.boolean() }),
);
export type WebhookChange = z.input<typeof webhookChangeSchema>;

/**
 * `url`: only its origin where the key is no owner's, since many services take the rest for a password. `failing`:
 * deliveries in a row that were given up. A receiver that answers 410 turns `enabled` off.
 */
export const webhookSchema = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(alertKindSchema),
  enabled: z.boolean(),
  createdOn: z.string(),
  lastDeliveredOn: z.nullable(z.string()),
  failing: z.int(),
});
export type Webhook = z.infer<typeof webhookSchema>;
export const webhookListSchema = z.object({ items: z.array(webhookSchema), most: z.int() });

/** `secret` (`whsec_…`) is shown only when it was made: null otherwise. Removing a webhook answers with it as it was. */
export const webhookResultSchema = z.object({ webhook: webhookSchema, secret: z.nullable(z.string()) });
export type WebhookResult = z.infer<typeof webhookResultSchema>;

/**
 * Why a try failed, where a status does not say it: the address may not be reached or has no server, no connection or
 * a certificate that is not good, no answer in time; a redirect, which is not followed; 410, which turns the webhook off;
 * the webhook was turned off meanwhile; its secret can no longer be read (`sealing-key` in the data folder is another).
 */
export const DELIVERY_PROBLEMS = [
  'address-not-allowed',
  'name-not-found',
  'unreachable',
  'bad-certificate',
  'took-too-long',
  'redirected',
  'gone',
  'switched-off',
  'secret-unreadable',
] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

/**
 * One message to one webhook, and how its tries went. `waiting` until it is delivered or given up; `nextOn` is the next
 * try. `status`: of the newest answer, null where there was none; a `problem` says more. Sending again begins its tries
 * anew; that and a test are answered once the receiver has answered or the time for it is over.
 */
export const deliverySchema = z.object({
  id: z.int(),
  webhookId: z.int(),
  webhookName: z.string(),
  alertId: z.nullable(z.int()),
  event: z.enum(['alert.fired', 'alert.cleared', 'test']),
  state: z.enum(['waiting', 'delivered', 'given-up']),
  attempts: z.int(),
  createdOn: z.string(),
  lastTriedOn: z.nullable(z.string()),
  nextOn: z.nullable(z.string()),
  status: z.nullable(z.int()),
  problem: z.nullable(z.enum(DELIVERY_PROBLEMS)),
});
export type Delivery = z.infer<typeof deliverySchema>;
export const deliveryListQuerySchema = z.object({
  webhook: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  ...pageQuery,
});
export const deliveryListSchema = z.object({ items: z.array(deliverySchema), total: z.int() });
export type DeliveryList = z.infer<typeof deliveryListSchema>;

/**
 * What a webhook receives, as JSON, with the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp` and
 * `webhook-signature` (`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` with the secret's bytes).
 */
export const webhookEventSchema = z.object({
  type: z.enum(['alert.fired', 'alert.cleared', 'test']),
  timestamp: z.string(),
  data: z.object({
    bot: z.object({ id: z.int(), name: z.string() }),
    alert: z.nullable(alertSchema),
    /** One sentence in English and one in Arabic. */
    message: z.object({ en: z.string(), ar: z.string() }),
  }),
});
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
